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
exports.DeliveryMetrics = void 0;
const common_1 = require("@nestjs/common");
const prom_client_1 = require("prom-client");
const metrics_1 = require("../common/metrics");
const database_1 = require("../database/database");
const database_gauges_1 = require("../database/database-gauges");
/** Deliveries by channel type; no ids and no addresses. */
let DeliveryMetrics = class DeliveryMetrics {
    constructor(metrics, database, gauges) {
        const registers = [metrics.registry];
        this.outcomes = new prom_client_1.Counter({
            name: 'notification_attempts_total',
            help: 'Attempts to deliver a notification, by type of channel and outcome.',
            labelNames: ['type', 'outcome'],
            registers,
        });
        this.seconds = new prom_client_1.Histogram({
            name: 'notification_attempt_seconds',
            help: 'Duration of attempts to deliver a notification.',
            labelNames: ['type'],
            buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 20, 60],
            registers,
        });
        const { now, secondsBetween } = database.dialect;
        const oldest = `SELECT MIN(next_at) AS at FROM delivery WHERE next_at <= ${now}`;
        gauges.add({
            name: 'notification_oldest_due_seconds',
            help: 'For how long the oldest due delivery has been waiting',
            select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`,
        });
        gauges.add({
            name: 'notification_deliveries_due',
            help: 'Deliveries that are due and not claimed, up to 10,000',
            select: `SELECT COUNT(*) FROM (SELECT id FROM delivery WHERE next_at <= ${now} LIMIT 10000) due`,
        });
        gauges.add(serviceMessages(database));
    }
    attempted(type, outcome, seconds) {
        this.outcomes.inc({ type, outcome });
        this.seconds.observe({ type }, seconds);
    }
};
exports.DeliveryMetrics = DeliveryMetrics;
exports.DeliveryMetrics = DeliveryMetrics = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [metrics_1.Metrics, database_1.Database, database_gauges_1.DatabaseGauges])
], DeliveryMetrics);
/** The queues beside the deliveries: mails that ask for consent, notices about channels, messages to the operator. */
function serviceMessages({ dialect: { now, secondsBetween } }) {
    const due = ['confirmation_mail', 'channel_notice', 'operator_report'].map((table) => `SELECT MIN(next_at) AS at FROM ${table} WHERE next_at <= ${now}`);
    const oldest = `SELECT MIN(at) AS at FROM (${due.join(' UNION ALL ')}) due`;
    return {
        name: 'service_messages_oldest_due_seconds',
        help: 'For how long the oldest confirmation mail, notice about a channel or message to the operator has been due',
        select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`,
    };
}
//# sourceMappingURL=delivery.metrics.js.map