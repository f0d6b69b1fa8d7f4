import { Injectable } from '@nestjs/common';
import type { Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { placeholders } from '../../database/rows';

export const NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'] as const;
/** Selects notifications by their deliveries. */
export const NOTIFICATION_KINDS = ['update', 'support.ending', 'support.ended'] as const;
export const DELIVERY_STATES = ['queued', 'sent', 'failed', 'cancelled', 'expired'] as const;

/** Keeps the states of notifications in line with their deliveries, in the transaction that changes those. */
@Injectable()
export class NotificationStateRepository {
  async refresh(sql: Sql, ids: string[]): Promise<void> {
    await sql.execute(
      `UPDATE notification SET state = ${derivedState(sql.dialect)} WHERE id IN (${placeholders(ids.length)})`,
      ids,
    );
  }

  /** @param which notifications of these deliveries: all, or only those that are pending */
  async refreshByDeliveries(sql: Sql, deliveryIds: string[], which: 'all' | 'pending' = 'all'): Promise<void> {
    // Not by id IN (SELECT …), nor with DISTINCT: MariaDB would read every notification there is.
    const parts = {
      source: `SELECT d.notification_id FROM delivery d WHERE d.id IN (${placeholders(deliveryIds.length)})`,
      on: 'e.notification_id = notification.id',
      set: `state = ${derivedState(sql.dialect)}`,
      where: which === 'all' ? '1 = 1' : `notification.state = 'pending'`,
    };
    await sql.execute(sql.dialect.updateJoined('notification', parts), deliveryIds);
  }
}

/** The state of a row of `notification` from its deliveries. Without the hints MySQL reads every delivery there is. */
function derivedState({ thenJoin, byIndex }: Dialect): string {
  const theirs = `delivery d ${byIndex('delivery_once')}`;
  const some = (state: string) =>
    `EXISTS (SELECT 1 FROM ${theirs} WHERE d.notification_id = notification.id AND d.state = '${state}')`;
  // An accepted delivery that is resent by hand stays accepted, whatever becomes of it.
  const accepted = `EXISTS (SELECT 1 FROM ${theirs} ${thenJoin} delivery_attempt a ${byIndex('PRIMARY')}
    ON a.delivery_id = d.id AND a.outcome = 'ok' WHERE d.notification_id = notification.id)`;
  return `CASE WHEN ${some('sent')} OR ${accepted} THEN 'sent' WHEN ${some('queued')} THEN 'pending'
    WHEN ${some('failed')} THEN 'failed' WHEN ${some('expired')} THEN 'expired' ELSE 'cancelled' END`;
}
