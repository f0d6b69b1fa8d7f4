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
exports.HostQueue = exports.LEASE_SECONDS = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../../common/ids");
const database_1 = require("../../database/database");
const rows_1 = require("../../database/rows");
/** Seconds for which a claim holds. When its process dies, another takes the host up after them. */
exports.LEASE_SECONDS = 300;
/** Due hosts and the due sources of each. The database's clock alone decides. */
let HostQueue = class HostQueue {
    constructor(database) {
        this.database = database;
    }
    /** At most `limit` hosts that are due, rest no more and are held by nobody. */
    async claim(limit) {
        const { now, nowPlus, forUpdateSkipLocked } = this.database.dialect;
        const free = `next_at <= ${now} AND (held_until IS NULL OR held_until <= ${now}) AND (rest_until IS NULL OR rest_until <= ${now})`;
        const select = `SELECT host FROM source_host WHERE ${free} ORDER BY next_at, host LIMIT ${limit}`;
        // Most of the time nothing is: a look without a transaction.
        if ((await this.database.query(select)).length === 0)
            return [];
        const claim = (0, ids_1.newId)();
        return this.database.transaction(async (sql) => {
            const rows = await sql.query(`${select} ${forUpdateSkipLocked}`);
            if (rows.length === 0)
                return [];
            await sql.execute(`UPDATE source_host SET claim_id = ?, held_until = ${nowPlus} WHERE host IN (${(0, rows_1.placeholders)(rows.length)})`, [claim, exports.LEASE_SECONDS, ...rows.map(({ host }) => host)]);
            return rows.map(({ host }) => ({ host, claim }));
        });
    }
    /** @returns false when the claim is over */
    async renew({ host, claim }) {
        const renewed = await this.database.execute(`UPDATE source_host SET held_until = ${this.database.dialect.nowPlus} WHERE host = ? AND claim_id = ?`, [exports.LEASE_SECONDS, host, claim]);
        return renewed > 0;
    }
    /**
     * The sources of a host that are due, the longest due first.
     * @param after the last of those that were read before; null = from the first
     */
    async due({ host }, after, limit) {
        const { now, secondsBetween } = this.database.dialect;
        const further = after === null ? '' : 'AND next_at >= ? AND (next_at > ? OR software_id > ?)';
        return this.database.queryPrepared(`SELECT software_id, type, settings, revision, interval_seconds, etag, last_modified, answer_hash, failures, next_at,
         CASE WHEN again_at <= ${now} THEN again_at END AS again_at, ${secondsBetween('released_at', now)} AS age
       FROM software_source WHERE host = ? AND next_at <= ${now} ${further} ORDER BY next_at, software_id LIMIT ${limit}`, [host, ...(after === null ? [] : [after.next_at, after.next_at, after.software_id])]);
    }
    /**
     * Lets go of a host: it is due when the first of its sources is.
     * @param rest seconds for which it wants to be left alone; null = it did not say
     */
    async release({ host, claim }, rest) {
        await this.database.transaction(async (sql) => {
            // Held before its sources are read: who makes one due meanwhile writes the host afterwards.
            const held = await sql.query(`SELECT host FROM source_host WHERE host = ? AND claim_id = ? ${sql.dialect.forUpdate}`, [host, claim]);
            if (held.length === 0)
                return;
            const nextAt = await firstDue(sql, host);
            if (nextAt === null)
                return void (await sql.execute('DELETE FROM source_host WHERE host = ?', [host]));
            await sql.execute(`UPDATE source_host SET claim_id = NULL, held_until = NULL, next_at = ?${rest === null ? '' : `, rest_until = ${sql.dialect.nowPlus}`}
         WHERE host = ?`, [nextAt, ...(rest === null ? [] : [rest]), host]);
        });
    }
};
exports.HostQueue = HostQueue;
exports.HostQueue = HostQueue = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], HostQueue);
async function firstDue(sql, host) {
    const rows = await sql.query('SELECT next_at FROM software_source WHERE host = ? ORDER BY next_at LIMIT 1', [host]);
    return rows[0]?.next_at ?? null;
}
//# sourceMappingURL=host-queue.js.map