import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { fromDate } from '../common/moment';
import { SecretError } from '../common/secret-box';
import { LEASE_SECONDS } from '../database/leased-rows';
import { Mutex } from '../database/mutex';
import { ChannelStore } from './channel-store';
import type { Channel } from './channels/channel';
import type { Outcome } from './channels/outcome';
import { type Candidate, type ClaimedDelivery, DeliveryQueue, type Picker } from './delivery-queue';
import { ServiceMessages } from './service-messages';
import { type DeliveryEnd, DeliveryRecord } from './delivery-record';
import { type Content, contentOfOne, endOf, linesOf } from './digest/content';
import { DigestGroups } from './digest/digest-groups';
import { msOf, readQuietHours } from './digest/stored-timing';
import { endOfQuiet, isExcepted } from './digest/timing';
import { Slots } from './slots';
import { DeliveryMetrics } from './delivery.metrics';
import { HostRefusals } from './host-refusals';
import { MessageBuilder } from './message-builder';

export type DeliverySummary = Record<DeliveryEnd, number>;

/** A delivery that has a slot. */
interface Turn {
  /** By `performance.now()`. */
  claimedAt: number;
  /** The host is done with it: another may ask. It stays open until it is written down, so that few are ever in doubt. */
  leaveLane(): void;
}

/**
 * Attempts at once in this process, and of these through one channel and to one host. What is not written down yet is in doubt when the
 * process dies. What is claimed ahead waits for the lease then.
 */
const SLOTS = { all: 16, channel: 2, lane: 8, open: 64, ahead: 128 };
/** What is claimed and finds no place for so long is given back: what was true of it when it was claimed need not be true any more. */
const AHEAD_AT_MOST_MS = 1_000;
/** A message that killed its process this often is not given another one. */
const DEATHS_AT_MOST = 50;
/** Seconds: no attempt takes longer. */
const LONGEST_ATTEMPT = 60;
/** Seconds until a delivery of a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 60;
/** Seconds until one to an address that is to be confirmed is looked at again; the confirmation makes it due at once. */
const UNCONFIRMED_PAUSE = 600;
/** Updates that are loaded into one message: no channel has room for more. */
const LINES_AT_MOST = 500;
const POLL_MS = 250;
/** Seconds for which a host is left alone at most, however long it asks for. */
const LONGEST_REST = 3_600;
/** A pass waits this long for a channel that rests between two messages; what rests longer is for a later pass. */
const REST_PATIENCE_MS = 5_000;

/** Sends what is due: claims, checks that it is still wanted, sends, writes down what came of it. */
@Injectable()
export class DeliveryService implements OnModuleDestroy {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly slots = new Slots<ClaimedDelivery>(SLOTS);
  private readonly refusals = new HostRefusals();
  /** Passes claim one after the other: two plans at once would start too many. */
  private readonly turn = new Mutex();
  private readonly passes = new Set<Promise<DeliverySummary>>();
  /** One for all who wait that long. */
  private tick: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly groups: DigestGroups,
    private readonly record: DeliveryRecord,
    private readonly store: ChannelStore,
    private readonly messages: MessageBuilder,
    private readonly metrics: DeliveryMetrics,
    private readonly service: ServiceMessages,
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

  /** Sends what the service itself has to say, such as mails that confirm an address. Beside the deliveries: neither waits for the other. */
  async sendServiceMessages(): Promise<void> {
    await this.service.sendDue();
  }

