import { Injectable } from '@nestjs/common';
import { idsOf, newId } from '../../../common/ids';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Sql } from '../../../database/database';
import { LEASE_SECONDS } from '../../../database/leased-rows';
import { executeIn } from '../../../database/pages';
import { pagesOf, placeholders } from '../../../database/rows';
import { urgencyOf } from '../../../favorite/store/risk.repository';
import type { TimingRow } from './timing';

/** Members of one message. */
const MEMBERS_AT_MOST = 10_000;
/** Channels whose digests are built before the next claim. */
const CHANNELS_AT_ONCE = 20;
/**
 * Seconds after the due time of a head at which its members are checked for one: its favorite may be deleted, or it was resent alone
 * by hand.
 */
export const HEADLESS_AFTER = 120;

/** Seconds for which a delivery is tried; of one that waits, from the time of its digest. */
export const EXPIRES_AFTER = 7 * 86_400;

export interface DueMember {
  id: string;
  digest_id: string | null;
}

/** A waiting delivery, with the facts that decide when it is sent. */
export interface WaitingRow extends TimingRow {
  id: string;
  tag_pattern: string | null;
  kind: string;
  /** See `DigestMember`. */
  urgency: number;
  tracked_version: string;
  version: string;
}

/** The waiting deliveries to reschedule: those of one channel, or of all channels of a user. */
export type WaitingOf = { channelId: string } | { userId: string };

/** Deliveries that wait for a digest or for the end of quiet hours (`collect_at`), and digests (`digest_id`). */
@Injectable()
export class DigestRepository {
  constructor(private readonly database: Database) {}

  /** The channels whose waiting deliveries have been due longest, by the index `delivery_collect`. */
  async dueChannels(): Promise<string[]> {
    const rows = await this.database.query<{ channel_id: string }>(
      `SELECT DISTINCT channel_id FROM (
         SELECT channel_id FROM delivery WHERE collect_at <= ${this.database.dialect.now}
         ORDER BY collect_at LIMIT ${MEMBERS_AT_MOST}) due LIMIT ${CHANNELS_AT_ONCE}`,
    );
    return rows.map(({ channel_id }) => channel_id);
  }

  /** Locks a channel, unless another transaction has. @returns false when it is locked or was deleted */
  async tryLockChannel(sql: Sql, channelId: string): Promise<boolean> {
    const rows = await sql.query(`SELECT id FROM channel WHERE id = ? ${sql.dialect.forUpdateSkipLocked}`, [channelId]);
    return rows.length > 0;
  }

  /** Locks what is due of a channel for a digest, by the index `delivery_channel_state`. */
  lockDue(sql: Sql, channelId: string): Promise<DueMember[]> {
    const { now, forUpdate } = sql.dialect;
    return sql.query<DueMember>(
      `SELECT id, digest_id FROM delivery WHERE channel_id = ? AND state = 'queued' AND collect_at <= ${now}
       ORDER BY collect_at, id LIMIT ${MEMBERS_AT_MOST} ${forUpdate}`,
      [channelId],
    );
  }

  /** Makes a digest of these deliveries; the first one becomes its head. The key of a single one is its own id, as if it had not waited. */
  async create(sql: Sql, [head, ...members]: string[]): Promise<void> {
    if (head === undefined) return;
    const digestId = members.length === 0 ? head : newId();
    const { now, nowPlus } = sql.dialect;
    await sql.execute(`UPDATE delivery SET digest_id = ?, next_at = ${now}, collect_at = NULL WHERE id = ?`, [
      digestId,
      head,
    ]);
    for (const page of pagesOf(members))
      await sql.execute(
        `UPDATE delivery SET digest_id = ?, collect_at = ${nowPlus} WHERE id IN (${placeholders(page.length)})`,
        [digestId, HEADLESS_AFTER, ...page],
      );
  }

  /** Members whose head is gone: one of them becomes the head, and is due now. */
  async recoverHead(sql: Sql, digestId: string): Promise<void> {
    await this.makeHead(sql, digestId, sql.dialect.now);
    await this.postponeMembers(sql, digestId, HEADLESS_AFTER);
  }

  /** Claims the members of a digest whose head was claimed. Should the head be gone when the lease ends, they get another one. */
  claimMembers(sql: Sql, digestId: string, claim: string): Promise<void> {
    return this.postponeMembers(sql, digestId, LEASE_SECONDS + HEADLESS_AFTER, claim);
  }

  /** A member takes the place of a claimed head that was left out of its digest. @returns the head; null when none is left */
  keepClaimedHead(sql: Sql, digestId: string): Promise<string | null> {
    return this.makeHead(sql, digestId, sql.dialect.after(sql.dialect.now, String(LEASE_SECONDS)));
  }

  /** Makes due deliveries of a deleted channel due one by one, so that each is cancelled. */
  async releaseOrphans(sql: Sql, channelId: string): Promise<void> {
    const { now } = sql.dialect;
    const orphans = await sql.query<{ id: string }>(
      `SELECT d.id FROM delivery d WHERE d.channel_id = ? AND d.state = 'queued' AND d.collect_at <= ${now}
         AND NOT EXISTS (SELECT 1 FROM channel c WHERE c.id = d.channel_id) LIMIT ${MEMBERS_AT_MOST}`,
      [channelId],
    );
    const release = `UPDATE delivery SET next_at = ${now}, collect_at = NULL, digest_id = NULL WHERE state = 'queued' AND collect_at <= ${now}`;
    await executeIn(sql, idsOf(orphans), (places) => `${release} AND id IN (${places})`);
  }

  /** The deliveries of channels with a timing that were written at `now`, by the index `delivery_collect`. */
  async writtenAt(sql: Sql, now: UtcTimestamp): Promise<string[]> {
    const rows = await sql.query<{ id: string }>('SELECT id FROM delivery WHERE collect_at = ? AND created_at = ?', [
      now,
      now,
    ]);
    return idsOf(rows);
  }

