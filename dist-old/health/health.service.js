"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var HealthService_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.HealthService = void 0;
const common_1 = require("@nestjs/common");
const problem_1 = require("../common/problem/problem");
const version_1 = require("../common/version");
const config_1 = require("../config/config");
const database_1 = require("../database/database");
const migration_state_1 = require("../database/migration-state");
/** Whether this process is alive, and whether it should get requests. */
let HealthService = HealthService_1 = class HealthService {
    constructor(config, database, migrations) {
        this.config = config;
        this.database = database;
        this.migrations = migrations;
        this.logger = new common_1.Logger(HealthService_1.name);
        this.stopping = false;
    }
    live() {
        return { status: 'ok', version: version_1.VERSION, commit: this.config.buildCommit };
    }
    async ready() {
        if (this.stopping)
            throw unavailable('the service is stopping');
        let migrated;
        try {
            await this.database.query('SELECT 1 AS one');
            migrated = await this.migrations.isDone();
        }
        catch (error) {
            this.logger.warn({ msg: 'not ready: the database does not answer', err: error });
            throw unavailable('the database does not answer');
        }
        if (!migrated)
            throw unavailable('the database is not migrated');
        return { status: 'ready' };
    }
    /** Never ready again: balancers are to send their requests elsewhere. */
    stop() {
        this.stopping = true;
    }
};
exports.HealthService = HealthService;
exports.HealthService = HealthService = HealthService_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        database_1.Database,
        migration_state_1.MigrationState])
], HealthService);
const unavailable = (detail) => new problem_1.Problem('service-unavailable', detail, [], { 'Retry-After': '5' });
//# sourceMappingURL=health.service.js.map