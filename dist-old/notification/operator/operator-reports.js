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
exports.OperatorReports = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../../common/ids");
const database_1 = require("../../database/database");
const leased_rows_1 = require("../../database/leased-rows");
const rows_1 = require("../../database/rows");
const failing_sources_1 = require("../../source/polling/failing-sources");
const TABLE = 'operator_report';
const LIFE_SECONDS = 7 * 86_400;
/** Seconds from one report to the next: what fails meanwhile comes together. */
const PAUSE_SECONDS = 6 * 3_600;
/** The queue of messages to the operator: due time and lease are one column, as for deliveries. */
let OperatorReports = class OperatorReports {
    constructor(database, failing) {
        this.database = database;
        this.failing = failing;
    }
    /** Queues a report of sources that have failed for a day, when there are any. One transaction marks them and writes it. */
    async write() {
        // Most of the time nothing is: a look without a transaction.
        if (!(await this.failing.anyUnreported()))
            return;
        await this.database.transaction(async (sql) => {
            const { now, nowPlus } = sql.dialect;
            // Held first: whoever else is about to write one waits here, and then finds this one.
            const hosts = await this.failing.hold(sql);
            if (hosts.length === 0 || (await this.wasOneLately(sql)))
                return;
            const id = (0, ids_1.newId)();
            await this.failing.report(sql, hosts, id);
            await sql.execute(`INSERT INTO ${TABLE} (id, next_at, expires_at, created_at) VALUES (?, ${now}, ${nowPlus}, ${now})`, [id, LIFE_SECONDS]);
            await sql.execute(`DELETE FROM ${TABLE} WHERE next_at IS NULL AND created_at <= ${nowPlus}`, [-LIFE_SECONDS]);
        });
    }
    /** At most `limit` due reports, held by nobody else until the lease ends. */
    async claim(limit) {
        const lease = await (0, leased_rows_1.leaseDueRows)(this.database, TABLE, limit);
        if (!lease)
            return [];
        const { now, secondsBetween } = this.database.dialect;
        return this.database.query(`SELECT id, claim_id, attempts, (expires_at <= ${now}) AS expired, ${secondsBetween('created_at', now)} AS age, created_at
       FROM ${TABLE} WHERE id IN (${(0, rows_1.placeholders)(lease.ids.length)}) AND claim_id = ?`, [...lease.ids, lease.claim]);
    }
    /** It is due again in so many seconds. */
    async postpone(report, seconds, counts) {
        await this.release(report, seconds, counts);
    }
    /** It was sent, or is given up. */
    async end(report) {
        await this.release(report, null, true);
    }
    /** There is nothing to tell any more: it is as if it had never been. */
    async drop({ id, claim_id }) {
        await this.database.execute(`DELETE FROM ${TABLE} WHERE id = ? AND claim_id = ?`, [id, claim_id]);
    }
    release(report, nextIn, counts) {
        return (0, leased_rows_1.recordPersistently)(this.database, async (sql) => void (await (0, leased_rows_1.releaseRow)(sql, TABLE, report, nextIn, counts)));
    }
    async wasOneLately(sql) {
        const rows = await sql.query(`SELECT id FROM ${TABLE} WHERE created_at > ${sql.dialect.nowPlus} LIMIT 1`, [
            -PAUSE_SECONDS,
        ]);
        return rows.length > 0;
    }
};
exports.OperatorReports = OperatorReports;
exports.OperatorReports = OperatorReports = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        failing_sources_1.FailingSources])
], OperatorReports);
//# sourceMappingURL=operator-reports.js.map