  /** Waiting deliveries that are in no digest yet. */
  async waiting(sql: Sql, of: WaitingOf): Promise<string[]> {
    const { text, parameter } = channelsOf(of);
    const rows = await sql.query<{ id: string }>(
      `SELECT d.id FROM delivery d
       WHERE ${text} AND d.state = 'queued' AND d.collect_at IS NOT NULL AND d.digest_id IS NULL`,
      [parameter],
    );
    return idsOf(rows);
  }

  /**
   * What was tried before and waits for its next time becomes due now: the claim looks at its quiet hours again. Deliveries that the pace
   * of their owner holds back stay. Locks them.
   */
  async makePostponedDue(sql: Sql, of: WaitingOf): Promise<void> {
    const { now, forUpdate } = sql.dialect;
    const { text, parameter } = channelsOf(of);
    const rows = await sql.query<{ id: string }>(
      `SELECT d.id FROM delivery d WHERE ${text} AND d.state = 'queued' AND d.collect_at IS NULL AND d.claim_id IS NULL
         AND d.next_at > ${now}
         AND (d.held_until IS NULL OR d.held_until <= ${now}) ORDER BY d.id ${forUpdate}`,
      [parameter],
    );
    for (const page of pagesOf(rows))
      await sql.execute(`UPDATE delivery SET next_at = ${now} WHERE id IN (${placeholders(page.length)})`, idsOf(page));
  }

  loadWaiting(sql: Sql, ids: string[]): Promise<WaitingRow[]> {
    const { thenJoin } = sql.dialect;
    return sql.query<WaitingRow>(
      `SELECT d.id, c.digest, c.quiet_hours, u.time_zone, n.kind, s.tag_pattern, tv.version AS tracked_version, v.version,
         ${urgencyOf(sql.dialect)} AS urgency
       FROM delivery d
         ${thenJoin} channel c ON c.id = d.channel_id
         ${thenJoin} user u ON u.id = c.user_id
         ${thenJoin} notification n ON n.id = d.notification_id
         ${thenJoin} favorite f ON f.id = n.favorite_id
         ${thenJoin} software s ON s.id = n.software_id
         ${thenJoin} version tv ON tv.id = f.version_id
         ${thenJoin} version v ON v.id = COALESCE(n.version_id, f.version_id)
         LEFT JOIN favorite_risk r ON r.favorite_id = f.id
       WHERE d.id IN (${placeholders(ids.length)})`,
      ids,
    );
  }

  /** These wait no longer: each goes out by itself. */
  async makeDue(sql: Sql, ids: string[], now: UtcTimestamp): Promise<void> {
    await sql.execute(`UPDATE delivery SET next_at = ?, collect_at = NULL WHERE id IN (${placeholders(ids.length)})`, [
      now,
      ...ids,
    ]);
  }

  /** These wait until `until`, unless they are in a digest by now. */
  async waitUntil(sql: Sql, ids: string[], until: UtcTimestamp): Promise<void> {
    // Compared like this, because SQLite would otherwise go through all that waits, by the index of digests.
    await sql.execute(
      `UPDATE delivery SET next_at = NULL, collect_at = ?, expires_at = ${sql.dialect.after('?', String(EXPIRES_AFTER))}
       WHERE id IN (${placeholders(ids.length)}) AND (collect_at IS NOT NULL) = 1 AND (digest_id IS NULL) = 1`,
      [until, until, ...ids],
    );
  }

  /**
   * The first member becomes the head of its digest, unless there is one.
   * @param at when it is due, an expression without parameters
   */
  private async makeHead(sql: Sql, digestId: string, at: string): Promise<string | null> {
    const [head] = await sql.query<{ id: string }>(
      'SELECT id FROM delivery WHERE digest_id = ? AND collect_at IS NULL AND next_at IS NOT NULL LIMIT 1',
      [digestId],
    );
    if (head) return head.id;
    // Not ORDER BY id LIMIT 1: MariaDB would go through all deliveries in the order of their ids until it meets a member.
    const [first] = await sql.query<{ id: string | null }>(
      'SELECT MIN(id) AS id FROM delivery WHERE digest_id = ? AND collect_at IS NOT NULL',
      [digestId],
    );
    if (!first?.id) return null;
    await sql.execute(`UPDATE delivery SET next_at = ${at}, collect_at = NULL WHERE id = ?`, [first.id]);
    return first.id;
  }

  /** The members but the head are checked for a head in so many seconds. */
  private async postponeMembers(sql: Sql, digestId: string, seconds: number, claim?: string): Promise<void> {
    const claims = claim === undefined ? '' : 'claim_id = ?, attempts = attempts + 1,';
    const members = await sql.query<{ id: string }>(
      'SELECT id FROM delivery WHERE digest_id = ? AND collect_at IS NOT NULL',
      [digestId],
    );
    // Compared like this, because SQLite would otherwise go through the whole digest for each page.
    for (const page of pagesOf(members))
      await sql.execute(
        `UPDATE delivery SET ${claims} collect_at = ${sql.dialect.nowPlus}
         WHERE id IN (${placeholders(page.length)}) AND (digest_id = ?) = 1 AND (collect_at IS NOT NULL) = 1`,
        [...(claim === undefined ? [] : [claim]), seconds, ...idsOf(page), digestId],
      );
  }
}

function channelsOf(of: WaitingOf): { text: string; parameter: string } {
  if ('channelId' in of) return { text: 'd.channel_id = ?', parameter: of.channelId };
  return { text: 'd.channel_id IN (SELECT c.id FROM channel c WHERE c.user_id = ?)', parameter: of.userId };
}