  /**
   * Claims nothing any more and waits for what is under way. On this hook, as it comes before that of
   * the channels, which close their connections: what was accepted but cut off here would be sent twice.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled([this.giveBackAhead(0), ...this.passes]);
  }

  private async pass(): Promise<DeliverySummary> {
    const summary: DeliverySummary = { sent: 0, queued: 0, failed: 0, cancelled: 0, expired: 0 };
    let gatherAt = -Infinity;
    while (!this.stopping) {
      // Messages that wait for an hour do not need to be looked for between any two others.
      if (performance.now() >= gatherAt && !(await this.groups.gatherDue())) gatherAt = performance.now() + POLL_MS;
      // All that was under way may end while a claim looks past it: only one that had all slots to give has seen all that is due.
      const hadAll = this.slots.isIdle;
      await this.turn.run(() => this.startDue(summary));
      if (!this.slots.isIdle) await this.someLeft();
      else if (hadAll && !(await this.rested())) break;
    }
    await this.slots.allEnded();
    return summary;
  }

  private async someLeft(): Promise<void> {
    this.tick ??= sleep(POLL_MS).then(() => void (this.tick = null));
    await Promise.race([this.slots.someLeft(), this.tick]);
    // Those that were written down together end together, and one claim fills their places.
    await setImmediate();
  }

  /** Claims what is due, as far as there are slots for it, and a little more for hosts that are fast. */
  private async startDue(summary: DeliverySummary): Promise<void> {
    await this.giveBackAhead(AHEAD_AT_MOST_MS);
    if (this.slots.hasEnough || this.slots.plan().free === 0) return;
    const claimed = await this.slots.whileClaiming(() => this.queue.claim(() => this.picker()));
    const claimedAt = performance.now();
    for (const delivery of claimed) this.start(delivery, claimedAt, summary);
    if (this.stopping) await this.giveBackAhead(0);
  }

  private async giveBackAhead(afterMs: number): Promise<void> {
    for (const delivery of this.slots.withdraw(afterMs)) await this.queue.giveBack(delivery, 0);
  }

  private picker(): Picker {
    const plan = this.slots.plan();
    const needOf = ({ type, digest_id }: Candidate) => {
      const restsAfter = this.restOf(type) > 0;
      // Who claims a digest holds all of it.
      return { restsAfter, isPatient: !restsAfter && digest_id === null };
    };
    return {
      get free() {
        return plan.free;
      },
      full: () => plan.full(),
      refuses: (delivery) => plan.refuses(delivery, needOf(delivery)),
      take: (delivery) => plan.take(delivery, needOf(delivery)),
    };
  }

  private start(delivery: ClaimedDelivery, claimedAt: number, summary: DeliverySummary): void {
    this.slots.add(delivery, this.restOf(delivery.type), async (leaveLane) => {
      try {
        const end = await this.handle(delivery, { claimedAt, leaveLane });
        if (end) summary[end]++;
      } catch (error) {
        // Not recorded: the lease ends, and it is due again.
        this.logger.error({ msg: 'delivery not recorded', delivery: delivery.id, err: error });
      }
    });
  }

  /** Milliseconds between two messages of a channel. */
  private restOf(type: string): number {
    return (this.store.type(type)?.interval ?? 0) * 1_000;
  }

  /** Waits for the next channel that rests only shortly, and says whether there was one with something due. */
  private async rested(): Promise<boolean> {
    const wait = this.slots.untilRested();
    if (wait === null || wait > REST_PATIENCE_MS || !(await this.queue.anyDue())) return false;
    await sleep(wait);
    return true;
  }

  /** @returns null when it was left for somebody else */
  private async handle(delivery: ClaimedDelivery, turn: Turn): Promise<DeliveryEnd | null> {
    const channel = this.store.type(delivery.type);
    if (!channel) return this.leave(delivery, UNKNOWN_TYPE_PAUSE);
    if (delivery.digest_id === null) {
      const end = endOf(delivery);
      if (end) return this.record.end(delivery, end.state, end.reason);
      return this.handleWanted(channel, delivery, contentOfOne(delivery), turn);
    }
    const { head, content } = await this.openDigest(delivery);
    return content ? this.handleWanted(channel, head, content, turn) : 'cancelled';
  }

  /** What of a digest is still wanted: the rest is ended. No content when that was all of it. */
  private async openDigest(delivery: ClaimedDelivery): Promise<{ head: ClaimedDelivery; content: Content | null }> {
    const { channel_settings, channel_enabled } = delivery;
    const members = await this.queue.membersOf(delivery);
    const ends = members.map((member) => ({ member, end: endOf({ ...member, channel_settings, channel_enabled }) }));
    const ended = ends.flatMap(({ member, end }) => (end ? [{ id: member.id, end }] : []));
    const head = await this.record.endMembers(delivery, ended);
    const wanted = await linesOf(ends.flatMap(({ member, end }) => (end ? [] : [member])));
    const named = wanted.slice(0, LINES_AT_MOST).map(({ member }) => member.id);
    const lines = named.length === 0 ? [] : await this.queue.loadMembers(named, delivery.claim_id);
    if (lines.length === 0) return { head, content: null };
    const timestamp = members.reduce((last, { notified_at }) => (notified_at > last ? notified_at : last), '');
    const steps = wanted.map(({ member, step }) => ({ id: member.id, step }));
    return { head, content: { lines, total: wanted.length - (named.length - lines.length), timestamp, steps } };
  }

