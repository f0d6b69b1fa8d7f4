import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { fromDate, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { LEASE_SECONDS } from '../../database/leased-rows';
import { Mutex } from '../../database/turns';
import type { Outcome } from '../providers/channel';
import { ChannelRegistry } from '../providers/channel-registry';
import { SystemMessageService } from '../system-message/system-message.service';
import { type DeliveryEnd, resultOf, type Candidate, type ClaimedDelivery } from './claimed-delivery';
import { DeliveryRecorder } from './delivery-recorder';
import { DeliverySender } from './delivery-sender';
import { DeliveryRepository, type Unstartable } from './delivery.repository';
import { DigestScheduler } from './digest/digest-scheduler';
import { endOfQuiet, isExcepted, msOf, readQuietHours } from './digest/timing';
import { DueWindow } from './due-window';
import { MessageDataRepository } from './message-data.repository';
import { type Slot, Slots } from './slots';
import { type UpdateLines, UpdateLinesReader } from './update-lines';

export type DeliverySummary = Record<DeliveryEnd, number>;

/**
 * Deliveries at once in this process, and of these through one channel, to one destination, and through the channels of one plug-in: one that hangs leaves the
 * rest to others. Those that are sent and not recorded yet may be sent again when the process dies.
 */
const SLOTS = { all: 16, channel: 2, destination: 8, plugin: 4, open: 64 };
/** Rows that are locked for one claim: more than are claimed, as another replica may have claimed the first ones. */
const CANDIDATES = 64;
const POLL_MS = 250;
/** Seconds for which a destination is paused at most, however long it asks for. */
const LONGEST_PAUSE = 3_600;
/** A pass waits this long for a channel that is paused between two messages. */
const PAUSE_PATIENCE_MS = 5_000;
/** A message that ended its process this often is given up. */
const DEATHS_AT_MOST = 50;
/** Seconds: no attempt takes longer. */
const LONGEST_ATTEMPT = 60;
/** Seconds until a delivery of a type that only a newer version knows is claimed again. */
const UNKNOWN_TYPE_PAUSE = 60;
/** Seconds until a delivery to an unconfirmed address is claimed again; the confirmation makes it due at once. */
const UNCONFIRMED_PAUSE = 600;

/**
 * Sends due deliveries. A pass claims as many as there are slots for, just in time, so that eligibility is still valid when a delivery is
 * sent. Each is then checked, sent and recorded, while the pass claims the next ones.
 */
@Injectable()
export class DeliveryService implements OnModuleDestroy {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly slots = new Slots(SLOTS);
  private readonly due: DueWindow;
  private readonly refusals = new HostRefusals();
  /** Passes claim one after the other. */
  private readonly turn = new Mutex();
  private readonly passes = new Set<Promise<DeliverySummary>>();
  /** Shared by all passes that wait. */
  private tick: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly data: MessageDataRepository,
    private readonly digests: DigestScheduler,
    private readonly registry: ChannelRegistry,
    private readonly lines: UpdateLinesReader,
    private readonly sender: DeliverySender,
    private readonly recorder: DeliveryRecorder,
    private readonly systemMessages: SystemMessageService,
  ) {
    this.due = new DueWindow(deliveries);
  }

  /** Conditions: whether `deliverDue` and `sendServiceMessages` have something to do. */
  conditions(): { deliveries: string; messages: string } {
    return { deliveries: this.deliveries.anyToHandle(), messages: this.systemMessages.anyDue() };
  }

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

  /** Sends messages of the service itself, such as mails that confirm an address. Independent of the deliveries: neither waits for the other. */
  async sendServiceMessages(): Promise<void> {
    await this.systemMessages.sendDue();
  }

  /**
   * Claims nothing any more and waits for what is under way. In this hook, because it runs before those of
   * the channels, which close their connections: what was accepted but cut off there would be sent twice.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.passes);
  }

  private async pass(): Promise<DeliverySummary> {
    const summary: DeliverySummary = { sent: 0, queued: 0, failed: 0, cancelled: 0, expired: 0 };
    let gatherAt = -Infinity;
    while (!this.stopping) {
      // Digests wait for hours, so they need not be looked for before each claim.
      if (performance.now() >= gatherAt && !(await this.digests.gatherDue())) gatherAt = performance.now() + POLL_MS;
      // All that was under way may end during a query that skips full destinations: only one that skipped none has seen all that is due.
      const wasIdle = this.slots.isIdle;
      await this.turn.run(() => this.startDue(summary));
      if (!this.slots.isIdle) await this.someLeft();
      else if (wasIdle && !(await this.pauseEnded())) break;
    }
    await this.slots.allReleased();
    return summary;
  }

  /** Claims and starts due deliveries, as far as there are slots for them. */
  private async startDue(summary: DeliverySummary): Promise<void> {
    const tried = new Set<string>();
    while (this.slots.free > 0 && !this.stopping) {
      const candidates = await this.due.startable(() => this.full(), CANDIDATES, tried);
      if (candidates.length === 0) break;
      const done = await this.claim(candidates, summary);
      if (done.length === 0) break;
      for (const id of done) tried.add(id);
    }
  }

  /** @returns ids that need not be tried again: claimed, no longer due, or locked by another replica */
  private async claim(candidates: Candidate[], summary: DeliverySummary): Promise<string[]> {
    const slots = new Map<string, Slot>();
    const releaseAll = () => {
      for (const slot of slots.values()) slot.release();
      slots.clear();
    };
    try {
      const choose = (due: Candidate[]): string[] => {
        releaseAll(); // of a transaction that is retried
        return due.flatMap((candidate) => {
          const { interval = 0, plugin = null } = this.registry.get(candidate.type) ?? {};
          const slot = this.slots.take(candidate, interval * 1_000, plugin);
          if (slot) slots.set(candidate.id, slot);
          return slot ? [candidate.id] : [];
        });
      };
      const ids = candidates.map(({ id }) => id);
      const { claimed, gone } = await this.deliveries.claim(ids, choose);
      this.due.forget(gone);
      // Another replica works on the same ones: read what is due now.
      if (claimed.ids.length === 0) this.due.clear();
      else {
        const loaded = await this.data.load(claimed.ids, claimed.claim);
        const claimedAt = performance.now();
        for (const delivery of loaded) {
          const slot = slots.get(delivery.id)!;
          slots.delete(delivery.id);
          void this.start(delivery, slot, claimedAt, summary);
        }
      }
      return gone;
    } finally {
      releaseAll(); // of deliveries that are gone meanwhile
    }
  }

  private async start(delivery: ClaimedDelivery, slot: Slot, claimedAt: number, summary: DeliverySummary) {
    try {
      const end = await this.deliver(delivery, slot, claimedAt);
      if (end) summary[end]++;
    } catch (error) {
      // Not recorded: when the lease ends it is due again.
      this.logger.error({ msg: 'delivery not recorded', delivery: delivery.id, err: error });
    } finally {
      slot.release();
    }
  }

  /**
   * Checks that a claimed delivery is still wanted and may go out now, sends it and records the outcome.
   * @param claimedAt by `performance.now()`
   * @returns null when it was given back
   */
  private async deliver(claimed: ClaimedDelivery, slot: Slot, claimedAt: number): Promise<DeliveryEnd | null> {
    const channel = this.registry.get(claimed.type);
    if (!channel) return this.giveBack(claimed, UNKNOWN_TYPE_PAUSE);

    const wanted = await this.lines.wanted(claimed);
    if ('end' in wanted) return wanted.end;
    const { delivery, update } = wanted;

    if (delivery.channel_unconfirmed) return this.giveBack(delivery, UNCONFIRMED_PAUSE);
    if (delivery.channel_blocked) return this.deliveries.giveBackBlocked(delivery).then(() => null);
    const quiet = quietHoursOf(delivery, update);
    if (quiet) return this.deliveries.giveBackQuiet(delivery, quiet.until, quiet.excepted).then(() => null);
    if (delivery.deaths >= DEATHS_AT_MOST)
      return this.recorder.end(delivery, { state: 'failed', reason: 'every attempt ended the process' });

    const sinceClaim = performance.now() - claimedAt;
    // After a pause of the whole process (a suspended machine) the lease may be over, and another replica have claimed it.
    if (sinceClaim > (LEASE_SECONDS - LONGEST_ATTEMPT) * 1_000) return this.giveBack(delivery, 0);
    const sentAt = new Date(msOf(delivery.now) + sinceClaim);
    const { outcome, ms } = await this.sender.send(channel, delivery, update, sentAt);
    this.pauseDestination(delivery.destination, outcome);
    slot.leaveDestination();

    const result = resultOf(delivery, channel.retryProfile, outcome);
    await this.recorder.record({ delivery, outcome, result, ms });
    return result.state;
  }

  private async giveBack(delivery: ClaimedDelivery, seconds: number): Promise<null> {
    await this.deliveries.giveBack(delivery, seconds);
    return null;
  }

  private async someLeft(): Promise<void> {
    this.tick ??= sleep(POLL_MS).then(() => void (this.tick = null));
    await Promise.race([this.slots.someLeft(), this.tick]);
    // Attempts that are recorded together end together: one claim fills all of their slots.
    await setImmediate();
  }

  private full(): Unstartable {
    const { channels, destinations, plugins } = this.slots.full();
    const ofFull = this.registry.all().filter(({ plugin }) => plugin !== null && plugins.has(plugin));
    return { channels, destinations, types: new Set(ofFull.map(({ type }) => type)) };
  }

  /** Nothing more goes to a destination that asks for it, or that is about to ban this process. */
  private pauseDestination(destination: string, outcome: Outcome): void {
    if (outcome.wholeHost)
      this.slots.pauseDestination(destination, Math.min(outcome.after ?? 1, LONGEST_PAUSE) * 1_000);
    const refusedFor = this.refusals.count(destination, outcome);
    if (refusedFor !== null) this.slots.pauseDestination(destination, refusedFor);
  }

  /** Waits for the first pause to end, if that is soon. @returns whether there was one, and something due */
  private async pauseEnded(): Promise<boolean> {
    const wait = this.slots.untilPauseEnds();
    if (wait === null || wait > PAUSE_PATIENCE_MS || !(await this.deliveries.anyDue())) return false;
    await sleep(wait);
    return true;
  }
}

