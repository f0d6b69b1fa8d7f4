import { Injectable } from '@nestjs/common';
import type { Sql } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import { NotificationStateRepository } from './notification-state.repository';

/** The queued deliveries of one channel, for changes of that channel. The transaction has locked the channel. */
@Injectable()
export class ChannelDeliveryRepository {
  constructor(private readonly states: NotificationStateRepository) {}

  /** Cancels queued deliveries; an attempt in progress may finish. Index: delivery_channel_state. */
  async cancelQueuedOf(sql: Sql, channelId: string, reason: string): Promise<void> {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM delivery WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL`,
      [channelId],
    );
    for (const page of pagesOf(rows)) {
      const ids = page.map(({ id }) => id);
      await sql.execute(
        `UPDATE delivery SET state = 'cancelled', next_at = NULL, collect_at = NULL, digest_id = NULL, last_error = ?,
           updated_at = ${sql.dialect.now}
         WHERE id IN (${placeholders(ids.length)}) AND state = 'queued' AND claim_id IS NULL`,
        [reason, ...ids],
      );
      await this.states.refreshByDeliveries(sql, ids, 'pending');
    }
  }

  /** Makes queued deliveries due at once, except those that wait for a digest or are held back by the pace of their owner. */
  async releaseQueuedOf(sql: Sql, channelId: string): Promise<void> {
    const { now } = sql.dialect;
    const waiting = `state = 'queued' AND claim_id IS NULL AND next_at IS NOT NULL AND (held_until IS NULL OR held_until <= ${now})`;
    const rows = await sql.query<{ id: string }>(`SELECT id FROM delivery WHERE channel_id = ? AND ${waiting}`, [
      channelId,
    ]);
    for (const page of pagesOf(rows))
      await sql.execute(
        `UPDATE delivery SET next_at = ${now} WHERE id IN (${placeholders(page.length)}) AND ${waiting}`,
        page.map(({ id }) => id),
      );
  }
}
