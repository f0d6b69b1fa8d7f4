import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database, type Sql } from '../database/database';
import { isUnavailable } from '../database/errors';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { ChannelHealth } from './channel-health';
import { ChannelStore } from './channel-store';
import type { RetryProfile } from './channels/channel';
import type { Outcome } from './channels/outcome';
import { type ClaimedDelivery, LEASE_SECONDS } from './delivery-queue';
import { refreshNotificationState } from './notification-state';
import { nextAttemptIn } from './retry-schedule';

/** What became of a delivery: `queued` means that it will be tried again. */
export type DeliveryEnd = 'sent' | 'queued' | 'failed' | 'cancelled' | 'expired';

interface Result {
  state: DeliveryEnd;
  /** Seconds until the next attempt; null = none. */
  nextIn: number | null;
  error: string | null;
}

const RETRY_RECORD_MS = 1_000;

/** Writes down what became of a claimed delivery. Fenced by the claim: who lost the lease changes nothing. */
@Injectable()
export class DeliveryRecord {
  private readonly logger = new Logger(DeliveryRecord.name);

  constructor(
    private readonly database: Database,
    private readonly flags: FavoriteFlags,
    private readonly health: ChannelHealth,
    private readonly store: ChannelStore,
  ) {}

  /** It was not sent, and never will be. */
  async end(
    delivery: ClaimedDelivery,
    state: 'cancelled' | 'expired' | 'failed',
    reason: string,
  ): Promise<DeliveryEnd> {
    await this.persistently(async (sql) => {
      if (await this.finish(sql, delivery, { state, nextIn: null, error: reason }, true))
        await refreshNotificationState(sql, 'id = ?', delivery.notification_id);
    });
    return state;
  }

  /** An attempt was made. */
  async attempted(
    delivery: ClaimedDelivery,
    profile: RetryProfile,
    outcome: Outcome,
    took: { ms: number },
  ): Promise<DeliveryEnd> {
    const result = resultOf(delivery, profile, outcome);
    await this.persistently(async (sql) => {
      const held = await this.finish(sql, delivery, result, outcome.transport === true);
      await this.log(sql, delivery, outcome, took.ms);
      if (!held) {
        // Its favorite was deleted meanwhile, or it took longer than the lease.
        this.logger.warn({ msg: 'claim lost before the outcome was recorded', delivery: delivery.id });
        return;
      }
      if (outcome.settings) await this.store.replace(sql, delivery, outcome.settings);
      await this.health.record(sql, delivery, outcome);
      await refreshNotificationState(sql, 'id = ?', delivery.notification_id);
      if (result.state === 'sent')
        await this.flags.advanceNotified(sql, delivery.favorite_id, delivery.software_id, delivery.version_id);
    });
    return result.state;
  }

  /**
   * A provider that accepted and a record that is missing is where doubles come from: so the record is tried for as long as the
   * lease holds, whatever the database does meanwhile.
   */
  private async persistently(work: (sql: Sql) => Promise<void>): Promise<void> {
    const until = performance.now() + (LEASE_SECONDS / 2) * 1_000;
    for (;;) {
      try {
        return await this.database.transaction(work);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > until) throw error;
        await sleep(RETRY_RECORD_MS);
      }
    }
  }

  /** @returns whether the claim still held */
  private async finish(sql: Sql, delivery: ClaimedDelivery, result: Result, uncounted: boolean): Promise<boolean> {
    const { now, nowPlus } = sql.dialect;
    const next = result.nextIn === null ? 'NULL' : nowPlus;
    const changed = await sql.execute(
      `UPDATE delivery SET state = ?, next_at = ${next}, claim_id = NULL, last_error = ?,
         attempts = attempts - ?, updated_at = ${now}
       WHERE id = ? AND claim_id = ?`,
      [
        result.state,
        ...(result.nextIn === null ? [] : [result.nextIn]),
        cut(result.error, 500),
        uncounted ? 1 : 0,
        delivery.id,
        delivery.claim_id,
      ],
    );
    return changed > 0;
  }

  /** What cannot be logged must not take the outcome with it: then the log has the bare outcome, or nothing. */
  private async log(sql: Sql, delivery: ClaimedDelivery, outcome: Outcome, ms: number): Promise<void> {
    for (const content of [outcome, { kind: outcome.kind, reason: 'The details could not be written down' }]) {
      await sql.execute('SAVEPOINT attempt_log');
      try {
        return await this.insertAttempt(sql, delivery, content, ms);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        await sql.execute('ROLLBACK TO SAVEPOINT attempt_log');
        this.logger.warn({ msg: 'attempt not logged', delivery: delivery.id, err: error });
      }
    }
  }

  /** An attempt that did not count has the number of the next one, which then takes its place. */
  private async insertAttempt(sql: Sql, delivery: ClaimedDelivery, outcome: Outcome, ms: number): Promise<void> {
    const columns = ['started_at', 'ms', 'outcome', 'code', 'reason', 'excerpt'];
    await sql.execute('DELETE FROM delivery_attempt WHERE delivery_id = ? AND no = ?', [
      delivery.id,
      delivery.attempts,
    ]);
    await sql.execute(
      `INSERT INTO delivery_attempt (delivery_id, no, ${columns.join(', ')})
       SELECT d.id, ?, ${sql.dialect.nowPlus}, ?, ?, ?, ?, ? FROM delivery d WHERE d.id = ?`,
      [
        delivery.attempts,
        -Math.round(ms / 1_000),
        Math.round(ms),
        outcome.kind,
        cut(outcome.code === undefined ? null : String(outcome.code).replace(/[^\x20-\x7e]/g, '?'), 32),
        cut(outcome.reason ?? null, 500),
        cut(outcome.excerpt ?? null, 500),
        delivery.id,
      ],
    );
  }
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

/** By characters, never inside one. */
const cut = (text: string | null, max: number) =>
  text === null ? null : [...text.toWellFormed()].slice(0, max).join('');
