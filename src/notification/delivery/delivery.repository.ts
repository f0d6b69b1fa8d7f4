import { Injectable } from '@nestjs/common';
import { idsOf, newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { LEASE_SECONDS } from '../../database/leased-rows';
import { TimedPages, executeIn, queryIn } from '../../database/pages';
import { pagesOf, placeholders } from '../../database/rows';
import type { NotifiedVersion } from '../../favorite/store/favorite-state.repository';
import type { Result, Candidate, ClaimedDelivery } from './claimed-delivery';
import { DeliveryAttemptRepository } from './delivery-attempt.repository';
import { DigestRepository, EXPIRES_AFTER, HEADLESS_AFTER } from './digest/digest.repository';
import { NotificationQueueRepository } from './notification-queue.repository';
import type { UnsentEnd } from './still-wanted';

/** Due deliveries that are read at once. */
export const DUE_AT_ONCE = 500;

/** Deliveries that were claimed together. */
export interface Claimed {
  claim: string;
  ids: string[];
  /** How long their attempt took, if it was accepted. */
  ms?: number;
}

/** What takes no more deliveries now. */
export interface Unstartable {
  channels: Set<string>;
  destinations: Set<string>;
  types: Set<string>;
}

/** The queue of deliveries. Due time and lease are one indexed column, so a delivery whose process died is due again without further ado. */
@Injectable()
export class DeliveryRepository {
  constructor(
    private readonly database: Database,
    private readonly digests: DigestRepository,
    private readonly notifications: NotificationQueueRepository,
    private readonly attempts: DeliveryAttemptRepository,
  ) {}

  /**
   * Due deliveries, the longest due first, without those of full channels, destinations and types. Reads the index `delivery_due`, past all that is due
   * of the full ones; locks nothing.
   * @param seconds only those that became due in this time
   */
  findDue({ channels, destinations, types }: Unstartable, seconds: number | null = null): Promise<Candidate[]> {
    const { now, nowPlus, byIndex } = this.database.dialect;
    // With many due, or entries of the index still to be purged, MySQL would otherwise read and sort the whole table.
    return this.database.query<Candidate>(
      `SELECT id, channel_id, destination, type, digest_id FROM delivery ${byIndex('delivery_due')}
       WHERE next_at <= ${now} ${seconds === null ? '' : `AND next_at >= ${nowPlus}`} ${noneOf('channel_id', channels)} ${noneOf('destination', destinations)} ${noneOf('type', types)}
       ORDER BY next_at, id LIMIT ${DUE_AT_ONCE}`,
      [...(seconds === null ? [] : [-seconds]), ...channels, ...destinations, ...types],
    );
  }

  async anyDue(): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM delivery WHERE next_at <= ${this.database.dialect.now} LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** A condition: whether one is to be sent, or to be put into a digest. Indexes: `delivery_due`, `delivery_collect`. */
  anyToHandle(): string {
    const { now, byIndex } = this.database.dialect;
    const any = (index: string, column: string) =>
      `EXISTS (SELECT 1 FROM delivery ${byIndex(index)} WHERE ${column} <= ${now})`;
    return `${any('delivery_due', 'next_at')} OR ${any('delivery_collect', 'collect_at')}`;
  }

  /**
   * Claims some of these deliveries until the lease ends; with the head of a digest all of its members. Locks the rows by primary key and skips those
   * that another transaction has locked.
   * @param choose picks from those that are still due, the longest due first; called again whenever the transaction is retried
   * @returns the claimed deliveries, and the ids that are no longer due
   */
  async claim(ids: string[], choose: (due: Candidate[]) => string[]): Promise<{ claimed: Claimed; gone: string[] }> {
    const claim = newId();
    const { now, nowPlus, forUpdateSkipLocked } = this.database.dialect;
    return this.database.transaction(async (sql) => {
      const due = await sql.query<Candidate>(
        `SELECT id, channel_id, destination, type, digest_id FROM delivery
         WHERE id IN (${placeholders(ids.length)}) AND next_at <= ${now} ORDER BY next_at, id ${forUpdateSkipLocked}`,
        ids,
      );
      const chosen = new Set(choose(due));
      if (chosen.size > 0) {
        // The attempt counts from now on: also a message that kills its process comes to the end of its schedule.
        await sql.execute(
          `UPDATE delivery SET claim_id = ?, attempts = attempts + 1, next_at = ${nowPlus}
           WHERE id IN (${placeholders(chosen.size)})`,
          [claim, LEASE_SECONDS, ...chosen],
        );
        for (const { id, digest_id } of due)
          if (digest_id !== null && chosen.has(id)) await this.digests.claimMembers(sql, digest_id, claim);
      }
      const left = new Set(due.flatMap(({ id }) => (chosen.has(id) ? [] : [id])));
      return { claimed: { claim, ids: [...chosen] }, gone: ids.filter((id) => !left.has(id)) };
    });
  }

  /** The ids of a delivery, or of the members of a digest, in pages. Whether the claim still holds is for the next statement to check. */
  async memberPages({ id, digest_id }: ClaimedDelivery, sql: Sql = this.database): Promise<string[][]> {
    if (digest_id === null) return [[id]];
    const members = await sql.query<{ id: string }>('SELECT id FROM delivery WHERE digest_id = ?', [digest_id]);
    return pagesOf(members.map((member) => member.id));
  }

  /** Ends the claim of an unsent delivery, which is due again in `seconds`. It does not count as an attempt. */
  async giveBack(delivery: ClaimedDelivery, seconds: number): Promise<void> {
    const { now, after } = this.database.dialect;
    await this.whole(delivery, (sql) => this.postpone(sql, delivery, after(now, String(seconds))));
  }

  /** As `giveBack`, until its channel may be used again. */
  async giveBackBlocked(delivery: ClaimedDelivery): Promise<void> {
    const { now, after } = this.database.dialect;
    const blocked = 'SELECT c.blocked_until FROM channel c WHERE c.id = delivery.channel_id';
    await this.whole(delivery, (sql) => this.postpone(sql, delivery, `COALESCE((${blocked}), ${after(now, '1')})`));
  }

  /**
   * As `giveBack`, until the quiet hours of its channel end. What was never tried is gathered anew, with all else that waits
   * until then; what was tried keeps its key, and the digest its members.
   * @param excepted members that may go out all the same
   */
  async giveBackQuiet(delivery: ClaimedDelivery, until: UtcTimestamp, excepted: string[]): Promise<void> {
    await this.database.transaction(async (sql) => {
      if (delivery.tried || delivery.attempts > 1) return this.postpone(sql, delivery, '?', [until]);
      for (const page of pagesOf(excepted)) await this.gatherAgain(sql, delivery, page, sql.dialect.now);
      for (const page of await this.memberPages(delivery, sql))
        await this.gatherAgain(sql, delivery, page, '?', [until]);
    });
  }

  /**
   * Records the outcomes of claimed deliveries, and ends their claims.
   * @param head of a digest
   * @returns how many were still claimed
   */
  async finish(sql: Sql, claimed: Claimed[], result: Result, head: string | null = null): Promise<number> {
    const { now, after } = sql.dialect;
    const due =
      result.nextIn === null
        ? { text: 'next_at = NULL, collect_at = NULL', parameters: [] }
        : dueAt(sql.dialect, head, after(now, String(result.nextIn)));
    const sent = result.state === 'sent' ? acceptedBy(claimed, result) : { text: '', parameters: [] };
    const rows = claimed.map(({ ids }) => `(id IN (${placeholders(ids.length)}) AND claim_id = ?)`);
    return sql.execute(
      `UPDATE delivery SET state = ?, ${due.text}${sent.text}, claim_id = NULL, last_error = ?, attempts = attempts - ?, updated_at = ${now}
       WHERE ${rows.join(' OR ')}`,
      [
        ...[result.state, ...due.parameters, ...sent.parameters, result.error, result.counts ? 0 : 1],
        ...claimed.flatMap(({ claim, ids }) => [...ids, claim]),
      ],
    );
  }

  /** Ends members of a claimed digest, and takes them out of it. */
  async leaveOut(sql: Sql, { claim, ids }: Claimed, { state, reason }: UnsentEnd): Promise<void> {
    await sql.execute(
      `UPDATE delivery SET state = ?, last_error = ?, next_at = NULL, collect_at = NULL, digest_id = NULL, claim_id = NULL,
         attempts = attempts - 1, updated_at = ${sql.dialect.now} WHERE id IN (${placeholders(ids.length)}) AND claim_id = ?`,
      [state, reason, ...ids, claim],
    );
  }

  /** The newest version that each favorite was notified of by these deliveries. */
  async newestVersions(sql: Sql, ids: string[]): Promise<NotifiedVersion[]> {
    const { thenJoin } = sql.dialect;
    return sql.query<NotifiedVersion>(
      `SELECT newest.favorite_id AS favoriteId, newest.software_id AS softwareId, newest.version_id AS versionId FROM (
         SELECT n.favorite_id, n.software_id, n.version_id,
           ROW_NUMBER() OVER (PARTITION BY n.favorite_id ORDER BY v.version_key DESC, v.id) AS place
         FROM delivery d ${thenJoin} notification n ON n.id = d.notification_id ${thenJoin} version v ON v.id = n.version_id
         WHERE d.id IN (${placeholders(ids.length)})) newest
       WHERE newest.place = 1`,
      ids,
    );
  }

  /** Locks these deliveries against being deleted. @returns which of them exist */
  async lockExisting(sql: Sql, ids: string[]): Promise<string[]> {
    const locked = (places: string) =>
      `SELECT id FROM delivery WHERE id IN (${places}) ORDER BY id ${sql.dialect.forShare}`;
    return idsOf(await queryIn<{ id: string }>(sql, ids, locked));
  }

  /**
   * Queues the deliveries of a notification again, due at `now`, through these channels; not one that is being sent.
   * @returns those that are due now, in the order of their ids
   */
  async requeue(
    sql: Sql,
    notificationId: string,
    channels: string[],
    now: UtcTimestamp,
  ): Promise<{ id: string; destination: string }[]> {
    const theirs = `notification_id = ? AND claim_id IS NULL AND channel_id IN (${placeholders(channels.length)})`;
    await this.attempts.keepAccepted(sql, theirs, [notificationId, ...channels]);
    await sql.execute(
      `UPDATE delivery SET state = 'queued', next_at = ?, expires_at = ${sql.dialect.nowPlus}, updated_at = ?,
         collect_at = NULL, digest_id = NULL, at_once = 1, held_until = NULL
       WHERE ${theirs}`,
      [now, EXPIRES_AFTER, now, notificationId, ...channels],
    );
    return sql.query(`SELECT id, destination FROM delivery WHERE ${theirs} AND next_at = ? ORDER BY id`, [
      notificationId,
      ...channels,
      now,
    ]);
  }

  /** Cancels the queued deliveries of a channel that the transaction has locked; an attempt in progress may finish. Index: delivery_channel_state. */
  async cancelOfChannel(sql: Sql, channelId: string, reason: string, atMost?: number): Promise<number> {
    const limit = atMost === undefined ? '' : `LIMIT ${atMost}`;
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM delivery WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL ${limit}`,
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
      await this.notifications.refreshByDeliveries(sql, ids, 'pending');
    }
    return rows.length;
  }

  /** The same for a channel that is gone, in pages of their own. Those that a process dies before are cancelled when they are due. */
  async cancelOfDeleted(channelId: string): Promise<void> {
    const pages = new TimedPages(500);
    const cancel = (size: number) => (sql: Sql) =>
      this.cancelOfChannel(sql, channelId, 'the channel was deleted', size);
    while ((await pages.run((size) => this.database.transaction(cancel(size)))) > 0);
  }

  /** Makes the queued deliveries of a channel due at once, except those that wait for a digest or are held back by the pace of their owner. */
  async releaseOfChannel(sql: Sql, channelId: string): Promise<void> {
    const { now } = sql.dialect;
    const waiting = `state = 'queued' AND claim_id IS NULL AND next_at IS NOT NULL AND (held_until IS NULL OR held_until <= ${now})`;
    const theirs = `SELECT id FROM delivery WHERE channel_id = ? AND ${waiting}`;
    const release = (places: string) => `UPDATE delivery SET next_at = ${now} WHERE id IN (${places}) AND ${waiting}`;
    await executeIn(sql, idsOf(await sql.query<{ id: string }>(theirs, [channelId])), release);
  }

  /** A single row is written by one statement, a digest in pages. */
  private whole({ digest_id }: ClaimedDelivery, write: (sql: Sql) => Promise<void>): Promise<void> {
    return digest_id === null ? write(this.database) : this.database.transaction(write);
  }

  private async gatherAgain(
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

  private async postpone(sql: Sql, delivery: ClaimedDelivery, at: string, values: Parameter[] = []): Promise<void> {
    const due = dueAt(sql.dialect, delivery.digest_id === null ? null : delivery.id, at, values);
    for (const page of await this.memberPages(delivery, sql))
      await sql.execute(
        `UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, ${due.text}
         WHERE id IN (${placeholders(page.length)}) AND claim_id = ?`,
        [...due.parameters, ...page, delivery.claim_id],
      );
  }
}

/** Which versions of which favorites these cancelled deliveries (so many `?`) were about: `favorite_id`, `version_id`. */
export const cancelledVersions = ({ thenJoin }: Dialect, deliveries: number) =>
  `SELECT DISTINCT n.favorite_id, n.version_id FROM delivery d ${thenJoin} notification n ON n.id = d.notification_id
   WHERE d.id IN (${placeholders(deliveries)}) AND n.state = 'cancelled'`;

/** Assignments that write down accepted attempts. */
function acceptedBy(claimed: Claimed[], { code }: Result) {
  const [first, ...others] = claimed;
  // The ids of a page of a digest are not given twice.
  if (others.length === 0) return { text: ', sent_ms = ?, sent_code = ?', parameters: [Math.round(first!.ms!), code!] };
  const which = claimed.map(({ ids }) => `WHEN id IN (${placeholders(ids.length)}) THEN ?`);
  const took = claimed.flatMap(({ ids, ms }) => [...ids, Math.round(ms!)]);
  return { text: `, sent_ms = CASE ${which.join(' ')} END, sent_code = ?`, parameters: [...took, code!] };
}

const noneOf = (column: string, values: Set<string>) =>
  values.size === 0 ? '' : `AND ${column} NOT IN (${placeholders(values.size)})`;

/**
 * Assignments by which rows are due again.
 * @param head of a digest: it is due, and the other members are checked for a head after it; null = no digest
 * @param at an expression; its parameters are `values`
 */
function dueAt(dialect: Dialect, head: string | null, at: string, values: Parameter[] = []) {
  if (head === null) return { text: `next_at = ${at}`, parameters: values };
  return {
    text: `next_at = CASE WHEN id = ? THEN ${at} ELSE NULL END,
      collect_at = CASE WHEN id = ? THEN NULL ELSE ${dialect.after(at, String(HEADLESS_AFTER))} END`,
    parameters: [head, ...values, head, ...values],
  };
}
