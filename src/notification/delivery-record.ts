import { Injectable, Logger } from '@nestjs/common';
import { Database, type Parameter, type Sql } from '../database/database';
import { isUnavailable } from '../database/errors';
import { LEASE_SECONDS, recordPersistently } from '../database/leased-rows';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { AcceptedDeliveries } from './accepted-deliveries';
import { attemptValues, cut } from './attempt-values';
import { ChannelHealth } from './channel-health';
import { ChannelStore } from './channel-store';
import type { RetryProfile } from './channels/channel';
import type { Outcome } from './channels/outcome';
import { pagesOf, placeholders } from '../database/rows';
import { memberPages, type ClaimedDelivery, dueAt, toldBy } from './delivery-queue';
import type { End } from './digest/content';
import { makeHead } from './digest/digest-groups';
import { refreshNotificationStates, refreshStatesOf } from './notification-state';
import { newestTold } from './newest-told';
import { nextAttemptIn } from './retry-schedule';

/** What became of a delivery: `queued` means that it will be tried again. */
export type DeliveryEnd = 'sent' | 'queued' | 'failed' | 'cancelled' | 'expired';

interface Result {
  state: DeliveryEnd;
  /** Seconds until the next attempt; null = none. */
  nextIn: number | null;
  error: string | null;
}

/** Writes down what became of a claimed delivery. Fenced by the claim: who lost the lease changes nothing. */
@Injectable()
export class DeliveryRecord {
  private readonly logger = new Logger(DeliveryRecord.name);

  constructor(
    private readonly database: Database,
    private readonly flags: FavoriteFlags,
    private readonly health: ChannelHealth,
    private readonly store: ChannelStore,
    private readonly accepted: AcceptedDeliveries,
  ) {}

  /** It was not sent, and never will be. */
  async end(
    delivery: ClaimedDelivery,
    state: 'cancelled' | 'expired' | 'failed',
    reason: string,
  ): Promise<DeliveryEnd> {
    await recordPersistently(this.database, async (sql) => {
      const pages = await memberPages(sql, delivery);
      if (!(await this.finish(sql, delivery, pages, { state, nextIn: null, error: reason }, true))) return;
      await this.refreshStates(sql, delivery, pages);
      for (const ids of pages) await this.reconsider(sql, ids);
    });
    return state;
  }

  /**
   * Members of a digest that are left out of it. When its head is among them, another one takes its place.
   * @returns the head
   */
  async endMembers(delivery: ClaimedDelivery, ended: { id: string; end: End }[]): Promise<ClaimedDelivery> {
    if (ended.length === 0) return delivery;
    const { now, after } = this.database.dialect;
    let head: string | null = null;
    await recordPersistently(this.database, async (sql) => {
      for (const { ids, end } of byEnd(ended))
        for (const page of pagesOf(ids)) await this.leaveOut(sql, delivery, page, end);
      const isOver = ended.some(({ id }) => id === delivery.id);
      head = isOver ? await makeHead(sql, delivery.digest_id!, after(now, String(LEASE_SECONDS))) : delivery.id;
    });
    return { ...delivery, id: head ?? delivery.id };
  }

  /** An attempt was made. */
  async attempted(
    delivery: ClaimedDelivery,
    profile: RetryProfile,
    outcome: Outcome,
    took: { ms: number },
  ): Promise<DeliveryEnd> {
    const result = resultOf(delivery, profile, outcome);
    const alone = () => this.recordAlone(delivery, outcome, result, took.ms);
    if (isPlain(delivery, outcome)) await this.accepted.record({ delivery, outcome, ms: took.ms }, alone);
    else await alone();
    return result.state;
  }

  private async recordAlone(delivery: ClaimedDelivery, outcome: Outcome, result: Result, ms: number): Promise<void> {
    await recordPersistently(this.database, async (sql) => {
      const pages = await memberPages(sql, delivery);
      const held = await this.finish(sql, delivery, pages, result, outcome.transport === true);
      await this.log(sql, delivery, pages, outcome, ms);
      if (!held) {
        // Its favorite was deleted meanwhile, or it took longer than the lease.
        this.logger.warn({ msg: 'claim lost before the outcome was recorded', delivery: delivery.id });
        return;
      }
      if (outcome.settings) await this.store.replace(sql, delivery, outcome.settings);
      await this.health.record(sql, delivery, outcome);
      await this.refreshStates(sql, delivery, pages);
      if (result.state === 'sent') await this.advanceNotified(sql, delivery, pages);
    });
  }

  private async refreshStates(sql: Sql, delivery: ClaimedDelivery, pages: string[][]): Promise<void> {
    if (delivery.digest_id === null) return refreshStatesOf(sql, [delivery.notification_id]);
    for (const ids of pages) await refreshNotificationStates(sql, ids);
  }

  /** It never moves back, so the pages may come in any order. */
  private async advanceNotified(sql: Sql, delivery: ClaimedDelivery, pages: string[][]): Promise<void> {
    if (delivery.digest_id === null) return this.flags.advanceNotified(sql, [toldBy(delivery)]);
    for (const ids of pages) await this.flags.advanceAllNotified(sql, newestTold(sql.dialect, ids.length), ids);
  }

