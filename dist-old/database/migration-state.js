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
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.MigrationState = void 0;
const promises_1 = require("node:timers/promises");
const common_1 = require("@nestjs/common");
const typeorm_1 = require("@nestjs/typeorm");
const typeorm_2 = require("typeorm");
const config_1 = require("../config/config");
const answered_1 = require("./answered");
const POLL_MS = 2_000;
/** Whether the database has all tables of this version of the service. */
let MigrationState = class MigrationState {
    constructor(dataSource, config) {
        this.dataSource = dataSource;
        this.config = config;
        this.migrated = false;
    }
    /** Migrations are not undone under a running service: once done, nobody asks again. @throws when the database does not answer */
    async isDone() {
        this.migrated ||= !(await this.anyPending());
        return this.migrated;
    }
    /**
     * Another process may bring a server database up to date after this one started, and it may be away at the start.
     * @returns false when the wait was ended by the signal
     */
    async untilDone(signal) {
        while (!signal.aborted) {
            if (await this.isDone().catch(() => false))
                return !signal.aborted;
            await (0, promises_1.setTimeout)(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
        }
        return false;
    }
    async anyPending() {
        const runner = this.dataSource.createQueryRunner();
        const ask = () => new typeorm_2.MigrationExecutor(this.dataSource, runner).showMigrations();
        try {
            if (this.dataSource.options.type === 'better-sqlite3')
                return await ask();
            return await (0, answered_1.answered)(runner, this.config.databaseTimeout, ask);
        }
        finally {
            await runner.release();
        }
    }
};
exports.MigrationState = MigrationState;
exports.MigrationState = MigrationState = __decorate([
    (0, common_1.Injectable)(),
    __param(0, (0, typeorm_1.InjectDataSource)()),
    __metadata("design:paramtypes", [typeorm_2.DataSource,
        config_1.Config])
], MigrationState);
//# sourceMappingURL=migration-state.js.map