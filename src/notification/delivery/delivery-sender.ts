import { Injectable, Logger } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { fromDate } from '../../common/time/utc-timestamp';
import { LEASE_SECONDS } from '../../database/leased-rows';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import type { Channel } from '../providers/channel';
import { ChannelRegistry } from '../providers/channel-registry';
import type { Outcome } from '../providers/outcome';
import { type DeliveryEnd, resultOf } from './attempt';
import { AttemptBatcher } from './attempt-batcher';
import type { ClaimedDelivery } from './claimed-delivery';
import { MessageDataRepository } from './message-data.repository';
import { DeliveryRecorder } from './delivery-recorder';
import { DeliveryMetrics } from './delivery.metrics';
import { DeliveryRepository } from './delivery.repository';
import { msOf, readQuietHours } from './digest/stored-timing';
import { endOfQuiet, isExcepted } from './digest/timing';
import { MessageBuilder } from './message-builder';
import { type UnsentEnd, unsentEndOf } from './still-wanted';
import { memberLines, singleLine, type UpdateLines } from './update-lines';

/** A delivery that was claimed and has a slot. */
export interface Turn {
  /** By `performance.now()`. */
  claimedAt: number;
  /** The destination has answered. */
  answered(outcome: Outcome): void;
}

/** A message that ended its process this often is given up. */
const DEATHS_AT_MOST = 50;
/** Seconds: no attempt takes longer. */
const LONGEST_ATTEMPT = 60;
/** Seconds until a delivery of a type that only a newer version knows is claimed again. */
const UNKNOWN_TYPE_PAUSE = 60;
/** Seconds until a delivery to an unconfirmed address is claimed again; the confirmation makes it due at once. */
const UNCONFIRMED_PAUSE = 600;
/** Updates that are loaded for one message: no channel has room for more. */
const LINES_AT_MOST = 500;
const UNREADABLE = 'The stored settings of the channel cannot be read';

