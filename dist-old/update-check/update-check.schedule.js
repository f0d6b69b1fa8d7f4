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
var UpdateCheckSchedule_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.UpdateCheckSchedule = void 0;
const common_1 = require("@nestjs/common");
const schedule_1 = require("@nestjs/schedule");
const one_at_a_time_1 = require("../common/one-at-a-time");
const config_1 = require("../config/config");
const migration_state_1 = require("../database/migration-state");
const delivery_service_1 = require("../notification/delivery.service");
const version_changes_1 = require("../version/version-changes");
const rekey_service_1 = require("./rekey.service");
const update_checker_service_1 = require("./update-checker.service");
const CHECK = 'update-check';
const DELIVERY = 'delivery';
const DELIVERY_EVERY_MS = 1_000;
/**
 * When the check and the delivery run: the check at every `CHECK_EVERY` and as soon as this process learns of versions, the
 * delivery after each check and every second. Both are claims in the database, so every replica runs them.
 */
let UpdateCheckSchedule = UpdateCheckSchedule_1 = class UpdateCheckSchedule {
    constructor(config, registry, checker, deliveries, changes, rekeys, migrations) {
        this.config = config;
        this.registry = registry;
        this.checker = checker;
        this.deliveries = deliveries;
        this.changes = changes;
        this.rekeys = rekeys;
        this.migrations = migrations;
        this.logger = new common_1.Logger(UpdateCheckSchedule_1.name);
        this.stopping = new AbortController();
        this.delivery = new one_at_a_time_1.OneAtATime(() => this.deliveries.deliverDue(), (error) => this.logger.error({ msg: 'delivery failed', err: error }));
        this.check = new one_at_a_time_1.OneAtATime(async () => {
            const { notified } = await this.checker.check();
            if (notified > 0)
                void this.delivery.run();
        }, (error) => this.logger.error({ msg: 'update check failed', err: error }));
    }
    onApplicationBootstrap() {
        if (this.config.worker)
            void this.startWhenMigrated();
    }
    async onModuleDestroy() {
        this.stopping.abort();
        this.subscription?.unsubscribe();
        for (const name of [CHECK, DELIVERY])
            if (this.registry.doesExist('interval', name))
                this.registry.deleteInterval(name);
        await this.check.ended();
    }
    async startWhenMigrated() {
        if (await this.migrations.untilDone(this.stopping.signal))
            await this.start();
    }
    /** Asked again meanwhile it waits for what is under way: no kind of them keeps the other waiting. */
    async sendServiceMessages() {
        try {
            await this.deliveries.sendServiceMessages();
        }
        catch (error) {
            this.logger.error({ msg: 'confirmation mails or notices failed', err: error });
        }
    }
    /** A version of the service that orders versions anew first brings the keys up to date. */
    async start() {
        this.registry.addInterval(CHECK, setInterval(() => void this.check.run(), this.config.checkEvery * 1_000));
        this.registry.addInterval(DELIVERY, setInterval(() => {
            void this.delivery.run();
            void this.sendServiceMessages();
        }, DELIVERY_EVERY_MS));
        this.subscription = this.changes.subscribe(() => void this.check.run());
        try {
            const { software } = await this.rekeys.run('stale');
            if (software > 0)
                this.logger.log({ msg: 'sort keys made anew', software });
        }
        catch (error) {
            this.logger.error({ msg: 'sort keys are not up to date; run: version rekey --all', err: error });
        }
        await this.check.run();
    }
};
exports.UpdateCheckSchedule = UpdateCheckSchedule;
exports.UpdateCheckSchedule = UpdateCheckSchedule = UpdateCheckSchedule_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        schedule_1.SchedulerRegistry,
        update_checker_service_1.UpdateCheckerService,
        delivery_service_1.DeliveryService,
        version_changes_1.VersionChanges,
        rekey_service_1.RekeyService,
        migration_state_1.MigrationState])
], UpdateCheckSchedule);
//# sourceMappingURL=update-check.schedule.js.map