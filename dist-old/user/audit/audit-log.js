"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.RESOURCE_TYPES = exports.AUDIT_ACTIONS = void 0;
exports.audit = audit;
exports.auditProgress = auditProgress;
const ids_1 = require("../../common/ids");
/** `<type of the resource>.<what was done>` */
exports.AUDIT_ACTIONS = [
    'user.created',
    'token.created',
    'token.revoked',
    'profile.updated',
    'channel.created',
    'channel.updated',
    'channel.secret-rotated',
    'channel.confirmation-requested',
    'channel.confirmed',
    'channel.unsubscribed',
    'channel.disabled',
    'channel.deleted',
    'favorite.created',
    'favorite.updated',
    'favorite.policy-updated',
    'favorite.deleted',
    'software.source-set',
    'software.source-removed',
    'software.ordering-changed',
    'catalogue.imported',
];
const typeOf = (action) => action.split('.')[0];
exports.RESOURCE_TYPES = [...new Set(exports.AUDIT_ACTIONS.map(typeOf))];
const COLUMNS = 'id, user_id, means, credential, action, resource_type, resource_id, request_id, details, created_at';
/** Notes a change in the transaction that makes it: there is none without its entry, and no entry without a change. */
async function audit(sql, actor, action, resourceId, details = {}) {
    await insert(sql, (0, ids_1.newId)(), actor, action, resourceId, details);
}
/**
 * The same for what takes many transactions, such as an import: it has one entry, which each of them brings up to date. Cut off at any
 * moment, it says what was done until then.
 * @param id of the entry, the same each time
 */
async function auditProgress(sql, id, actor, action, details) {
    const known = await sql.execute('UPDATE audit_entry SET details = ? WHERE id = ?', [JSON.stringify(details), id]);
    if (known === 0)
        await insert(sql, id, actor, action, null, details);
}
async function insert(sql, id, { userId, means, credential, requestId }, action, resourceId, details) {
    await sql.execute(`INSERT INTO audit_entry (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${sql.dialect.now})`, [
        id,
        userId,
        means,
        credential,
        action,
        typeOf(action),
        resourceId,
        requestId,
        JSON.stringify(details),
    ]);
}
//# sourceMappingURL=audit-log.js.map