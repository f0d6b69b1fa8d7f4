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
var DatabaseGauges_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.DatabaseGauges = void 0;
const promises_1 = require("node:timers/promises");
const common_1 = require("@nestjs/common");
const prom_client_1 = require("prom-client");
const metrics_1 = require("../common/metrics");
const database_1 = require("./database");
/** A scrape waits no longer for the database: Prometheus gives up after ten seconds by itself, and would then know nothing at all. */
const WITHIN_MS = 2_000;
/**
 * Gauges whose values are in the database, and so the same on every replica. One statement reads all of them at each scrape. While the
 * database does not answer they are left out, and every other metric is told as ever.
 */
let DatabaseGauges = DatabaseGauges_1 = class DatabaseGauges {
    constructor(metrics, database) {
        this.metrics = metrics;
        this.database = database;
        this.logger = new common_1.Logger(DatabaseGauges_1.name);
        this.selects = [];
        this.reading = null;
        this.gauge('database_up', 'Whether the database has answered this scrape within two seconds.', (values) => values ? 1 : 0);
        this.addConnections();
    }
    add({ name, help, select }) {
        this.selects.push(`SELECT '${name}' AS name, (${select}) AS value`);
        this.gauge(name, `${help}; the same on every replica.`, (values) => values?.get(name));
    }
    gauge(name, help, valueOf) {
        const read = () => this.read();
        new prom_client_1.Gauge({
            name,
            help,
            registers: [this.metrics.registry],
            async collect() {
                const value = valueOf(await read());
                if (value === undefined)
                    this.remove();
                else
                    this.set(value);
            },
        });
    }
    /** One reading at a time: a database that hangs must not get one more of them with each scrape. */
    read() {
        this.reading ??= this.ask().finally(() => (this.reading = null));
        return Promise.race([this.reading, (0, promises_1.setTimeout)(WITHIN_MS, null, { ref: false })]);
    }
    async ask() {
        try {
            const rows = await this.database.query(this.selects.join(' UNION ALL '));
            return new Map(rows.map(({ name, value }) => [name, Number(value)]));
        }
        catch (error) {
            this.logger.warn({ msg: 'metrics not read from the database', err: error });
            return null;
        }
    }
    addConnections() {
        const registers = [this.metrics.registry];
        const usage = () => this.database.usage();
        new prom_client_1.Gauge({
            name: 'database_connections',
            help: 'Connections of this process to the database, by state: used or idle.',
            labelNames: ['state'],
            registers,
            collect() {
                const { used, idle } = usage();
                this.set({ state: 'used' }, used);
                this.set({ state: 'idle' }, idle);
            },
        });
        new prom_client_1.Gauge({
            name: 'database_waiting',
            help: 'Statements and transactions of this process that wait for a connection.',
            registers,
            collect() {
                this.set(usage().waiting);
            },
        });
    }
};
exports.DatabaseGauges = DatabaseGauges;
exports.DatabaseGauges = DatabaseGauges = DatabaseGauges_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [metrics_1.Metrics,
        database_1.Database])
], DatabaseGauges);
//# sourceMappingURL=database-gauges.js.map