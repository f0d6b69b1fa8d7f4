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
var SourceSchedule_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourceSchedule = void 0;
const common_1 = require("@nestjs/common");
const schedule_1 = require("@nestjs/schedule");
const one_at_a_time_1 = require("../../common/one-at-a-time");
const config_1 = require("../../config/config");
const migration_state_1 = require("../../database/migration-state");
const source_poller_1 = require("./source-poller");
const POLLING = 'source-polling';
const EVERY_MS = 1_000;
/** Replicas that start together do not all look at once. */
const START_WITHIN_MS = 5_000;
/** When sources are asked: due ones within a second or two, by every replica that works, once `SOURCES_ENABLED` is set. */
let SourceSchedule = SourceSchedule_1 = class SourceSchedule {
    constructor(config, registry, poller, migrations) {
        this.config = config;
        this.registry = registry;
        this.poller = poller;
        this.migrations = migrations;
        this.logger = new common_1.Logger(SourceSchedule_1.name);
        this.stopping = new AbortController();
        this.polling = new one_at_a_time_1.OneAtATime(() => this.poller.pollDue(), (error) => this.logger.error({ msg: 'polling failed', err: error }));
    }
    onApplicationBootstrap() {
        if (this.config.worker && this.config.sourcesEnabled)
            void this.startWhenMigrated();
    }
    onModuleDestroy() {
        this.stopping.abort();
        clearTimeout(this.startTimer);
        if (this.registry.doesExist('interval', POLLING))
            this.registry.deleteInterval(POLLING);
    }
    async startWhenMigrated() {
        if (!(await this.migrations.untilDone(this.stopping.signal)))
            return;
        const start = () => this.registry.addInterval(POLLING, setInterval(() => void this.polling.run(), EVERY_MS));
        this.startTimer = setTimeout(start, Math.random() * START_WITHIN_MS);
    }
};
exports.SourceSchedule = SourceSchedule;
exports.SourceSchedule = SourceSchedule = SourceSchedule_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        schedule_1.SchedulerRegistry,
        source_poller_1.SourcePoller,
        migration_state_1.MigrationState])
], SourceSchedule);
//# sourceMappingURL=source.schedule.js.map