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
Object.defineProperty(exports, "__esModule", { value: true });
exports.UpkeepService = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../database/database");
const notification_retention_1 = require("../notification/notification-retention");
const audit_retention_1 = require("../user/audit/audit-retention");
const limit_rows_1 = require("../user/limits/limit-rows");
const NAME = 'upkeep';
const EVERY_SECONDS = 3_600;
/** Removes what is kept for a time only. One replica does it each hour; two at once would only do the same work twice. */
let UpkeepService = class UpkeepService {
    constructor(database, notifications, limits, audit) {
        this.database = database;
        this.notifications = notifications;
        this.limits = limits;
        this.audit = audit;
    }
    /** @returns null when it is not due */
    async runIfDue(signal) {
        return (await this.claim()) ? this.run(signal) : null;
    }
    async run(signal) {
        return {
            notifications: await this.notifications.run(signal),
            rate_limits: await this.limits.removeEnded(signal),
            audit_entries: await this.audit.removeOld(signal),
        };
    }
    /** Whoever moves the due time has it; who dies with it leaves the work to the next hour. */
    async claim() {
        const { now, nowPlus, onDuplicate } = this.database.dialect;
        const first = onDuplicate(['name'], { name: 'upkeep.name' });
        await this.database.execute(`INSERT INTO upkeep (name, next_at) VALUES (?, ${now}) ${first}`, [NAME]);
        const moved = await this.database.execute(`UPDATE upkeep SET next_at = ${nowPlus} WHERE name = ? AND next_at <= ${now}`, [EVERY_SECONDS, NAME]);
        return moved > 0;
    }
};
exports.UpkeepService = UpkeepService;
exports.UpkeepService = UpkeepService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        notification_retention_1.NotificationRetention,
        limit_rows_1.LimitRows,
        audit_retention_1.AuditRetention])
], UpkeepService);
//# sourceMappingURL=upkeep.service.js.map