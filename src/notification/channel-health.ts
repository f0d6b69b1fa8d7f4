import { Injectable, Logger } from '@nestjs/common';
import { firstCharacters } from '../common/text';
import type { Sql } from '../database/database';
import { placeholders } from '../database/rows';
import { SERVICE } from '../user/actor';
import { audit } from '../user/audit/audit-log';
import { ChannelStore } from './channel-store';
import type { Outcome } from './channels/outcome';
import type { ClaimedDelivery } from './delivery-queue';
import { ChannelNotices } from './notices/channel-notices';

const DAY = 86_400;
const MINUTE = 60;
/** Characters of why a channel fails. */
const MAX_REASON = 500;

/** Failures in a row after which a channel rests, and for how long (seconds): it is tried again after each rest. */
const RESTS = new Map([
  [5, MINUTE],
  [6, 5 * MINUTE],
]);
const LONGEST_REST = 30 * MINUTE;
/** A 429 that names no time. */
const OVERLOAD_REST = MINUTE;

/** Nothing but failures for this long, and this often: the channel is switched off (Svix' rule of 120 hours). */
const GONE_AFTER = { seconds: 5 * DAY, failures: 10 };
/** Different messages refused in a row for the credentials, or over two days for the recipient. */
const REFUSALS_AT_MOST = 3;
const RECIPIENT_REFUSED_FOR = 2 * DAY;

/** Nothing counts any more of how a channel did. */
export const CLEAN_RECORD = `state = 'ok', state_reason = NULL, consecutive_failures = 0, refusals = 0, first_failure_at = NULL,
  blocked_until = NULL`;

/**
 * Whether a channel that its owner has written gets a clean record.
 * @param switchedOn it was enabled, be it once more
 * @param isElsewhere its settings name another host
 */
export const beginsAnew = (state: string, switchedOn: boolean, isElsewhere: boolean): boolean =>
  state !== 'unconfirmed' && (switchedOn || (state === 'failing' && isElsewhere));

interface HealthRow {
  consecutive_failures: number;
  refusals: number;
  failing_for: number | string | null;
}

/** What attempts say about the channel itself: kept in its row, so that all replicas agree. */
@Injectable()
export class ChannelHealth {
  private readonly logger = new Logger(ChannelHealth.name);

  constructor(
    private readonly store: ChannelStore,
    private readonly notices: ChannelNotices,
  ) {}

  /** In the transaction that records the attempt. */
  async record(sql: Sql, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
    // The operator's relay, or a mistake of ours: not the channel's fault.
    if (outcome.transport || outcome.code === 'internal') return;
    if (outcome.kind === 'ok') return this.recover(sql, [delivery.channel_id]);
    const row = await this.hold(sql, delivery.channel_id);
    if (!row) return;
    const failures = row.consecutive_failures + 1;
    const refusals = isRefusal(outcome) ? row.refusals + 1 : 0;
    const reason = goneBecause(outcome, failures, refusals, Number(row.failing_for ?? 0));
    if (reason) return this.disable(sql, delivery, firstCharacters(reason, MAX_REASON));
    const rest = restOf(outcome, failures);
    await sql.execute(
      `UPDATE channel SET state = 'failing', state_reason = ?, consecutive_failures = ?, refusals = ?,
         first_failure_at = COALESCE(first_failure_at, ${sql.dialect.now}),
         blocked_until = ${rest === null ? 'blocked_until' : sql.dialect.nowPlus}
       WHERE id = ?`,
      [textOf(outcome), failures, refusals, ...(rest === null ? [] : [rest]), delivery.channel_id],
    );
  }

  /** Something was accepted through these channels. */
  async recover(sql: Sql, channelIds: string[]): Promise<void> {
    await sql.execute(
      `UPDATE channel SET ${CLEAN_RECORD} WHERE id IN (${placeholders(channelIds.length)}) AND state = 'failing'`,
      channelIds,
    );
  }

  /** null: it was deleted, or switched off already, perhaps by another replica a moment ago, or has another address now. */
  private async hold(sql: Sql, channelId: string): Promise<HealthRow | null> {
    const { dialect } = sql;
    const [row] = await sql.query<HealthRow>(
      `SELECT consecutive_failures, refusals, ${dialect.secondsBetween('first_failure_at', dialect.now)} AS failing_for
       FROM channel WHERE id = ? AND state NOT IN ('disabled', 'unconfirmed') ${dialect.forUpdate}`,
      [channelId],
    );
    return row ?? null;
  }

  /** Its row is held: nobody else switches it off, and tells its owner, at the same time. */
  private async disable(sql: Sql, delivery: ClaimedDelivery, reason: string): Promise<void> {
    await this.notices.write(sql, delivery.channel_id, reason);
    await this.store.disable(sql, delivery.channel_id, reason);
    await audit(sql, SERVICE, 'channel.disabled', delivery.channel_id);
    this.logger.warn({ msg: 'channel switched off', channel: delivery.channel_id, type: delivery.type });
  }
}

const textOf = (outcome: Outcome) => firstCharacters(outcome.reason ?? outcome.kind, MAX_REASON);

/** The receiver knows us and does not want this message: its credentials or its recipient are wrong. */
function isRefusal({ kind, code, refusal }: Outcome): boolean {
  return kind === 'dead' && (refusal === true || isCredentials(code) || isRecipient(code));
}

const isCredentials = (code: Outcome['code']) => code === 401 || code === 403;
const isRecipient = (code: Outcome['code']) => typeof code === 'number' && code >= 550 && code <= 559;

/** Why the channel is to be switched off now; null when it may recover. */
function goneBecause(outcome: Outcome, failures: number, refusals: number, failingFor: number): string | null {
  if (outcome.kind === 'disable') return textOf(outcome);
  if (refusals >= REFUSALS_AT_MOST && (outcome.refusal || isCredentials(outcome.code)))
    return `${refusals} messages refused: ${textOf(outcome)}`;
  if (refusals >= REFUSALS_AT_MOST && isRecipient(outcome.code) && failingFor >= RECIPIENT_REFUSED_FOR)
    return `${refusals} messages refused over days: ${textOf(outcome)}`;
  const gone = failures >= GONE_AFTER.failures && failingFor >= GONE_AFTER.seconds;
  return gone ? `nothing but failures for five days, last: ${textOf(outcome)}` : null;
}

/** Seconds for which the whole channel rests; null when it may go on. */
function restOf(outcome: Outcome, failures: number): number | null {
  if (outcome.kind !== 'retry') return null;
  if (outcome.code === 429) return outcome.after ?? OVERLOAD_REST;
  return failures < 5 ? null : (RESTS.get(failures) ?? LONGEST_REST);
}
