import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import type { Moment } from '../common/moment';
import { Database, type Parameter, type Sql } from '../database/database';
import type { Dialect } from '../database/dialect';
import { LEASE_SECONDS } from '../database/leased-rows';
import { pagesOf, placeholders } from '../database/rows';
import type { Told } from '../favorite/favorite-flags';
import { skips } from '../favorite/compared-versions';
import { HEADLESS_AFTER, putOffMembers } from './digest/digest-groups';
import { EXPIRES_AFTER } from './digest/holding';
import { DueWindow } from './due-window';

/** A delivery of a digest, with what decides whether it is still wanted and where it stands. */
export interface DigestMember {
  id: string;
  expired: number;
  favorite_id: string;
  reminder: number;
  notified_at: Moment;
  notifications_enabled: number;
  user_notifications_enabled: number;
  user_disabled: number;
  /** Its owner has put the version on the list of those to skip since. */
  skipped: number;
  /** Its owner has taken it to other software since. */
  moved: number;
  /** The key of the version that the favorite is offered by now; null = none. */
  offered_key: string | null;
  /** Sent by hand: whatever the hour. */
  at_once: number;
  software_name: string;
  tag_pattern: string | null;
  tracked_version: string;
  tracked_key: string;
  version: string;
  version_key: string;
  version_standing: number;
}

/** A delivery that this process holds, with all that decides whether and what to send. Of a digest it is the head. */
export interface ClaimedDelivery extends DigestMember {
  claim_id: string;
  digest_id: string | null;
  /** Whether an attempt was made already. */
  tried: number;
  /** By the clock of the database. */
  now: Moment;
  type: string;
  /** This attempt included. */
  attempts: number;
  /** Seconds since it was queued, or since its digest was due. */
  age: number;
  /** Attempts that came to nothing because their process ended. */
  deaths: number;
  lane: string;
  notification_id: string;
  channel_id: string;
  channel_quiet_hours: string | null;
  time_zone: string;
  /** null: the channel was deleted. */
  channel_settings: string | null;
  channel_enabled: number | null;
  /** The channel rests: it fails too often, or its receiver asked for a pause. */
  channel_blocked: number | null;
  /** The owner of its address has not agreed yet. */
  channel_unconfirmed: number | null;
  software_id: string;
  software_url: string | null;
  publisher_id: string;
  publisher_name: string;
  tracked_id: string;
  tracked_created_at: Moment;
  version_id: string;
  version_prerelease: number;
  has_policy: number;
  version_created_at: Moment;
  released_at: Moment | null;
  notes_url: string | null;
}

/** Who decides which of the due deliveries this process can start at once. */
export interface Picker {
  readonly free: number;
  /** @returns false when it refuses it */
  take(delivery: Candidate): boolean;
  refuses(delivery: Candidate): boolean;
  /** What has as much under way in this process as it may: it is left where it is. */
  full(): { channels: string[]; lanes: string[] };
}

export interface Candidate {
  id: string;
  channel_id: string;
  lane: string;
  type: string;
  digest_id: string | null;
}

/** Candidates that are held for a moment in one statement: more than are taken, as another replica may have the first of them. */
const AT_LEAST = 32;

/** Claims due deliveries. Due time and lease are one indexed column: reclaiming after a crash costs no statement of its own. */
@Injectable()
export class DeliveryQueue {
  private readonly window = new DueWindow();

  constructor(private readonly database: Database) {}

  /**
   * The due deliveries that are picked, held by nobody else until the lease ends. The database's clock alone decides. Next to nothing
   * is claimed to wait: what is true of it now is to be true when it is sent. Who claims the head of a digest holds all of it.
   * @param newPicker is asked anew whenever the transaction has to be run again
   */
  async claim(newPicker: () => Picker): Promise<ClaimedDelivery[]> {
    const claim = newId();
    const { dialect } = this.database;
    let gone = new Set<string>();
    const ids = await this.database.transaction(async (sql) => {
      gone = new Set();
      const picked = await this.pick(sql, newPicker(), gone);
      if (picked.length === 0) return [];
      // The attempt is counted now: a message that kills its process is counted too, and ends with the schedule.
      await sql.execute(
        `UPDATE delivery SET claim_id = ?, attempts = attempts + 1, next_at = ${dialect.nowPlus}
         WHERE id IN (${placeholders(picked.length)})`,
        [claim, LEASE_SECONDS, ...picked.map(({ id }) => id)],
      );
      for (const { digest_id: digestId } of picked)
        if (digestId !== null) await putOffMembers(sql, digestId, LEASE_SECONDS + HEADLESS_AFTER, claim);
      return picked.map(({ id }) => id);
    });
    this.window.forget(gone);
    return ids.length === 0 ? [] : this.load(ids, claim);
  }

