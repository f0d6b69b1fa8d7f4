import type { Sql } from '../database/database';

export const NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'] as const;

const some = (state: string) =>
  `EXISTS (SELECT 1 FROM delivery d WHERE d.notification_id = notification.id AND d.state = '${state}')`;

/** What the deliveries of a row of `notification` add up to. */
const DERIVED = `CASE WHEN ${some('sent')} THEN 'sent' WHEN ${some('queued')} THEN 'pending'
  WHEN ${some('failed')} THEN 'failed' WHEN ${some('expired')} THEN 'expired' ELSE 'cancelled' END`;

/** Brings the state of notifications into line with their deliveries; in the transaction that changed those. */
export async function refreshNotificationState(sql: Sql, condition: string, ...parameters: string[]): Promise<void> {
  await sql.execute(`UPDATE notification SET state = ${DERIVED} WHERE ${condition}`, parameters);
}

/** The same for those that go out in a digest. */
export async function refreshStatesOfDigest(sql: Sql, digestId: string): Promise<void> {
  const source = 'SELECT m.notification_id FROM delivery m WHERE m.digest_id = ?';
  const parts = { source, on: 'e.notification_id = notification.id', set: `state = ${DERIVED}`, where: '1 = 1' };
  await sql.execute(sql.dialect.updateJoined('notification', parts), [digestId]);
}
