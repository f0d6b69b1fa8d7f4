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
exports.UpdateCheckMetrics = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../database/database");
const database_gauges_1 = require("../database/database-gauges");
/** How far the update check is behind: marks of software that changed, reminders, and policies that become due by themselves. */
let UpdateCheckMetrics = class UpdateCheckMetrics {
    constructor({ dialect }, gauges) {
        const { now, secondsBetween } = dialect;
        const due = [
            ['update_mark', 'next_at'],
            ['favorite', 'due_at'],
            ['favorite', 'evaluate_at'],
        ].map(([table, column]) => `SELECT MIN(${column}) AS at FROM ${table} WHERE ${column} <= ${now}`);
        const oldest = `SELECT MIN(at) AS at FROM (${due.join(' UNION ALL ')}) due`;
        gauges.add({
            name: 'update_check_oldest_due_seconds',
            help: 'For how long the oldest mark, reminder or policy that is due has been waiting for a check',
            select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`,
        });
        gauges.add({
            name: 'update_check_software_due',
            help: 'Software whose versions changed and that no check has taken up yet, up to 10,000',
            select: `SELECT COUNT(*) FROM (SELECT software_id FROM update_mark WHERE next_at <= ${now} LIMIT 10000) due`,
        });
    }
};
exports.UpdateCheckMetrics = UpdateCheckMetrics;
exports.UpdateCheckMetrics = UpdateCheckMetrics = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database, database_gauges_1.DatabaseGauges])
], UpdateCheckMetrics);
//# sourceMappingURL=update-check.metrics.js.map