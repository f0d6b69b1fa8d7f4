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
var UpkeepSchedule_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.UpkeepSchedule = void 0;
const common_1 = require("@nestjs/common");
const schedule_1 = require("@nestjs/schedule");
const one_at_a_time_1 = require("../common/one-at-a-time");
const config_1 = require("../config/config");
const migration_state_1 = require("../database/migration-state");
const upkeep_service_1 = require("./upkeep.service");
const NAME = 'upkeep';
/** How often this process asks whether it is due. */
const EVERY_MS = 600_000;
/** When what is kept for a time only is removed. */
let UpkeepSchedule = UpkeepSchedule_1 = class UpkeepSchedule {
    constructor(config, registry, service, migrations) {
        this.config = config;
        this.registry = registry;
        this.service = service;
        this.migrations = migrations;
        this.logger = new common_1.Logger(UpkeepSchedule_1.name);
        this.stopping = new AbortController();
        this.upkeep = new one_at_a_time_1.OneAtATime(async () => {
            const removed = await this.service.runIfDue(this.stopping.signal);
            if (removed && removed.notifications > 0)
                this.logger.log({ msg: 'old notifications removed', ...removed });
        }, (error) => this.logger.error({ msg: 'old rows were not removed', err: error }));
    }
    onApplicationBootstrap() {
        if (this.config.worker)
            void this.start();
    }
    /** Ends with the page that is under way. */
    async onModuleDestroy() {
        this.stopping.abort();
        if (this.registry.doesExist('interval', NAME))
            this.registry.deleteInterval(NAME);
        await this.upkeep.ended();
    }
    async start() {
        if (!(await this.migrations.untilDone(this.stopping.signal)))
            return;
        this.registry.addInterval(NAME, setInterval(() => void this.upkeep.run(), EVERY_MS));
        await this.upkeep.run();
    }
};
exports.UpkeepSchedule = UpkeepSchedule;
exports.UpkeepSchedule = UpkeepSchedule = UpkeepSchedule_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        schedule_1.SchedulerRegistry,
        upkeep_service_1.UpkeepService,
        migration_state_1.MigrationState])
], UpkeepSchedule);
//# sourceMappingURL=upkeep.schedule.js.map