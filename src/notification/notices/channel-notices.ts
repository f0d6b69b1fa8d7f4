import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids';
import type { Moment } from '../../common/moment';
import { Database, type Sql } from '../../database/database';
import { type LeasedRow, leaseDueRows, recordPersistently, releaseRow } from '../../database/leased-rows';
import { placeholders } from '../../database/rows';

const TABLE = 'channel_notice';
const LIFE_SECONDS = 7 * 86_400;
const WAYS_AT_MOST = 5;

/** A notice that this process holds. */
export interface ClaimedNotice extends LeasedRow {
  expired: number;
  /** Seconds since it was queued. */
  age: number;
  created_at: Moment;
  about_channel_id: string;
  about_type: string;
  about_name: string;
  reason: string;
  /** The channel that it is about is as the notice says; null: it was deleted. */
  about_disabled: number | null;
  /** The channel through which it goes. */
  channel_id: string;
  type: string;
  /** null: it was deleted. */
  settings: string | null;
  usable: number | null;
  /** Seconds for which it rests; null or not above 0 = it does not. */
  rests_for: number | string | null;
}

interface Way {
  id: string;
  type: string;
  is_default: number;
  about_type: string;
  about_name: string;
}

/** The queue of notices about channels that the service switched off: due time and lease are one column, as for deliveries. */
@Injectable()
export class ChannelNotices {
  constructor(private readonly database: Database) {}

  /**
   * Queues a notice through each other channel that its owner would be reached by. To be called before the channel is switched
   * off, in that transaction, which holds its row: so there is one notice, however many processes find it gone.
   */
  async write(sql: Sql, aboutId: string, reason: string): Promise<void> {
    const { now, nowPlus, keepExisting } = sql.dialect;
    for (const way of await this.waysFor(sql, aboutId))
      await sql.execute(
        `INSERT INTO ${TABLE} (id, about_channel_id, about_type, about_name, reason, channel_id, type,
           next_at, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ${now}, ${nowPlus}, ${now}) ${keepExisting(TABLE)}`,
        [newId(), aboutId, way.about_type, way.about_name, reason, way.id, way.type, LIFE_SECONDS],
      );
  }

  /** At most `limit` due notices, held by nobody else until the lease ends. */
  async claim(limit: number): Promise<ClaimedNotice[]> {
    const lease = await leaseDueRows(this.database, TABLE, limit);
    if (!lease) return [];
    const { now, secondsBetween } = this.database.dialect;
    return this.database.query<ClaimedNotice>(
      `SELECT n.id, n.claim_id, n.attempts, (n.expires_at <= ${now}) AS expired, n.created_at,
         ${secondsBetween('n.created_at', now)} AS age,
         n.about_channel_id, n.about_type, n.about_name, n.reason, (a.state = 'disabled') AS about_disabled,
         n.channel_id, n.type, c.settings, (c.enabled = 1 AND c.state IN ('ok', 'failing') AND u.disabled_at IS NULL) AS usable,
         ${secondsBetween(now, 'c.blocked_until')} AS rests_for
       FROM ${TABLE} n
         LEFT JOIN channel a ON a.id = n.about_channel_id
         LEFT JOIN channel c ON c.id = n.channel_id
         LEFT JOIN user u ON u.id = c.user_id
       WHERE n.id IN (${placeholders(lease.ids.length)}) AND n.claim_id = ?`,
      [...lease.ids, lease.claim],
    );
  }

  /** It is due again in so many seconds. */
  async postpone(notice: ClaimedNotice, seconds: number, counts: boolean): Promise<void> {
    await recordPersistently(
      this.database,
      async (sql) => void (await releaseRow(sql, TABLE, notice, seconds, counts)),
    );
  }

  /** It was sent, or never will be. */
  async end({ id, claim_id }: ClaimedNotice): Promise<void> {
    await recordPersistently(this.database, async (sql) => {
      await sql.execute(`DELETE FROM ${TABLE} WHERE id = ? AND claim_id = ?`, [id, claim_id]);
    });
  }

  /** The owner's default channels, or all when none of those can be used. None for a channel that he had switched off himself. */
  private async waysFor(sql: Sql, aboutId: string): Promise<Way[]> {
    const ways = await sql.query<Way>(
      `SELECT c.id, c.type, c.is_default, a.type AS about_type, a.name AS about_name
       FROM channel a JOIN channel c ON c.user_id = a.user_id AND c.id <> a.id
       WHERE a.id = ? AND a.enabled = 1 AND c.enabled = 1 AND c.state IN ('ok', 'failing')
       ORDER BY c.is_default DESC, c.created_at, c.id LIMIT ${WAYS_AT_MOST}`,
      [aboutId],
    );
    return ways[0]?.is_default ? ways.filter((way) => way.is_default) : ways;
  }
}