  private async leaveOut(sql: Sql, delivery: ClaimedDelivery, ids: string[], end: End): Promise<void> {
    await sql.execute(
      `UPDATE delivery SET state = ?, last_error = ?, next_at = NULL, collect_at = NULL, digest_id = NULL, claim_id = NULL,
         attempts = attempts - 1, updated_at = ${sql.dialect.now} WHERE id IN (${placeholders(ids.length)}) AND claim_id = ?`,
      [end.state, end.reason, ...ids, delivery.claim_id],
    );
    await refreshNotificationStates(sql, ids);
    await this.reconsider(sql, ids);
  }

  private async reconsider(sql: Sql, ids: string[]): Promise<void> {
    const source = `SELECT DISTINCT n.favorite_id, n.version_id FROM delivery d
      ${sql.dialect.thenJoin} notification n ON n.id = d.notification_id
      WHERE d.id IN (${placeholders(ids.length)}) AND n.state = 'cancelled'`;
    await this.flags.reconsider(sql, source, ids);
  }

  /** @returns whether the claim still held */
  private async finish(
    sql: Sql,
    delivery: ClaimedDelivery,
    pages: string[][],
    result: Result,
    uncounted: boolean,
  ): Promise<boolean> {
    const { dialect } = sql;
    const due =
      result.nextIn === null
        ? { text: 'next_at = NULL, collect_at = NULL', parameters: [] }
        : dueAt(dialect, delivery, dialect.after(dialect.now, String(result.nextIn)));
    const error = cut(result.error, 500);
    let changed = 0;
    for (const ids of pages)
      changed += await sql.execute(
        `UPDATE delivery SET state = ?, ${due.text}, claim_id = NULL, last_error = ?,
           attempts = attempts - ?, updated_at = ${dialect.now}
         WHERE id IN (${placeholders(ids.length)}) AND claim_id = ?`,
        [result.state, ...due.parameters, error, uncounted ? 1 : 0, ...ids, delivery.claim_id],
      );
    return changed > 0;
  }

  /** What cannot be logged must not take the outcome with it: then the log has the bare outcome, or nothing. */
  private async log(
    sql: Sql,
    { id, attempts }: ClaimedDelivery,
    pages: string[][],
    outcome: Outcome,
    ms: number,
  ): Promise<void> {
    for (const content of [outcome, { kind: outcome.kind, reason: 'The details could not be written down' }]) {
      await sql.execute('SAVEPOINT attempt_log');
      try {
        for (const ids of pages) await this.insertAttempt(sql, attempts, ids, content, ms);
        return;
      } catch (error) {
        if (isUnavailable(error)) throw error;
        await sql.execute('ROLLBACK TO SAVEPOINT attempt_log');
        this.logger.warn({ msg: 'attempt not logged', delivery: id, err: error });
      }
    }
  }

  /** An attempt that did not count has the number of the next one, which then takes its place. Each member of a digest has it. */
  private async insertAttempt(sql: Sql, no: number, ids: string[], outcome: Outcome, ms: number): Promise<void> {
    const { dialect } = sql;
    const values = attemptValues(dialect, outcome, ms);
    const [columns, written] = [Object.keys(values), Object.values(values) as [string, Parameter][]];
    const again = Object.fromEntries(columns.map((column, index) => [column, written[index]![0]]));
    const parameters = written.map(([, value]) => value);
    await sql.execute(
      `INSERT INTO delivery_attempt (delivery_id, no, ${columns.join(', ')})
       SELECT d.id, ?, ${written.map(([text]) => text).join(', ')} FROM delivery d WHERE d.id IN (${placeholders(ids.length)})
       ${dialect.onDuplicate(['delivery_id', 'no'], again)}`,
      [no, ...parameters, ...ids, ...parameters],
    );
  }
}

/** Accepted, and nothing else to it: that is most of them, and they are written down together. */
const isPlain = ({ digest_id }: ClaimedDelivery, { kind, transport, settings }: Outcome): boolean =>
  kind === 'ok' && digest_id === null && !transport && !settings;

function byEnd(ended: { id: string; end: End }[]): { ids: string[]; end: End }[] {
  const found = new Map<string, { ids: string[]; end: End }>();
  for (const { id, end } of ended) {
    const same = found.get(end.reason);
    if (same) same.ids.push(id);
    else found.set(end.reason, { ids: [id], end });
  }
  return [...found.values()];
}

function resultOf(delivery: ClaimedDelivery, profile: RetryProfile, outcome: Outcome): Result {
  if (outcome.kind === 'ok') return { state: 'sent', nextIn: null, error: null };
  const error = outcome.reason ?? String(outcome.code ?? outcome.kind);
  if (outcome.kind !== 'retry') return { state: 'failed', nextIn: null, error };
  const nextIn = nextAttemptIn(profile, delivery.attempts, outcome, delivery.age);
  if (nextIn === null)
    return { state: 'failed', nextIn, error: `given up after ${delivery.attempts} attempts: ${error}` };
  return { state: 'queued', nextIn, error };
}
