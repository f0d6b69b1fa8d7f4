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
exports.SourceMetrics = void 0;
const common_1 = require("@nestjs/common");
const prom_client_1 = require("prom-client");
const metrics_1 = require("../../common/metrics");
const config_1 = require("../../config/config");
const database_1 = require("../../database/database");
const database_gauges_1 = require("../../database/database-gauges");
/** Polls by source type; no ids and no addresses. */
let SourceMetrics = class SourceMetrics {
    constructor(metrics, gauges, database, config) {
        const registers = [metrics.registry];
        this.polls = new prom_client_1.Counter({
            name: 'source_polls_total',
            help: 'Polls of sources, by type and by what they brought.',
            labelNames: ['type', 'outcome'],
            registers,
        });
        this.seconds = new prom_client_1.Histogram({
            name: 'source_poll_seconds',
            help: 'Duration of polls of sources, waiting for the host included.',
            labelNames: ['type'],
            buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 120],
            registers,
        });
        this.hooks = new prom_client_1.Counter({
            name: 'source_hooks_total',
            help: 'Release webhooks that came, by forge and by what they were: news, other, or refused for their signature.',
            labelNames: ['forge', 'outcome'],
            registers,
        });
        const { now, secondsBetween } = database.dialect;
        const oldest = `SELECT MIN(next_at) AS at FROM source_host WHERE next_at <= ${now}`;
        gauges.add({
            name: 'source_oldest_due_seconds',
            help: 'For how long the longest due source has been waiting, those of hosts that rest included',
            // Nobody waits for what nobody is to ask.
            select: config.sourcesEnabled
                ? `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`
                : 'SELECT 0',
        });
        const failing = 'SELECT software_id FROM software_source WHERE failing_since IS NOT NULL LIMIT 10000';
        gauges.add({
            name: 'source_failing',
            help: 'Sources that failed when they were asked last, up to 10,000',
            select: `SELECT COUNT(*) FROM (${failing}) failing`,
        });
    }
    hook(forge, outcome) {
        this.hooks.inc({ forge, outcome });
    }
    polled(type, outcome, seconds) {
        this.polls.inc({ type, outcome });
        this.seconds.observe({ type }, seconds);
    }
};
exports.SourceMetrics = SourceMetrics;
exports.SourceMetrics = SourceMetrics = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [metrics_1.Metrics, database_gauges_1.DatabaseGauges, database_1.Database, config_1.Config])
], SourceMetrics);
//# sourceMappingURL=source.metrics.js.map