import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { Database, type Sql } from '../database/database';
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
  /** Seconds since it was queued. */
  age: number;
  /** Attempts that came to nothing because their process ended. */
  deaths: number;
  lane: string;
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

/** Who decides which of the due deliveries this process can start at once. */
export interface Picker {
  readonly free: number;
  take(delivery: Candidate): boolean;
  /** What has as much under way in this process as it may: it is left where it is. */
  full(): { channels: string[]; lanes: string[] };
}

export interface Candidate {
  id: string;
  channel_id: string;
  lane: string;
  type: string;
}

/** Candidates that are looked at, and held for that moment, in one statement. */
const AT_ONCE = 32;

/** Claims due deliveries. Due time and lease are one indexed column: reclaiming after a crash costs no statement of its own. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: Database) {}

  /**
   * The due deliveries that are picked, held by nobody else until the lease ends. The database's clock alone decides. Nothing is
   * claimed to wait: what is true of it now is true when it is sent.
   * @param newPicker is asked anew whenever the transaction has to be run again
   */
  async claim(newPicker: () => Picker): Promise<ClaimedDelivery[]> {
    const claim = newId();
    const { dialect } = this.database;
    const ids = await this.database.transaction(async (sql) => {
      const picked = await this.pick(sql, newPicker());
      if (picked.length === 0) return [];
      // The attempt is counted now: a message that kills its process is counted too, and ends with the schedule.
      await sql.execute(
        `UPDATE delivery SET claim_id = ?, attempts = attempts + 1, next_at = ${dialect.nowPlus}
         WHERE id IN (${placeholders(picked.length)})`,
        [claim, LEASE_SECONDS, ...picked],
      );
      return picked;
    });
    return ids.length === 0 ? [] : this.load(ids, claim);
  }

  /** Whether anything is due, whoever could send it. */
  async anyDue(): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM delivery WHERE next_at <= ${this.database.dialect.now} LIMIT 1`,
    );
    return rows.length > 0;
  }

  private async pick(sql: Sql, picker: Picker): Promise<string[]> {
    const picked: string[] = [];
    while (picker.free > 0) {
      const { channels, lanes } = picker.full();
      const rows = await sql.query<Candidate>(
        `SELECT id, channel_id, lane, type FROM delivery WHERE next_at <= ${sql.dialect.now}
           ${noneOf('id', picked)} ${noneOf('channel_id', channels)} ${noneOf('lane', lanes)}
         ORDER BY next_at, id LIMIT ${AT_ONCE} ${sql.dialect.forUpdateSkipLocked}`,
        [...picked, ...channels, ...lanes],
      );
      for (const row of rows) if (picker.take(row)) picked.push(row.id);
      if (rows.length < AT_ONCE) break;
    }
    return picked;
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
    const { now, secondsBetween } = this.database.dialect;
    return this.database.query<ClaimedDelivery>(
      `SELECT d.id, d.claim_id, d.type, d.lane, d.attempts, (d.expires_at <= ${now}) AS expired,
         ${secondsBetween('d.created_at', now)} AS age,
         d.attempts - 1 - (SELECT COUNT(*) FROM delivery_attempt a WHERE a.delivery_id = d.id AND a.no < d.attempts) AS deaths,
         n.id AS notification_id, n.created_at AS notified_at, n.reminder,
         d.channel_id, c.settings AS channel_settings, c.enabled AS channel_enabled,
         (c.blocked_until > ${now}) AS channel_blocked,
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

const noneOf = (column: string, values: string[]) =>
  values.length === 0 ? '' : `AND ${column} NOT IN (${placeholders(values.length)})`;