/** When the quiet hours end for which this waits, and the members that may go out all the same; null when all may. */
function quietHoursOf(
  delivery: ClaimedDelivery,
  { sizes }: UpdateLines,
): { until: UtcTimestamp; excepted: string[] } | null {
  const quiet = readQuietHours(delivery.channel_quiet_hours);
  if (quiet === null || delivery.at_once) return null;
  const excepted = sizes.filter((size) => isExcepted(quiet, size)).map(({ id }) => id);
  if (excepted.length === sizes.length) return null;
  const end = endOfQuiet(delivery.time_zone, quiet, msOf(delivery.now));
  return end === null ? null : { until: fromDate(new Date(end)), excepted };
}

/** Milliseconds in which refusals are counted, and for which the destination is then paused. */
const WINDOW = 600_000;
/**
 * Discord bans an address from which 10,000 invalid requests (401, 403, 429) come in ten minutes
 * (https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans); four replicas share it.
 */
const MOST = 2_500;

/** Counts refusals of a destination, so that the channels of some users do not get this process banned for all. */
export class HostRefusals {
  private readonly counts = new Map<string, { since: number; count: number }>();

  /** @returns milliseconds for which the destination is to be paused; null = go on */
  count(destination: string, { code }: Outcome, now: number = performance.now()): number | null {
    if (code !== 401 && code !== 403 && code !== 429) return null;
    this.forget(now);
    const entry = this.counts.get(destination) ?? { since: now, count: 0 };
    this.counts.set(destination, entry);
    return ++entry.count < MOST ? null : entry.since + WINDOW - now;
  }

  private forget(now: number): void {
    for (const [destination, { since }] of this.counts) if (now - since >= WINDOW) this.counts.delete(destination);
  }
}