  /** All that is left of a digest, while the claim holds. */
  async membersOf(delivery: ClaimedDelivery): Promise<DigestMember[]> {
    const members: DigestMember[] = [];
    for (const page of await memberPages(this.database, delivery)) {
      const rows = await this.database.query<DigestMember>(
        `SELECT ${this.memberColumns} FROM ${tablesOf(this.database.dialect)}
         WHERE d.id IN (${placeholders(page.length)}) AND d.claim_id = ?`,
        [...page, delivery.claim_id],
      );
      for (const row of rows) members.push(row);
    }
    return members;
  }

  /** More of some members of a digest, in this order. Whose favorite is deleted meanwhile is missing. */
  async loadMembers(ids: string[], claim: string): Promise<ClaimedDelivery[]> {
    const rows = new Map((await this.load(ids, claim)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  /** Whether anything is due, whoever could send it. */
  async anyDue(): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM delivery WHERE next_at <= ${this.database.dialect.now} LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** @returns those that are taken; `gone` gets what need not be looked at again once this is done */
  private async pick(sql: Sql, picker: Picker, gone: Set<string>): Promise<Candidate[]> {
    const picked: Candidate[] = [];
    while (picker.free > 0) {
      const ids = await this.window.startable(sql, picker, gone, Math.max(AT_LEAST, picker.free));
      if (ids.length === 0) break;
      const rows = await sql.query<Candidate>(
        `SELECT id, channel_id, lane, type, digest_id FROM delivery
         WHERE id IN (${placeholders(ids.length)}) AND next_at <= ${sql.dialect.now} ORDER BY next_at, id
         ${sql.dialect.forUpdateSkipLocked}`,
        ids,
      );
      // Somebody else is at the same ones: look at what is due now.
      if (rows.length === 0) this.window.clear();
      const taken = rows.filter((row) => picker.take(row));
      picked.push(...taken);
      const left = new Set(rows.filter((row) => !taken.includes(row)).map(({ id }) => id));
      for (const id of ids) if (!left.has(id)) gone.add(id);
    }
    return picked;
  }

  /** Gives a delivery back unsent: it is due again in `seconds`, and this was no attempt. */
  async giveBack(delivery: ClaimedDelivery, seconds: number): Promise<void> {
    const { now, after } = this.database.dialect;
    await this.atOnce(delivery, (sql) => this.putBack(sql, delivery, after(now, String(seconds))));
  }

  /** Gives it back until its channel may be used again. */
  async giveBackBlocked(delivery: ClaimedDelivery): Promise<void> {
    const { now, after } = this.database.dialect;
    const blocked = 'SELECT c.blocked_until FROM channel c WHERE c.id = delivery.channel_id';
    await this.atOnce(delivery, (sql) => this.putBack(sql, delivery, `COALESCE((${blocked}), ${after(now, '1')})`));
  }

  /** One row is written by one statement, a digest in pages. */
  private atOnce({ digest_id }: ClaimedDelivery, write: (sql: Sql) => Promise<void>): Promise<void> {
    return digest_id === null ? write(this.database) : this.database.transaction(write);
  }

  /**
   * Gives it back until the quiet hours of its channel end. What was never tried is collected anew, with all else that is held back
   * until then; what was tried keeps its key, and the digest its members.
   * @param notHeld members that may go out all the same
   */
  async giveBackQuiet(delivery: ClaimedDelivery, until: Moment, notHeld: string[]): Promise<void> {
    await this.database.transaction(async (sql) => {
      if (delivery.tried || delivery.attempts > 1) return this.putBack(sql, delivery, '?', [until]);
      for (const page of pagesOf(notHeld)) await this.collectAnew(sql, delivery, page, sql.dialect.now);
      for (const page of await memberPages(sql, delivery)) await this.collectAnew(sql, delivery, page, '?', [until]);
    });
  }

  private async collectAnew(
    sql: Sql,
    { claim_id }: ClaimedDelivery,
    ids: string[],
    at: string,
    values: Parameter[] = [],
  ): Promise<void> {
    await sql.execute(
      `UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, digest_id = NULL, next_at = NULL, collect_at = ${at}
       WHERE id IN (${placeholders(ids.length)}) AND claim_id = ?`,
      [...values, ...ids, claim_id],
    );
  }

  private async putBack(sql: Sql, delivery: ClaimedDelivery, at: string, values: Parameter[] = []): Promise<void> {
    const due = dueAt(sql.dialect, delivery, at, values);
    for (const page of await memberPages(sql, delivery))
      await sql.execute(
        `UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, ${due.text}
         WHERE id IN (${placeholders(page.length)}) AND claim_id = ?`,
        [...due.parameters, ...page, delivery.claim_id],
      );
  }

  private get memberColumns(): string {
    return `d.id, (d.expires_at <= ${this.database.dialect.now}) AS expired, f.id AS favorite_id, n.reminder,
      n.created_at AS notified_at, f.notifications_enabled, u.notifications_enabled AS user_notifications_enabled,
      (u.disabled_at IS NOT NULL) AS user_disabled,
      ${skips(this.database.dialect, 'f', 'v')} AS skipped, (f.software_id <> n.software_id) AS moved, d.at_once,
      (SELECT ov.version_key FROM version ov WHERE ov.id = f.available_version_id) AS offered_key,
      s.name AS software_name, s.tag_pattern, tv.version AS tracked_version, tv.version_key AS tracked_key,
      v.version, v.version_key, v.standing AS version_standing`;
  }

  private load(ids: string[], claim: string): Promise<ClaimedDelivery[]> {
    const { now, secondsBetween } = this.database.dialect;
    const collectedFor = `${secondsBetween('d.expires_at', now)} + ${EXPIRES_AFTER}`;
    return this.database.query<ClaimedDelivery>(
      `SELECT ${this.memberColumns}, d.claim_id, d.digest_id, d.type, d.lane, d.attempts, ${now} AS now,
         CASE WHEN d.digest_id IS NULL THEN ${secondsBetween('d.created_at', now)} ELSE ${collectedFor} END AS age,
         d.attempts - 1 - (SELECT COUNT(*) FROM delivery_attempt a WHERE a.delivery_id = d.id AND a.no < d.attempts) AS deaths,
         EXISTS (SELECT 1 FROM delivery_attempt a WHERE a.delivery_id = d.id) AS tried,
         n.id AS notification_id,
         d.channel_id, c.settings AS channel_settings, c.enabled AS channel_enabled,
         c.quiet_hours AS channel_quiet_hours, u.time_zone,
         (c.blocked_until > ${now}) AS channel_blocked,
         (c.state = 'unconfirmed') AS channel_unconfirmed,
         s.id AS software_id, s.url AS software_url, p.id AS publisher_id, p.name AS publisher_name,
         tv.id AS tracked_id, tv.created_at AS tracked_created_at,
         v.id AS version_id, v.prerelease AS version_prerelease, f.has_policy,
         v.created_at AS version_created_at, v.released_at, v.notes_url
       FROM ${tablesOf(this.database.dialect)}
         ${this.database.dialect.thenJoin} publisher p ON p.id = s.publisher_id
         LEFT JOIN channel c ON c.id = d.channel_id
       WHERE d.id IN (${placeholders(ids.length)}) AND d.claim_id = ?`,
      [...ids, claim],
    );
  }
}

const tablesOf = ({ thenJoin }: Dialect) => `delivery d
  ${thenJoin} notification n ON n.id = d.notification_id
  ${thenJoin} favorite f ON f.id = n.favorite_id
  ${thenJoin} user u ON u.id = n.user_id
  ${thenJoin} software s ON s.id = n.software_id
  ${thenJoin} version v ON v.id = n.version_id
  ${thenJoin} version tv ON tv.id = f.version_id`;

interface Part {
  text: string;
  parameters: Parameter[];
}

export const toldBy = ({ favorite_id, software_id, version_id }: ClaimedDelivery): Told => ({
  favoriteId: favorite_id,
  softwareId: software_id,
  versionId: version_id,
});

/** The ids of a delivery, or of the members of a digest, in pages. Whether the claim still holds is for the statement that uses them. */
export async function memberPages(sql: Sql, { id, digest_id }: ClaimedDelivery): Promise<string[][]> {
  if (digest_id === null) return [[id]];
  const members = await sql.query<{ id: string }>('SELECT id FROM delivery WHERE digest_id = ?', [digest_id]);
  return pagesOf(members.map((member) => member.id));
}

/**
 * Assignments by which these rows are due again. Of a digest the head is, and the others look after it.
 * @param at an expression; its parameters are `values`
 */
export function dueAt(dialect: Dialect, delivery: ClaimedDelivery, at: string, values: Parameter[] = []): Part {
  if (delivery.digest_id === null) return { text: `next_at = ${at}`, parameters: values };
  return {
    text: `next_at = CASE WHEN id = ? THEN ${at} ELSE NULL END,
      collect_at = CASE WHEN id = ? THEN NULL ELSE ${dialect.after(at, String(HEADLESS_AFTER))} END`,
    parameters: [delivery.id, ...values, delivery.id, ...values],
  };
}
