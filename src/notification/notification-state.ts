import type { Sql } from '../database/database';
import type { Dialect } from '../database/dialect';
import { placeholders } from '../database/rows';

export const NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'] as const;

/** What the deliveries of a row of `notification` add up to. Without the hints MySQL reads every delivery there is. */
function derived({ thenJoin, byIndex }: Dialect): string {
  const theirs = `delivery d ${byIndex('delivery_once')}`;
  const some = (state: string) =>
    `EXISTS (SELECT 1 FROM ${theirs} WHERE d.notification_id = notification.id AND d.state = '${state}')`;
  // Also of what is sent again by hand, whatever becomes of that.
  const accepted = `EXISTS (SELECT 1 FROM ${theirs} ${thenJoin} delivery_attempt a ${byIndex('PRIMARY')}
    ON a.delivery_id = d.id AND a.outcome = 'ok' WHERE d.notification_id = notification.id)`;
  return `CASE WHEN ${some('sent')} OR ${accepted} THEN 'sent' WHEN ${some('queued')} THEN 'pending'
    WHEN ${some('failed')} THEN 'failed' WHEN ${some('expired')} THEN 'expired' ELSE 'cancelled' END`;
}

/** Brings the states of notifications into line with their deliveries; in the transaction that changed those. */
export async function refreshStatesOf(sql: Sql, ids: string[]): Promise<void> {
  await sql.execute(
    `UPDATE notification SET state = ${derived(sql.dialect)} WHERE id IN (${placeholders(ids.length)})`,
    ids,
  );
}

/** The same for those of which a delivery was sent just now: whatever became of the others, that is what they add up to. */
export async function markSent(sql: Sql, ids: string[]): Promise<void> {
  await sql.execute(`UPDATE notification SET state = 'sent' WHERE id IN (${placeholders(ids.length)})`, ids);
}

/** The same for those of deliveries, at most one for each. Not by `id IN (SELECT …)`: for that MariaDB reads every notification there is. */
export async function refreshNotificationStates(sql: Sql, deliveryIds: string[], where = '1 = 1'): Promise<void> {
  const source = `SELECT d.notification_id FROM delivery d WHERE d.id IN (${placeholders(deliveryIds.length)})`;
  const parts = { source, on: 'e.notification_id = notification.id', set: `state = ${derived(sql.dialect)}`, where };
  await sql.execute(sql.dialect.updateJoined('notification', parts), deliveryIds);
}