  private async handleWanted(
    channel: Channel,
    delivery: ClaimedDelivery,
    content: Content,
    { claimedAt, leaveLane }: Turn,
  ): Promise<DeliveryEnd | null> {
    if (delivery.channel_unconfirmed) return this.leave(delivery, UNCONFIRMED_PAUSE);
    if (delivery.channel_blocked) return this.queue.giveBackBlocked(delivery).then(() => null);
    const quietEnd = quietUntil(delivery, content);
    if (quietEnd !== null) return this.leaveQuiet(delivery, content, quietEnd);
    if (delivery.deaths >= DEATHS_AT_MOST)
      return this.record.end(delivery, 'failed', 'every attempt ended the process');
    const start = performance.now();
    // After a pause of the whole process (a suspended machine) the lease may be over: somebody else has it now.
    if (start - claimedAt > (LEASE_SECONDS - LONGEST_ATTEMPT) * 1_000) return this.leave(delivery, 0);
    const sentAt = new Date(msOf(delivery.now) + start - claimedAt);
    const outcome = await this.send(channel, delivery, content, sentAt);
    const ms = performance.now() - start;
    this.metrics.attempted(delivery.type, outcome.kind, ms / 1_000);
    this.restHost(delivery.lane, outcome);
    leaveLane();
    return this.record.attempted(delivery, channel.retryProfile, outcome, { ms });
  }

  /** Nothing more goes to a host that asks for it, or that is about to ban us. */
  private restHost(lane: string, outcome: Outcome): void {
    if (outcome.wholeHost) this.slots.restLane(lane, Math.min(outcome.after ?? 1, LONGEST_REST) * 1_000);
    const rest = this.refusals.count(lane, outcome);
    if (rest !== null) this.slots.restLane(lane, rest);
  }

  private async leave(delivery: ClaimedDelivery, seconds: number): Promise<null> {
    await this.queue.giveBack(delivery, seconds);
    return null;
  }

  private async leaveQuiet(delivery: ClaimedDelivery, content: Content, end: number): Promise<null> {
    const quiet = readQuietHours(delivery.channel_quiet_hours);
    const notHeld = content.steps.filter(({ step }) => isExcepted(quiet, step)).map(({ id }) => id);
    await this.queue.giveBackQuiet(delivery, fromDate(new Date(end)), notHeld);
    return null;
  }

  private async send(channel: Channel, delivery: ClaimedDelivery, content: Content, sentAt: Date): Promise<Outcome> {
    try {
      const opened = this.store.openBoth(channel, delivery.channel_id, delivery.channel_settings!);
      const message = await this.messages.build(content, channel.recipient?.(opened.settings));
      return await channel.send({
        id: delivery.digest_id ?? delivery.id,
        attempt: delivery.attempts,
        ...opened,
        message,
        sentAt,
      });
    } catch (error) {
      // The operator's mistake, which costs no attempt: it goes out when the key is right again.
      if (error instanceof SecretError)
        return { kind: 'retry', transport: true, code: error.reason, reason: UNREADABLE };
      // A mistake of ours must not lose the message: it is tried again, by a version that has it mended.
      this.logger.error({ msg: 'channel failed', delivery: delivery.id, type: delivery.type, err: error });
      return { kind: 'retry', reason: 'internal error, see the log of the service', code: 'internal' };
    }
  }
}

const UNREADABLE = 'The stored settings of the channel cannot be read';

/** When the quiet hours end in which this is to wait; null when it may go out. */
function quietUntil(delivery: ClaimedDelivery, { steps }: Content): number | null {
  const quiet = readQuietHours(delivery.channel_quiet_hours);
  if (quiet === null || delivery.at_once || steps.every(({ step }) => isExcepted(quiet, step))) return null;
  return endOfQuiet(delivery.time_zone, quiet, msOf(delivery.now));
}