/** Handles one claimed delivery: checks that it is still wanted, sends it and has the outcome recorded. */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly data: MessageDataRepository,
    private readonly recorder: DeliveryRecorder,
    private readonly batcher: AttemptBatcher,
    private readonly registry: ChannelRegistry,
    private readonly settings: ChannelSettingsService,
    private readonly messages: MessageBuilder,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** @returns null when it was given back */
  async handle(delivery: ClaimedDelivery, turn: Turn): Promise<DeliveryEnd | null> {
    const channel = this.registry.get(delivery.type);
    if (!channel) return this.giveBack(delivery, UNKNOWN_TYPE_PAUSE);
    if (delivery.digest_id === null) {
      const end = unsentEndOf(delivery);
      return end ? this.end(delivery, end) : this.handleWanted(channel, delivery, singleLine(delivery), turn);
    }
    const { head, update } = await this.openDigest(delivery);
    return update ? this.handleWanted(channel, head, update, turn) : 'cancelled';
  }

  /** Ends the members that are no longer wanted. @returns the others; null when there are none */
  private async openDigest(delivery: ClaimedDelivery): Promise<{ head: ClaimedDelivery; update: UpdateLines | null }> {
    const { channel_settings, channel_enabled, claim_id } = delivery;
    const ids = (await this.deliveries.memberPages(delivery)).flat();
    const members = await this.data.membersOf(delivery, ids);
    const ends = members.map((member) => ({
      member,
      end: unsentEndOf({ ...member, channel_settings, channel_enabled }),
    }));
    const ended = ends.flatMap(({ member, end }) => (end ? [{ id: member.id, end }] : []));
    const head = await this.recorder.endMembers(delivery, ended);
    const wanted = await memberLines(ends.flatMap(({ member, end }) => (end ? [] : [member])));
    const named = wanted.slice(0, LINES_AT_MOST).map(({ member }) => member.id);
    if (named.length === 0) return { head, update: null };
    const loaded = new Map((await this.data.load(named, claim_id)).map((line) => [line.id, line]));
    // A favorite may have been deleted meanwhile.
    const lines = named.flatMap((id) => loaded.get(id) ?? []);
    if (lines.length === 0) return { head, update: null };
    const timestamp = members.reduce((last, { notified_at }) => (notified_at > last ? notified_at : last), '');
    const steps = wanted.map(({ member, step }) => ({ id: member.id, step }));
    return { head, update: { lines, total: wanted.length - (named.length - lines.length), timestamp, steps } };
  }

  private async handleWanted(
    channel: Channel,
    delivery: ClaimedDelivery,
    update: UpdateLines,
    turn: Turn,
  ): Promise<DeliveryEnd | null> {
    if (delivery.channel_unconfirmed) return this.giveBack(delivery, UNCONFIRMED_PAUSE);
    if (delivery.channel_blocked) return this.deliveries.giveBackBlocked(delivery).then(() => null);
    const quietEnd = quietUntil(delivery, update);
    if (quietEnd !== null) return this.giveBackQuiet(delivery, update, quietEnd);
    if (delivery.deaths >= DEATHS_AT_MOST)
      return this.end(delivery, { state: 'failed', reason: 'every attempt ended the process' });
    const start = performance.now();
    // After a pause of the whole process (a suspended machine) the lease may be over, and another replica have claimed it.
    if (start - turn.claimedAt > (LEASE_SECONDS - LONGEST_ATTEMPT) * 1_000) return this.giveBack(delivery, 0);
    const sentAt = new Date(msOf(delivery.now) + start - turn.claimedAt);
    const outcome = await this.send(channel, delivery, update, sentAt);
    const ms = performance.now() - start;
    this.metrics.attempted(delivery.type, outcome.kind, ms / 1_000);
    turn.answered(outcome);
    const result = resultOf(delivery, channel.retryProfile, outcome);
    await this.batcher.record({ delivery, outcome, result, ms });
    return result.state;
  }

  private async end(delivery: ClaimedDelivery, end: UnsentEnd): Promise<DeliveryEnd> {
    await this.recorder.end(delivery, end);
    return end.state;
  }

  private async giveBack(delivery: ClaimedDelivery, seconds: number): Promise<null> {
    await this.deliveries.giveBack(delivery, seconds);
    return null;
  }

  private async giveBackQuiet(delivery: ClaimedDelivery, update: UpdateLines, end: number): Promise<null> {
    const quiet = readQuietHours(delivery.channel_quiet_hours);
    const excepted = update.steps.filter(({ step }) => isExcepted(quiet, step)).map(({ id }) => id);
    await this.deliveries.giveBackQuiet(delivery, fromDate(new Date(end)), excepted);
    return null;
  }

  private async send(channel: Channel, delivery: ClaimedDelivery, update: UpdateLines, sentAt: Date): Promise<Outcome> {
    try {
      const opened = this.settings.openBoth(channel, delivery.channel_id, delivery.channel_settings!);
      const message = await this.messages.build(update, channel.recipient?.(opened.settings));
      return await channel.send({
        id: delivery.digest_id ?? delivery.id,
        attempt: delivery.attempts,
        ...opened,
        message,
        sentAt,
      });
    } catch (error) {
      // The operator's mistake does not count as an attempt: it goes out once the key is right again.
      if (error instanceof SecretError)
        return { kind: 'retry', transport: true, code: error.reason, reason: UNREADABLE };
      // A mistake of ours must not lose the message: a version that has it fixed will send it.
      this.logger.error({ msg: 'channel failed', delivery: delivery.id, type: delivery.type, err: error });
      return { kind: 'retry', reason: 'internal error, see the log of the service', code: 'internal' };
    }
  }
}

/** When the quiet hours end for which this waits; null when it may go out. */
function quietUntil(delivery: ClaimedDelivery, { steps }: UpdateLines): number | null {
  const quiet = readQuietHours(delivery.channel_quiet_hours);
  if (quiet === null || delivery.at_once || steps.every(({ step }) => isExcepted(quiet, step))) return null;
  return endOfQuiet(delivery.time_zone, quiet, msOf(delivery.now));
}
