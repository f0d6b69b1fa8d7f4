"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.noteSnooze = noteSnooze;
exports.takeWoken = takeWoken;
const favorite_scope_1 = require("./favorite-scope");
/**
 * The end of a snooze is a reminder of what was told before it. `wake_at` keeps that end from the moment the snooze is written until a
 * check has seen to it, whatever happens to the favorite meanwhile.
 */
/**
 * After a policy was written. A snooze that is over already is none; one that ended, and that no check has seen yet, still reminds unless
 * another one follows it.
 */
async function noteSnooze(sql, favoriteId, until, now) {
    const wakeAt = until !== null && until > now ? until : null;
    await sql.execute('UPDATE favorite SET wake_at = COALESCE(?, CASE WHEN wake_at <= ? THEN wake_at ELSE NULL END) WHERE id = ?', [wakeAt, now, favoriteId]);
}
/**
 * Takes those whose snooze has ended, of favorites that this transaction holds. Nobody else takes them, and nobody loses them: who
 * reminds does so in the same transaction.
 * @returns their ids
 */
async function takeWoken(sql, scope, now) {
    const rows = await sql.query(`SELECT f.id FROM favorite f WHERE ${scope.condition('f')} AND f.wake_at <= ?`, [...scope.parameters, now]);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0)
        return ids;
    const { condition, parameters } = (0, favorite_scope_1.theseFavorites)(ids);
    await sql.execute(`UPDATE favorite SET wake_at = NULL WHERE ${condition('favorite')}`, parameters);
    return ids;
}
//# sourceMappingURL=snooze-end.js.map