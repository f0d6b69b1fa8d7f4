import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { Database } from '../database/database';
import { placeholders } from '../database/rows';

/**
 * Seconds for which a claim holds: three times the longest attempt, so that nobody has to renew it. When its process dies,
 * the delivery is due again by itself.
 */
export const LEASE_SECONDS = 180;

/** A delivery that this process holds, with all that decides whether and what to send. */
export interface ClaimedDelivery {
  id: string;
  claim_id: string;
  type: string;
  /** This attempt included. */
  attempts: number;
  expired: number;
  notification_id: string;
  notified_at: Moment;
  reminder: number;
  channel_id: string;
  /** null: the channel was deleted. */
  channel_settings: string | null;
  channel_enabled: number | null;
  /** The channel rests: it fails too often, or its receiver asked for a pause. */
  channel_blocked: number | null;
  /** The owner of its address has not agreed yet. */
  channel_unconfirmed: number | null;
  notifications_enabled: number;
  user_notifications_enabled: number;
  favorite_id: string;
  /** Its owner has put the version on the list of those to skip since. */
  skipped: number;
  software_id: string;
  software_name: string;
  software_url: string | null;
  publisher_id: string;
  publisher_name: string;
  tracked_id: string;
  tracked_version: string;
  tracked_key: string;
  tracked_created_at: Moment;
  version_id: string;
  version: string;
  version_key: string;
  version_standing: number;
  version_prerelease: number;
  version_created_at: Moment;
  released_at: Moment | null;
}

/** Claims due deliveries. Due time and lease are one indexed column: reclaiming after a crash costs no statement of its own. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: Database) {}

  /**
   * At most `limit` due deliveries, held by nobody else until the lease ends. The database's clock alone decides.
   * @param busy channels that have as much under way in this process as they may: theirs are left where they are
   */
  async claim(limit: number, busy: string[] = []): Promise<ClaimedDelivery[]> {
    const claim = newId();
    const { dialect } = this.database;
    const ids = await this.database.transaction(async (sql) => {
      const rows = await sql.query<{ id: string }>(
        `SELECT id FROM delivery WHERE next_at <= ${dialect.now}
           ${busy.length > 0 ? `AND channel_id NOT IN (${placeholders(busy.length)})` : ''}
         ORDER BY next_at, id LIMIT ${limit} ${dialect.forUpdateSkipLocked}`,
        busy,
      );
      if (rows.length === 0) return [];
      const found = rows.map(({ id }) => id);
      // The attempt is counted now: a message that kills its process is counted too, and ends with the schedule.
      await sql.execute(
        `UPDATE delivery SET claim_id = ?, attempts = attempts + 1, next_at = ${dialect.nowPlus}
         WHERE id IN (${placeholders(found.length)})`,
        [claim, LEASE_SECONDS, ...found],
      );
      return found;
    });
    return ids.length === 0 ? [] : this.load(ids, claim);
  }

  /** Gives a delivery back unsent: it is due again in `seconds`, and this was no attempt. */
  async giveBack(delivery: ClaimedDelivery, seconds: number): Promise<void> {
    await this.database.execute(
      `UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, next_at = ${this.database.dialect.nowPlus}
       WHERE id = ? AND claim_id = ?`,
      [seconds, delivery.id, delivery.claim_id],
    );
  }

  /** Gives it back until its channel may be used again. */
  async giveBackBlocked(delivery: ClaimedDelivery): Promise<void> {
    const { nowPlus } = this.database.dialect;
    await this.database.execute(
      `UPDATE delivery SET claim_id = NULL, attempts = attempts - 1,
         next_at = COALESCE((SELECT c.blocked_until FROM channel c WHERE c.id = delivery.channel_id), ${nowPlus})
       WHERE id = ? AND claim_id = ?`,
      [1, delivery.id, delivery.claim_id],
    );
  }

  private load(ids: string[], claim: string): Promise<ClaimedDelivery[]> {
    return this.database.query<ClaimedDelivery>(
      `SELECT d.id, d.claim_id, d.type, d.attempts, (d.expires_at <= ${this.database.dialect.now}) AS expired,
         n.id AS notification_id, n.created_at AS notified_at, n.reminder,
         d.channel_id, c.settings AS channel_settings, c.enabled AS channel_enabled,
         (c.blocked_until > ${this.database.dialect.now}) AS channel_blocked,
         (c.state = 'unconfirmed') AS channel_unconfirmed,
         f.notifications_enabled, u.notifications_enabled AS user_notifications_enabled,
         f.id AS favorite_id,
         EXISTS (SELECT 1 FROM favorite_skip k WHERE k.favorite_id = f.id AND k.version = v.version) AS skipped, s.id AS software_id, s.name AS software_name, s.url AS software_url,
         p.id AS publisher_id, p.name AS publisher_name,
         tv.id AS tracked_id, tv.version AS tracked_version, tv.version_key AS tracked_key,
         tv.created_at AS tracked_created_at,
         v.id AS version_id, v.version, v.version_key, v.standing AS version_standing,
         v.prerelease AS version_prerelease,
         v.created_at AS version_created_at, v.released_at
       FROM delivery d
         JOIN notification n ON n.id = d.notification_id
         JOIN favorite f ON f.id = n.favorite_id
         JOIN user u ON u.id = n.user_id
         JOIN software s ON s.id = n.software_id
         JOIN publisher p ON p.id = s.publisher_id
         JOIN version v ON v.id = n.version_id
         JOIN version tv ON tv.id = f.version_id
         LEFT JOIN channel c ON c.id = d.channel_id
       WHERE d.id IN (${placeholders(ids.length)}) AND d.claim_id = ?`,
      [...ids, claim],
    );
  }
}
