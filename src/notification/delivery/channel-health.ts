import { Injectable, Logger } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import type { Transaction } from '../../database/database';
import { SERVICE } from '../../api/identity/actor';
import { audit } from '../../access/audit/audit.repository';
import { ChannelRepository } from '../channel-state/channel.repository';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import type { Outcome } from '../providers/channel';
import type { Attempt, ClaimedDelivery } from './claimed-delivery';
import { DeliveryRepository } from './delivery.repository';
import { ChannelNotices } from '../system-message/channel-notices';

const DAY = 86_400;
const MINUTE = 60;
/** Characters of the reason why a channel fails. */
const MAX_REASON = 500;

/** Failures in a row after which a channel is paused, and for how long (seconds). */
const PAUSES = new Map([
  [5, MINUTE],
  [6, 5 * MINUTE],
]);
const LONGEST_PAUSE = 30 * MINUTE;
/** A 429 that names no time. */
const OVERLOAD_PAUSE = MINUTE;

/** Nothing but failures for this long, and this often: the channel is switched off (Svix' rule of 120 hours). */
const GONE_AFTER = { seconds: 5 * DAY, failures: 10 };
/** Different messages refused in a row for the credentials, or over two days for the recipient. */
const REFUSALS_AT_MOST = 3;
const RECIPIENT_REFUSED_FOR = 2 * DAY;

/** Derives the state of channels from attempts. It is kept in their rows, so that all replicas agree. */
@Injectable()
export class ChannelHealth {
  private readonly logger = new Logger(ChannelHealth.name);

  constructor(
    private readonly channels: ChannelRepository,
    private readonly settings: ChannelSettingsService,
    private readonly notices: ChannelNotices,
    private readonly deliveries: DeliveryRepository,
  ) {}

  /** In the transaction that records the attempts. */
  async record(sql: Transaction, attempts: Attempt[]): Promise<void> {
    // The fault of the operator's relay, or of the service: not the channel's.
    const counted = attempts.filter(({ outcome }) => !outcome.transport && outcome.code !== 'internal');
    const accepted = counted.filter(({ outcome }) => outcome.kind === 'ok');
    const failed = counted.filter(({ outcome }) => outcome.kind !== 'ok');
    const working = [...new Set(accepted.map(({ delivery }) => delivery.channel_id))];
    if (working.length > 0) await this.channels.recordSuccess(sql, working);
    for (const { delivery, outcome } of inOrder(failed)) await this.recordFailure(sql, delivery, outcome);
    for (const { delivery, outcome } of attempts)
      if (outcome.settings) await this.replaceSettings(sql, delivery, outcome.settings);
  }

  private async recordFailure(sql: Transaction, { channel_id, type }: ClaimedDelivery, outcome: Outcome) {
    const row = await this.channels.lockHealth(sql, channel_id);
    if (!row) return;
    const failures = row.consecutive_failures + 1;
    const refusals = isRefusal(outcome) ? row.refusals + 1 : 0;
    const gone = goneBecause(outcome, failures, refusals, Number(row.failing_for ?? 0));
    if (gone) return this.disable(sql, channel_id, type, firstCharacters(gone, MAX_REASON));
    const pause = pauseOf(outcome, failures);
    await this.channels.recordFailure(sql, channel_id, { reason: textOf(outcome), failures, refusals, pause });
  }

  /** Its row is locked: no other replica switches it off, and notifies the owner, at the same time. */
  async disable(sql: Transaction, channelId: string, type: string, reason: string): Promise<void> {
    await this.notices.enqueue(sql, channelId, reason);
    await this.channels.disable(sql, channelId, reason);
    const cancelledFor = firstCharacters(`the channel was switched off: ${reason}`, MAX_REASON);
    await this.deliveries.cancelOfChannel(sql, channelId, cancelledFor);
    await audit(sql, SERVICE, 'channel.disabled', channelId);
    this.logger.warn({ msg: 'channel switched off', channel: channelId, type });
  }

  private async replaceSettings(sql: Transaction, delivery: ClaimedDelivery, settings: object): Promise<void> {
    const { channel_id: id, channel_settings: before } = delivery;
    await this.channels.replaceSettings(sql, id, before, this.settings.seal(id, settings));
  }
}

/** By channel, so that two replicas lock them in the same order. */
const inOrder = (attempts: Attempt[]) =>
  [...attempts].sort((a, b) => (a.delivery.channel_id < b.delivery.channel_id ? -1 : 1));

const textOf = (outcome: Outcome) => firstCharacters(outcome.reason ?? outcome.kind, MAX_REASON);

/** The receiver rejects the message itself: its credentials or its recipient are wrong. */
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

/** Seconds for which the channel is paused; null when it is not. */
function pauseOf(outcome: Outcome, failures: number): number | null {
  if (outcome.kind !== 'retry') return null;
  if (outcome.code === 429) return outcome.after ?? OVERLOAD_PAUSE;
  return failures < 5 ? null : (PAUSES.get(failures) ?? LONGEST_PAUSE);
}
