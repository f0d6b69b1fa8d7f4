"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.holdUser = holdUser;
exports.demandAtMost = demandAtMost;
const problem_1 = require("../../common/problem/problem");
/**
 * Holds a user until the transaction ends: of two requests that create something at a time, on whichever replicas, the second one sees
 * what the first one made.
 */
async function holdUser(sql, userId) {
    await sql.query(`SELECT id FROM user WHERE id = ? ${sql.dialect.forUpdate}`, [userId]);
}
/**
 * After one more was inserted, in a transaction that holds the user. It has an index that begins with the user.
 * @throws Problem limit-reached
 */
async function demandAtMost(sql, what, userId, limit) {
    const beyond = await sql.query(`SELECT id FROM ${what} WHERE user_id = ? LIMIT 1 OFFSET ${limit}`, [userId]);
    if (beyond.length > 0)
        throw new problem_1.Problem('limit-reached', `A user has at most ${limit} ${what}s.`, [], {}, { limit });
}
//# sourceMappingURL=possessions.js.map