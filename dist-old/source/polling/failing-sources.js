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
exports.FailingSources = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../../database/database");
const rows_1 = require("../../database/rows");
/** Seconds for which a source fails before somebody is told. */
const REPORTED_AFTER = 86_400;
/** Seconds for which it fails to be named together with another of its host that has failed so long. */
const NAMED_TOGETHER_AFTER = 3_600;
/** Rows whose hosts go into one report; what is left comes with the next. */
const ROWS_AT_MOST = 200;
/** Which sources have failed for a day, and which of them the operator was told of. A success ends that. */
let FailingSources = class FailingSources {
    constructor(database) {
        this.database = database;
    }
    /** Whether the operator was not told of one yet. */
    async anyUnreported() {
        return (await this.unreportedHosts(this.database, 1)).length > 0;
    }
    /** The hosts of those that the operator was not told of. Their rows are held until the transaction ends: nobody else reports them. */
    hold(sql) {
        return this.unreportedHosts(sql, ROWS_AT_MOST, sql.dialect.forUpdate);
    }
    /**
     * Makes what fails at these hosts part of a report, also what has not failed for a day yet: when a host is down, its sources learn
     * of it one after another, and the operator should learn of it once.
     */
    async report(sql, hosts, reportId) {
        const { now, nowPlus } = sql.dialect;
        await sql.execute(`UPDATE software_source SET reported_at = ${now}, report_id = ?
       WHERE reported_at IS NULL AND failing_since <= ${nowPlus} AND host IN (${(0, rows_1.placeholders)(hosts.length)})`, [reportId, -NAMED_TOGETHER_AFTER, ...hosts]);
    }
    /** Those of a report that still fail, the longest first: at most `limit` of them, and how many they are. */
    async ofReport(reportId, limit) {
        const sources = await this.database.query(`SELECT s.software_id, p.name, s.type, s.failing_since, s.last_error
       FROM software_source s JOIN software p ON p.id = s.software_id
       WHERE s.report_id = ? ORDER BY s.failing_since, s.software_id LIMIT ${limit}`, [reportId]);
        const text = 'SELECT COUNT(*) AS total FROM software_source WHERE report_id = ?';
        return { sources, total: await this.database.count({ text, parameters: [reportId] }) };
    }
    async unreportedHosts(sql, limit, ending = '') {
        const rows = await sql.query(`SELECT host FROM software_source WHERE reported_at IS NULL AND failing_since <= ${sql.dialect.nowPlus}
       ORDER BY failing_since LIMIT ${limit} ${ending}`, [-REPORTED_AFTER]);
        return [...new Set(rows.map(({ host }) => host))];
    }
};
exports.FailingSources = FailingSources;
exports.FailingSources = FailingSources = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], FailingSources);
//# sourceMappingURL=failing-sources.js.map