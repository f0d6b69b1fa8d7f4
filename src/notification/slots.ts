import { add, CHANNEL, keysOf, LANE, type Limits, type Place, Plan } from './slot-plan';

interface Waiting<Job> {
  job: Job;
  /** By `performance.now()`. */
  since: number;
  start(): void;
}

/**
 * Claims for whose time something waits for a place. The next one is made when half of it is left, so that one which takes twice as long as
 * the one before keeps no host waiting either.
 */
const CLAIMS_AHEAD = 4;

/**
 * What runs side by side in this process: few at once for a channel and for a host, so that a slow one does not take the slots of
 * the others. A channel or a lane may also rest for a while. What has no place yet waits for one.
 */
export class Slots<Job extends Place = Place> {
  private readonly running = new Map<string, number>();
  /** By lane, in the order in which they came. */
  private readonly waiting = new Map<string, Waiting<Job>[]>();
  /** End of each rest, on the monotonic clock. */
  private readonly rests = new Map<string, number>();
  /** How many left each lane since the last claim began. */
  private left = new Map<string, number>();
  /** How many of each lane may wait. */
  private ahead = new Map<string, number>();
  private claim = { began: 0, tookMs: 0 };
  /** Those who want to know when something has changed. Not a set of all that run: see `Connections`. */
  private watchers: (() => void)[] = [];
  private open = 0;
  private underWay = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly limits: Limits,
    private readonly now = () => performance.now(),
  ) {}

  /** How many have started and are not written down yet. */
  get busy(): number {
    return this.open;
  }

  get isIdle(): boolean {
    return this.open === 0 && this.waiting.size === 0;
  }

  /**
   * Starts a job as soon as there is a place for it.
   * @param rest milliseconds for which its channel rests from its start
   * @param work must not throw. It may leave its lane, and its place with it, before it ends: when the host has answered and it is to be written down.
   */
  add(job: Job, rest: number, work: (leaveLane: () => void) => Promise<void>): void {
    const waiting = { job, since: this.now(), start: () => this.start(job, rest, work) };
    const line = this.waiting.get(job.lane);
    if (line) line.push(waiting);
    else this.waiting.set(job.lane, [waiting]);
    this.startWaiting();
  }

  /** Takes out what has waited for so long: it is not started any more. */
  withdraw(forMs: number): Job[] {
    const before = this.now() - forMs;
    const withdrawn: Job[] = [];
    for (const [lane, line] of this.waiting) {
      if (line[0]!.since > before) continue;
      const old = line.filter(({ since }) => since <= before);
      withdrawn.push(...old.map(({ job }) => job));
      if (old.length < line.length) this.waiting.set(lane, line.slice(old.length));
      else this.waiting.delete(lane);
    }
    return withdrawn;
  }

  /** Nothing for a lane of nobody's. */
  restLane(lane: string, ms: number): void {
    if (lane) this.rest(LANE + lane, ms);
  }

  /**
   * Makes a claim. As many may wait for a place as leave their lane while a few claims are made, by what left it since the last one: a fast
   * host need not wait for a claim, and for a slow one next to nothing is claimed that has to wait.
   */
  async whileClaiming<T>(claim: () => Promise<T>): Promise<T> {
    const began = this.now();
    const share = (CLAIMS_AHEAD * this.claim.tookMs) / Math.max(1, began - this.claim.began);
    this.ahead = new Map([...this.left].map(([lane, count]) => [lane, Math.floor(count * share)]));
    this.left = new Map();
    const claimed = await claim();
    this.claim = { began, tookMs: this.now() - began };
    return claimed;
  }

  /** What could be claimed now. Taking from a plan takes nothing from the slots themselves. */
  plan(): Plan {
    this.endRests();
    const held = new Map(this.running);
    for (const line of this.waiting.values()) for (const { job } of line) for (const key of keysOf(job)) add(held, key);
    const places = Math.min(this.limits.all - this.underWay, this.limits.open - this.open);
    const ahead = this.aheadAtMost - this.waitingNow;
    return new Plan(this.limits, { places, ahead }, held, new Set(this.rests.keys()), this.ahead);
  }

  /** Whether enough waits for a place to keep everybody busy while another claim is made. */
  get hasEnough(): boolean {
    let waiting = 0;
    for (const [lane, { length }] of this.waiting) if (!this.rests.has(LANE + lane)) waiting += length;
    return waiting * 2 > this.aheadAtMost;
  }

  /** Milliseconds until the first of the rests ends; null when nothing rests. */
  untilRested(): number | null {
    this.endRests();
    return this.rests.size === 0 ? null : Math.max(0, Math.min(...this.rests.values()) - this.now());
  }

  /** When one of those that run has ended or left its lane, and more may be claimed; at once when there is nothing. */
  async someLeft(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }

  async allEnded(): Promise<void> {
    while (this.open > 0) await this.someLeft();
  }

  private get aheadAtMost(): number {
    return Math.min(this.limits.ahead, sum(this.ahead.values()));
  }

  private get waitingNow(): number {
    let count = 0;
    for (const { length } of this.waiting.values()) count += length;
    return count;
  }

  private start(job: Job, rest: number, work: (leaveLane: () => void) => Promise<void>): void {
    if (rest > 0) this.rest(CHANNEL + job.channel_id, rest);
    for (const key of keysOf(job)) add(this.running, key);
    this.underWay++;
    this.open++;
    let isUnderWay = true;
    const leaveLane = () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      this.underWay--;
      if (job.lane) this.leave(LANE + job.lane);
      add(this.left, job.lane);
      this.changed();
    };
    void work(leaveLane).finally(() => {
      this.open--;
      this.leave(CHANNEL + job.channel_id);
      if (isUnderWay) leaveLane();
      else this.changed();
    });
  }

  private changed(): void {
    this.startWaiting();
    if (this.hasEnough && this.open > 0) return;
    const { watchers } = this;
    this.watchers = [];
    for (const go of watchers) go();
  }

  /** Lane by lane, in turn: none waits for as long as another one is busy. */
  private startWaiting(): void {
    if (this.waiting.size === 0) return;
    this.endRests();
    for (let some = true; some && this.hasPlace;) {
      some = false;
      for (const [lane, line] of [...this.waiting]) {
        if (!this.hasPlace) return;
        const place = this.isTaken(lane) ? -1 : line.findIndex(({ job }) => !this.isBusy(job.channel_id));
        if (place < 0) continue;
        const [next] = line.splice(place, 1);
        this.waiting.delete(lane);
        if (line.length > 0) this.waiting.set(lane, line);
        next!.start();
        some = true;
      }
    }
  }

  private get hasPlace(): boolean {
    return this.underWay < this.limits.all && this.open < this.limits.open;
  }

  /** Whether nothing can be started in this lane. */
  private isTaken(lane: string): boolean {
    if (!lane) return false;
    const key = LANE + lane;
    return (this.running.get(key) ?? 0) >= this.limits.lane || this.rests.has(key);
  }

  private isBusy(channelId: string): boolean {
    const key = CHANNEL + channelId;
    return (this.running.get(key) ?? 0) >= this.limits.channel || this.rests.has(key);
  }

  private rest(key: string, ms: number): void {
    this.rests.set(key, Math.max(this.rests.get(key) ?? 0, this.now() + ms));
  }

  private endRests(): void {
    const now = this.now();
    for (const [key, end] of this.rests) if (end <= now) this.rests.delete(key);
  }

  private leave(key: string): void {
    const count = this.running.get(key)! - 1;
    if (count > 0) this.running.set(key, count);
    else this.running.delete(key);
  }
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
