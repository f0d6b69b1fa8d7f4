import { Injectable, Logger } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { Semaphore } from '../../common/concurrency/semaphore';
import { Database, type Transaction } from '../../database/database';
import { isUnavailable } from '../../database/errors';
import { recordPersistently } from '../../database/leased-rows';
import { pagesOf } from '../../database/rows';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { ChannelHealth } from './channel-health';
import type { Attempt, DeliveryEnd, Result, ClaimedDelivery } from './claimed-delivery';
import { DeliveryAttemptRepository, fitsDelivery, type LoggedAttempt } from './delivery-attempt.repository';
import { cancelledVersions, type Claimed, DeliveryRepository } from './delivery.repository';
import { DigestRepository } from './digest/digest.repository';
import { NotificationQueueRepository } from './notification-queue.repository';
import type { UnsentEnd } from './still-wanted';

/** Milliseconds after which the next transaction begins beside one that is stuck: somebody has locked one of its rows. */
const PATIENCE_MS = 2_000;

interface Waiting {
  attempt: Attempt;
  resolve(): void;
  reject(error: unknown): void;
}

/** Records the outcomes of claimed deliveries. Fenced by their claims: a process that has lost one changes nothing. */
@Injectable()
export class DeliveryRecorder {
  private readonly logger = new Logger(DeliveryRecorder.name);
  private readonly turns = new Semaphore(1, PATIENCE_MS);
  private waiting: Waiting[] = [];

  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryRepository,
    private readonly digests: DigestRepository,
    private readonly attempts: DeliveryAttemptRepository,
    private readonly notifications: NotificationQueueRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly health: ChannelHealth,
  ) {}

  /** Ends a delivery that was not sent, and never will be. */
  async end(delivery: ClaimedDelivery, { state, reason }: UnsentEnd): Promise<DeliveryEnd> {
    const result: Result = { state, nextIn: null, error: reason, counts: false };
    await recordPersistently(this.database, async (sql) => {
      const pages = await this.deliveries.memberPages(delivery, sql);
      const changed = await this.finish(sql, claimedPages(delivery, pages), delivery, result);
      if (changed > 0) for (const ids of pages) await this.settleUnsent(sql, ids);
    });
    return state;
  }

  /**
   * Ends members of a digest that are left out of it. When its head is among them, another member becomes the head.
   * @returns the head
   */
  async endMembers(delivery: ClaimedDelivery, ended: { id: string; end: UnsentEnd }[]): Promise<ClaimedDelivery> {
    if (ended.length === 0) return delivery;
    const { claim_id: claim, digest_id: digestId } = delivery;
    const isHeadOut = ended.some(({ id }) => id === delivery.id);
    let head: string | null = null;
    await recordPersistently(this.database, async (sql) => {
      for (const same of groupBy(ended, ({ end }) => end.reason).values())
        for (const page of pagesOf(same.map(({ id }) => id))) {
          await this.deliveries.leaveOut(sql, { claim, ids: page }, same[0]!.end);
          await this.settleUnsent(sql, page);
        }
      head = isHeadOut ? await this.digests.keepClaimedHead(sql, digestId!) : null;
    });
    return { ...delivery, id: head ?? delivery.id };
  }

  /** Number of attempts that wait for the next transaction. */
  get waitingNow(): number {
    return this.waiting.length;
  }

  /**
   * Records an attempt, together with all that ended during the previous transaction: a busy destination costs few transactions, and a
   * single attempt does not wait. Resolves when it is committed.
   */
  record(attempt: Attempt): Promise<void> {
    // A digest may have thousands of members, so it is recorded on its own.
    if (attempt.delivery.digest_id !== null) return this.recordAlone(attempt);
    return new Promise((resolve, reject) => {
      this.waiting.push({ attempt, resolve, reject });
      void this.turns.run(() => this.recordWaiting());
    });
  }

  private async recordWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    const attempts = batch.map(({ attempt }) => attempt);
    if (attempts.length > 1)
      try {
        await this.recordTogether(attempts);
        for (const { resolve } of batch) resolve();
        return;
      } catch (error) {
        this.logger.debug({ msg: 'deliveries are written down one by one', deliveries: batch.length, err: error });
      }
    await Promise.all(batch.map(({ attempt, resolve, reject }) => this.recordAlone(attempt).then(resolve, reject)));
  }

  /**
   * Records attempts of single deliveries in one transaction.
   * @throws when one of their claims is lost: each is then to be recorded by itself
   */
  async recordTogether(attempts: Attempt[]): Promise<void> {
    await this.database.transaction((sql) => this.write(sql, attempts));
  }

  /** Records one attempt, and tries for half of the lease: an outcome that is not recorded means that the message is sent twice. */
  async recordAlone(attempt: Attempt): Promise<void> {
    await recordPersistently(this.database, (sql) => this.write(sql, [attempt]));
  }

  private async write(sql: Transaction, attempts: Attempt[]): Promise<void> {
    const members = new Map<Attempt, string[]>();
    for (const attempt of attempts)
      members.set(attempt, (await this.deliveries.memberPages(attempt.delivery, sql)).flat());
    const changed = await this.finishAll(sql, members);
    if (attempts.length > 1 && changed < attempts.length) throw new Error('a claim was lost');
    await this.log(sql, members, changed);
    if (changed === 0) {
      // Its favorite was deleted meanwhile, or it took longer than the lease.
      this.logger.warn({ msg: 'claim lost before the outcome was recorded', delivery: attempts[0]!.delivery.id });
      return;
    }
    await this.health.record(sql, attempts);
    for (const page of pagesOf([...members.values()].flat())) await this.notifications.refreshByDeliveries(sql, page);
    const sent = attempts.filter(({ result }) => result.state === 'sent').flatMap((attempt) => members.get(attempt)!);
    // The notified version never moves back, so the pages may come in any order.
    for (const page of pagesOf(sent))
      await this.favorites.setNotified(sql, await this.deliveries.newestVersions(sql, page));
  }

  /** @returns how many deliveries were still claimed */
  private async finishAll(sql: Transaction, members: Map<Attempt, string[]>): Promise<number> {
    let changed = 0;
    for (const same of groupBy([...members], ([{ result }]) => JSON.stringify(result)).values()) {
      const [[{ delivery, result, ms }, ids]] = same as [[Attempt, string[]]];
      const pages =
        delivery.digest_id === null
          ? [same.map(([{ delivery: one, ms }, [id]]) => ({ claim: one.claim_id, ids: [id!], ms }))]
          : claimedPages(delivery, pagesOf(ids), ms);
      changed += await this.finish(sql, pages, delivery, result);
    }
    return changed;
  }

  private async finish(
    sql: Transaction,
    pages: Claimed[][],
    { id, digest_id }: ClaimedDelivery,
    result: Result,
  ): Promise<number> {
    let changed = 0;
    for (const page of pages)
      changed += await this.deliveries.finish(sql, page, result, digest_id === null ? null : id);
    return changed;
  }

  /** An attempt that cannot be logged must not take its outcome with it: a single one is then logged without details, or not at all. */
  private async log(sql: Transaction, members: Map<Attempt, string[]>, changed: number): Promise<void> {
    const rows: LoggedAttempt[] = [];
    for (const [{ delivery, outcome, ms }, ids] of members) {
      if (fitsDelivery(outcome)) continue;
      const existing = changed < ids.length ? await this.deliveries.lockExisting(sql, ids) : ids;
      rows.push(...existing.map((deliveryId) => ({ deliveryId, no: delivery.attempts, outcome, ms })));
    }
    if (rows.length === 0) return;
    const reason = 'The details could not be written down';
    const bare = rows.map((row) => ({ ...row, outcome: { kind: row.outcome.kind, reason } }));
    for (const some of [rows, bare]) {
      try {
        return await this.attempts.insert(sql, some);
      } catch (error) {
        if (isUnavailable(error) || members.size > 1) throw error;
        this.logger.warn({ msg: 'attempt not logged', delivery: rows[0]?.deliveryId, err: error });
      }
    }
  }

  /** The favorites are offered the version again, should it still be on offer. */
  private async settleUnsent(sql: Transaction, ids: string[]): Promise<void> {
    await this.notifications.refreshByDeliveries(sql, ids);
    await this.favorites.recheckCancelled(sql, cancelledVersions(sql.dialect, ids.length), ids);
  }
}

const claimedPages = ({ claim_id: claim }: ClaimedDelivery, pages: string[][], ms?: number): Claimed[][] =>
  pages.map((ids) => [{ claim, ids, ms }]);
