import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { placeholders } from '../../database/rows';

/** A favorite whose alerts are due. */
export interface AlertRow {
  id: string;
  lifecycle_id: string | null;
  eol_on: string | null;
  alert_at: UtcTimestamp;
  support_notice: string | null;
}

/** Seconds after `alert_at`: a version in use may be corrected until then. */
export const SETTLED_AFTER = 600;

/** When the update check looks at the support of favorites: `alert_at`, by the index `favorite_alert`. */
@Injectable()
export class AlertTimeRepository {
  /** Locks up to `size` favorites that are due, skipping locked ones. */
  async claimDue(sql: Sql, now: UtcTimestamp, size: number): Promise<AlertRow[]> {
    const { byIndex, forUpdateSkipLocked, after } = sql.dialect;
    const due = await sql.query<{ id: string }>(
      `SELECT id FROM favorite ${byIndex('favorite_alert')} WHERE alert_at <= ${after('?', `-${SETTLED_AFTER}`)}
       ORDER BY alert_at, id LIMIT ${size} ${forUpdateSkipLocked}`,
      [now],
    );
    if (due.length === 0) return [];
    return sql.query<AlertRow>(
      `SELECT f.id, f.lifecycle_id, f.eol_on, f.alert_at, p.support_notice FROM favorite f
         LEFT JOIN favorite_policy p ON p.favorite_id = f.id
       WHERE f.id IN (${placeholders(due.length)})`,
      due.map(({ id }) => id),
    );
  }

  /** When to look at locked favorites next; null = not before something changes. */
  async setNext(sql: Sql, times: { id: string; at: UtcTimestamp | null }[]): Promise<void> {
    if (times.length === 0) return;
    await sql.execute(
      sql.dialect.updateJoined('favorite', {
        source: sql.dialect.givenRows({ id: 'text', next_alert: 'moment' }),
        on: 'e.id = favorite.id',
        set: 'alert_at = e.next_alert',
        where: '1 = 1',
      }),
      [JSON.stringify(times.map(({ id, at }) => [id, at]))],
    );
  }
}
