import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SecretError } from '../common/secret-box';
import { ChannelStore } from './channel-store';
import type { Channel } from './channels/channel';
import type { Outcome } from './channels/outcome';
import { ConfirmationSender } from './consent/confirmation-sender';
import { type ClaimedDelivery, DeliveryQueue, LEASE_SECONDS } from './delivery-queue';
import { type DeliveryEnd, DeliveryRecord } from './delivery-record';
import { Lanes } from './lanes';
import { DeliveryMetrics } from './delivery.metrics';
import { MessageBuilder } from './message-builder';

export type DeliverySummary = Record<DeliveryEnd, number>;

/** Attempts under way at once in this process, and of these through one channel. */
const SLOTS = 16;
const SLOTS_OF_CHANNEL = 2;
/** Claimed and not yet ended: the next ones are at hand when a slot is free. */
const HELD_AT_MOST = 64;
/** A message that killed its process this often is not given another one. */
const CLAIMS_AT_MOST = 50;
/** Seconds: no attempt takes longer. */
const LONGEST_ATTEMPT = 60;
/** Seconds until a delivery of a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 60;
/** Seconds until one to an address that is to be confirmed is looked at again; the confirmation makes it due at once. */
const UNCONFIRMED_PAUSE = 600;
const POLL_MS = 250;

interface Job {
  delivery: ClaimedDelivery;
  /** On the monotonic clock, in milliseconds. */
  claimedAt: number;
  summary: DeliverySummary;
}

/** Sends what is due: claims, checks that it is still wanted, sends, writes down what came of it. */
@Injectable()
export class DeliveryService implements OnModuleDestroy {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly lanes = new Lanes<Job>(SLOTS, SLOTS_OF_CHANNEL, (job) => this.run(job));
  private readonly passes = new Set<Promise<DeliverySummary>>();
  private stopping = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly record: DeliveryRecord,
    private readonly store: ChannelStore,
    private readonly messages: MessageBuilder,
    private readonly metrics: DeliveryMetrics,
    private readonly confirmations: ConfirmationSender,
  ) {}

  /** Sends until nothing is due any more and nothing is under way. */
  async deliverDue(): Promise<DeliverySummary> {
    const pass = this.pass();
    this.passes.add(pass);
    try {
      return await pass;
    } finally {
      this.passes.delete(pass);
    }
  }

  /** Sends the due mails that confirm an address. Beside the deliveries: neither waits for the other. */
  async confirmDue(): Promise<void> {
    await this.confirmations.sendDue();
  }

  /**
   * Claims nothing any more, gives back what was not begun and waits for what is under way. On this hook, as it comes before that of
   * the channels, which close their connections: what was accepted but cut off here would be sent twice.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.giveBackAll(this.lanes.takeWaiting().map(({ delivery }) => delivery));
    await Promise.allSettled(this.passes);
  }

  private async pass(): Promise<DeliverySummary> {
    const summary: DeliverySummary = { sent: 0, queued: 0, failed: 0, cancelled: 0, expired: 0 };
    while (!this.stopping) {
      const free = HELD_AT_MOST - this.lanes.size;
      const claimed = free > 0 ? await this.queue.claim(free, this.lanes.crowded()) : [];
      const claimedAt = performance.now();
      if (this.stopping) await this.giveBackAll(claimed.splice(0));
      for (const delivery of claimed) this.lanes.add(delivery.channel_id, { delivery, claimedAt, summary });
      if (this.lanes.size === 0) break;
      if (claimed.length < free) await Promise.race([this.lanes.oneEnded(), sleep(POLL_MS)]);
      else await this.lanes.oneEnded();
    }
    await this.lanes.allEnded();
    return summary;
  }

  private async run({ delivery, claimedAt, summary }: Job): Promise<void> {
    try {
      const end = await this.handle(delivery, claimedAt);
      if (end) summary[end]++;
    } catch (error) {
      // Not recorded: the lease ends, and it is due again.
      this.logger.error({ msg: 'delivery not recorded', delivery: delivery.id, err: error });
    }
  }

  /** @returns null when it was left for somebody else */
  private async handle(delivery: ClaimedDelivery, claimedAt: number): Promise<DeliveryEnd | null> {
    const channel = this.store.type(delivery.type);
    if (!channel) return this.leave(delivery, UNKNOWN_TYPE_PAUSE);
    if (delivery.expired) return this.record.end(delivery, 'expired', 'not delivered within a week');
    const unwanted = unwantedBecause(delivery);
    if (unwanted) return this.record.end(delivery, 'cancelled', unwanted);
    if (delivery.channel_unconfirmed) return this.leave(delivery, UNCONFIRMED_PAUSE);
    if (delivery.channel_blocked) return this.queue.giveBackBlocked(delivery).then(() => null);
    if (delivery.attempts > CLAIMS_AT_MOST)
      return this.record.end(delivery, 'failed', 'every attempt ended the process');
    const start = performance.now();
    // After a pause of the whole process (a suspended machine) the lease may be over: somebody else has it now.
    if (start - claimedAt > (LEASE_SECONDS - LONGEST_ATTEMPT) * 1_000) return null;
    const outcome = await this.send(channel, delivery);
    const ms = performance.now() - start;
    this.metrics.attempted(delivery.type, outcome.kind, ms / 1_000);
    return this.record.attempted(delivery, channel.retryProfile, outcome, { ms });
  }

  private async giveBackAll(deliveries: ClaimedDelivery[]): Promise<void> {
    for (const delivery of deliveries) await this.queue.giveBack(delivery, 0);
  }

  private async leave(delivery: ClaimedDelivery, seconds: number): Promise<null> {
    await this.queue.giveBack(delivery, seconds);
    return null;
  }

  private async send(channel: Channel, delivery: ClaimedDelivery): Promise<Outcome> {
    try {
      const opened = this.store.openBoth(channel, delivery.channel_id, delivery.channel_settings!);
      const message = await this.messages.build(delivery, channel.recipient?.(opened.settings));
      return await channel.send({ id: delivery.id, attempt: delivery.attempts, ...opened, message });
    } catch (error) {
      // The operator's mistake, which costs no attempt: it goes out when the key is right again.
      if (error instanceof SecretError)
        return { kind: 'retry', transport: true, code: error.reason, reason: error.message };
      // A mistake of ours must not lose the message: it is tried again, by a version that has it mended.
      this.logger.error({ msg: 'channel failed', delivery: delivery.id, type: delivery.type, err: error });
      return { kind: 'retry', reason: 'internal error, see the log of the service', code: 'internal' };
    }
  }
}

/** Why nothing is to be sent although it was queued; null when it is still wanted. */
function unwantedBecause(delivery: ClaimedDelivery): string | null {
  if (delivery.channel_settings === null) return 'the channel was deleted';
  if (!delivery.channel_enabled) return 'the channel was switched off';
  if (!delivery.notifications_enabled || !delivery.user_notifications_enabled) return 'notifications were switched off';
  if (delivery.version_standing === 0) return 'the version was withdrawn';
  if (delivery.skipped) return 'the favorite skips this version';
  if (delivery.tracked_key >= delivery.version_key) return 'the favorite has moved to this version or a newer one';
  return null;
}
