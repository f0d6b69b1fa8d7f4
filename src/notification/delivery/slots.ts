/** The channel and the destination that a delivery occupies. Channels share a destination, such as a host; an empty destination is not shared. */
export interface Place {
  channel_id: string;
  destination: string;
}

/** Limits on concurrent deliveries. */
export interface Limits {
  /** Deliveries being sent. */
  all: number;
  channel: number;
  destination: number;
  /** Of all channels that a plug-in brought. */
  plugin: number;
  /** Deliveries being sent, or sent and not recorded yet. */
  open: number;
}

/** An occupied slot. Both methods may be called more than once. */
export interface Slot {
  /** Frees the destination, and the slot of the plug-in, after its answer. The channel stays occupied until the outcome is recorded. */
  leaveDestination(): void;
  release(): void;
}

/** Channels, destinations and plug-ins without a free slot. */
export interface Full {
  channels: Set<string>;
  destinations: Set<string>;
  plugins: Set<string>;
}

/** Limits concurrent deliveries of this process by channel, destination and plug-in, so that a slow one does not take the slots of others. */
export class Slots {
  private readonly channels: PlaceCounts;
  private readonly destinations: PlaceCounts;
  private readonly plugins: PlaceCounts;
  private watchers: (() => void)[] = [];
  private sending = 0;
  private open = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly limits: Limits,
    private readonly now = () => performance.now(),
  ) {
    this.channels = new PlaceCounts(limits.channel);
    this.destinations = new PlaceCounts(limits.destination);
    this.plugins = new PlaceCounts(limits.plugin);
  }

  get isIdle(): boolean {
    return this.open === 0;
  }

  /** Number of deliveries that could start now, if each had its own channel and destination. */
  get free(): number {
    return Math.max(0, Math.min(this.limits.all - this.sending, this.limits.open - this.open));
  }

  full(): Full {
    const now = this.now();
    return {
      channels: this.channels.full(now),
      destinations: this.destinations.full(now),
      plugins: this.plugins.full(now),
    };
  }

  /**
   * @param pauseMs for how long the channel then starts no other delivery
   * @param plugin that brought the channel; null = it is the service's own
   * @returns null when there is no free slot
   */
  take({ channel_id, destination }: Place, pauseMs = 0, plugin: string | null = null): Slot | null {
    const now = this.now();
    if (this.free === 0 || this.channels.isFull(channel_id, now)) return null;
    if (destination && this.destinations.isFull(destination, now)) return null;
    if (plugin !== null && this.plugins.isFull(plugin, now)) return null;
    this.channels.add(channel_id);
    if (pauseMs > 0) this.channels.pause(channel_id, now + pauseMs);
    if (destination) this.destinations.add(destination);
    if (plugin !== null) this.plugins.add(plugin);
    this.sending++;
    this.open++;
    const leaveDestination = once(() => {
      this.sending--;
      if (destination) this.destinations.remove(destination);
      if (plugin !== null) this.plugins.remove(plugin);
      this.changed();
    });
    const release = once(() => {
      this.open--;
      this.channels.remove(channel_id);
      leaveDestination();
      this.changed();
    });
    return { leaveDestination, release };
  }

  pauseDestination(destination: string, ms: number): void {
    if (destination) this.destinations.pause(destination, this.now() + ms);
  }

  /** Milliseconds until the first pause ends; null when there is none. */
  untilPauseEnds(): number | null {
    const now = this.now();
    const end = Math.min(this.channels.firstPauseEnd(now), this.destinations.firstPauseEnd(now));
    return end === Infinity ? null : end - now;
  }

  /** Resolves when a slot becomes free; at once when all are. */
  async someLeft(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }

  async allReleased(): Promise<void> {
    while (!this.isIdle) await this.someLeft();
  }

  private changed(): void {
    const { watchers } = this;
    this.watchers = [];
    for (const resolve of watchers) resolve();
  }
}

class PlaceCounts {
  private readonly counts = new Map<string, number>();
  /** When each pause ends. */
  private readonly pauses = new Map<string, number>();

  constructor(private readonly limit: number) {}

  add(key: string): void {
    this.counts.set(key, this.count(key) + 1);
  }

  remove(key: string): void {
    if (this.count(key) > 1) this.counts.set(key, this.count(key) - 1);
    else this.counts.delete(key);
  }

  pause(key: string, end: number): void {
    this.pauses.set(key, Math.max(this.pauses.get(key) ?? 0, end));
  }

  isFull(key: string, now: number): boolean {
    return this.count(key) >= this.limit || this.isPaused(key, now);
  }

  isPaused(key: string, now: number): boolean {
    return (this.pauses.get(key) ?? 0) > now;
  }

  full(now: number): Set<string> {
    this.forgetPauses(now);
    return new Set([...this.counts.keys(), ...this.pauses.keys()].filter((key) => this.isFull(key, now)));
  }

  firstPauseEnd(now: number): number {
    this.forgetPauses(now);
    return Math.min(...this.pauses.values());
  }

  private forgetPauses(now: number): void {
    for (const [key, end] of this.pauses) if (end <= now) this.pauses.delete(key);
  }

  private count(key: string): number {
    return this.counts.get(key) ?? 0;
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
