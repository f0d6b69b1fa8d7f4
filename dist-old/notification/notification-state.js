"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.NOTIFICATION_STATES = void 0;
exports.refreshStatesOf = refreshStatesOf;
exports.refreshNotificationStates = refreshNotificationStates;
const rows_1 = require("../database/rows");
exports.NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'];
const some = (state) => `EXISTS (SELECT 1 FROM delivery d WHERE d.notification_id = notification.id AND d.state = '${state}')`;
/** What the deliveries of a row of `notification` add up to. */
const DERIVED = `CASE WHEN ${some('sent')} THEN 'sent' WHEN ${some('queued')} THEN 'pending'
  WHEN ${some('failed')} THEN 'failed' WHEN ${some('expired')} THEN 'expired' ELSE 'cancelled' END`;
/** Brings the states of notifications into line with their deliveries; in the transaction that changed those. */
async function refreshStatesOf(sql, ids) {
    await sql.execute(`UPDATE notification SET state = ${DERIVED} WHERE id IN (${(0, rows_1.placeholders)(ids.length)})`, ids);
}
/**
 * The same for those of many deliveries. Not by `id IN (SELECT …)`: for that MariaDB reads every notification there is.
 * @param deliveries a condition on rows `d` of delivery, at most one for each notification
 * @param where a condition on the notifications, without parameters
 */
async function refreshNotificationStates(sql, deliveries, parameters, where = '1 = 1') {
    const source = `SELECT d.notification_id FROM delivery d WHERE ${deliveries}`;
    const parts = { source, on: 'e.notification_id = notification.id', set: `state = ${DERIVED}`, where };
    await sql.execute(sql.dialect.updateJoined('notification', parts), parameters);
}
//# sourceMappingURL=notification-state.js.map