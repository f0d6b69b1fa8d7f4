"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.LEASE_SECONDS = void 0;
exports.leaseDueRows = leaseDueRows;
exports.releaseRow = releaseRow;
exports.recordPersistently = recordPersistently;
const promises_1 = require("node:timers/promises");
const ids_1 = require("../common/ids");
const rows_1 = require("./rows");
/**
 * Seconds for which a claim holds: three times the longest attempt to send something, so that nobody has to renew it. When its
 * process dies, the row is due again by itself.
 */
exports.LEASE_SECONDS = 180;
const RECORD_RETRY_MS = 1_000;
/** At most `limit` due rows, held by nobody else until the lease ends: the database's clock alone decides. null: nothing is due. */
async function leaseDueRows(database, table, limit) {
    const claim = (0, ids_1.newId)();
    const { now, nowPlus, forUpdateSkipLocked } = database.dialect;
    return database.transaction(async (sql) => {
        const rows = await sql.query(`SELECT id FROM ${table} WHERE next_at <= ${now} ORDER BY next_at, id LIMIT ${limit} ${forUpdateSkipLocked}`);
        if (rows.length === 0)
            return null;
        const ids = rows.map(({ id }) => id);
        await sql.execute(`UPDATE ${table} SET claim_id = ?, attempts = attempts + 1, next_at = ${nowPlus}
       WHERE id IN (${(0, rows_1.placeholders)(ids.length)})`, [claim, exports.LEASE_SECONDS, ...ids]);
        return { claim, ids };
    });
}
/**
 * Ends the lease of a row. Fenced by the claim: who lost it changes nothing.
 * @param nextIn seconds until it is due again; null = never
 * @param counts whether this was an attempt
 * @returns whether the claim still held
 */
async function releaseRow(sql, table, row, nextIn, counts) {
    const changed = await sql.execute(`UPDATE ${table} SET claim_id = NULL, attempts = attempts - ?, next_at = ${nextIn === null ? 'NULL' : sql.dialect.nowPlus}
     WHERE id = ? AND claim_id = ?`, [counts ? 0 : 1, ...(nextIn === null ? [] : [nextIn]), row.id, row.claim_id]);
    return changed > 0;
}
/**
 * Writes down, in one transaction, what came of something that was sent. A provider that accepted and a record that is missing is where
 * doubles come from: so it is tried for half the lease, whatever goes wrong with the database meanwhile. `work` is fenced by its claim.
 */
async function recordPersistently(database, work) {
    const until = performance.now() + (exports.LEASE_SECONDS / 2) * 1_000;
    for (;;) {
        try {
            return await database.transaction(work);
        }
        catch (error) {
            if (performance.now() > until)
                throw error;
            await (0, promises_1.setTimeout)(RECORD_RETRY_MS);
        }
    }
}
//# sourceMappingURL=leased-rows.js.map