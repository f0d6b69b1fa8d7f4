/** What a job takes up: `lane` is what several channels share, such as a host; an empty one is shared with nobody. */
export interface Place {
  channel_id: string;
  lane: string;
}

interface Limits {
  all: number;
  channel: number;
  lane: number;
}

/**
 * What runs side by side in this process: few at once for a channel and for a host, so that a slow one does not take the slots of
 * the others. A channel or a lane may also rest for a while.
 */
export class Slots {
  private readonly running = new Map<string, number>();
  /** End of each rest, on the monotonic clock. */
  private readonly rests = new Map<string, number>();
  /** Those who wait for a place. Not a set of all that run: see `Connections`. */
  private waiting: (() => void)[] = [];
  private taken = 0;

  constructor(private readonly limits: Limits) {}

  get busy(): number {
    return this.taken;
  }

  /** @param work must not throw. It may leave its lane before it ends: when the host has answered and only we have something to do yet. */
  start(place: Place, work: (leaveLane: () => void) => Promise<void>): void {
    const keys = new Set(keysOf(place));
    for (const key of keys) this.running.set(key, (this.running.get(key) ?? 0) + 1);
    this.taken++;
    const leaveLane = () => this.leave(keys, LANE + place.lane);
    void work(leaveLane).finally(() => {
      this.taken--;
      for (const key of keys) this.leave(keys, key);
    });
  }

  restChannel(id: string, ms: number): void {
    this.rest(CHANNEL + id, ms);
  }

  /** Nothing for a lane of nobody's. */
  restLane(lane: string, ms: number): void {
    if (lane) this.rest(LANE + lane, ms);
  }

  /** What could be started now. Taking from a plan takes nothing from the slots themselves. */
  plan(): Plan {
    this.endRests();
    return new Plan(this.limits, this.busy, new Map(this.running), new Set(this.rests.keys()));
  }

  /** Milliseconds until the first of the rests ends; null when nothing rests. */
  untilRested(): number | null {
    this.endRests();
    return this.rests.size === 0 ? null : Math.max(0, Math.min(...this.rests.values()) - performance.now());
  }

  /** When one of those that run has ended or left its lane; at once when none runs. */
  async someLeft(): Promise<void> {
    if (this.taken > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  async allEnded(): Promise<void> {
    while (this.taken > 0) await this.someLeft();
  }

  private rest(key: string, ms: number): void {
    this.rests.set(key, Math.max(this.rests.get(key) ?? 0, performance.now() + ms));
  }

  private endRests(): void {
    const now = performance.now();
    for (const [key, end] of this.rests) if (end <= now) this.rests.delete(key);
  }

  private leave(keys: Set<string>, key: string): void {
    if (!keys.delete(key)) return;
    const count = this.running.get(key)! - 1;
    if (count > 0) this.running.set(key, count);
    else this.running.delete(key);
    const { waiting } = this;
    this.waiting = [];
    for (const go of waiting) go();
  }
}

export class Plan {
  constructor(
    private readonly limits: Limits,
    private taken: number,
    private readonly running: Map<string, number>,
    private readonly resting: Set<string>,
  ) {}

  get free(): number {
    return this.limits.all - this.taken;
  }

  /**
   * Takes a slot when there is one for this place.
   * @param restsAfter whether the channel takes no second one beside it
   */
  take(place: Place, restsAfter: boolean): boolean {
    const keys = keysOf(place);
    if (this.free === 0 || keys.some((key) => this.isFull(key))) return false;
    this.taken++;
    for (const key of keys) this.running.set(key, (this.running.get(key) ?? 0) + 1);
    if (restsAfter) this.resting.add(CHANNEL + place.channel_id);
    return true;
  }

  /** Channels and lanes of which nothing can be taken. */
  full(): { channels: string[]; lanes: string[] } {
    const full = [...new Set([...this.running.keys(), ...this.resting])].filter((key) => this.isFull(key));
    const of = (kind: string) => full.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
    return { channels: of(CHANNEL), lanes: of(LANE) };
  }

  private isFull(key: string): boolean {
    const limit = key.startsWith(CHANNEL) ? this.limits.channel : this.limits.lane;
    return this.resting.has(key) || (this.running.get(key) ?? 0) >= limit;
  }
}

const CHANNEL = 'channel ';
const LANE = 'lane ';

const keysOf = ({ channel_id, lane }: Place) => [CHANNEL + channel_id, ...(lane ? [LANE + lane] : [])];
