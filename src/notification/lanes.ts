/**
 * Runs jobs side by side, but only few of the same lane: a slow receiver does not take the slots of the others. Within a lane the
 * first that came starts first.
 */
export class Lanes<Job> {
  private readonly waiting: { lane: string; job: Job }[] = [];
  private readonly running = new Map<string, number>();
  private readonly ends = new Set<Promise<void>>();

  /** @param work must not throw */
  constructor(
    private readonly slots: number,
    private readonly slotsOfLane: number,
    private readonly work: (job: Job) => Promise<void>,
  ) {}

  /** Jobs that were added and have not ended. */
  get size(): number {
    return this.waiting.length + this.ends.size;
  }

  add(lane: string, job: Job): void {
    this.waiting.push({ lane, job });
    this.startNext();
  }

  /** Lanes that have jobs waiting: another one of theirs would only wait too. */
  crowded(): string[] {
    return [...new Set(this.waiting.map(({ lane }) => lane))];
  }

  /** Takes out what has not been started. */
  takeWaiting(): Job[] {
    return this.waiting.splice(0).map(({ job }) => job);
  }

  /** When one of those that run has ended; at once when none runs. */
  async oneEnded(): Promise<void> {
    if (this.ends.size > 0) await Promise.race(this.ends);
  }

  async allEnded(): Promise<void> {
    while (this.ends.size > 0) await Promise.all(this.ends);
  }

  private startNext(): void {
    while (this.ends.size < this.slots) {
      const index = this.waiting.findIndex(({ lane }) => (this.running.get(lane) ?? 0) < this.slotsOfLane);
      if (index < 0) return;
      const [{ lane, job }] = this.waiting.splice(index, 1) as [{ lane: string; job: Job }];
      this.running.set(lane, (this.running.get(lane) ?? 0) + 1);
      const end: Promise<void> = this.work(job).finally(() => {
        this.ends.delete(end);
        this.leave(lane);
        this.startNext();
      });
      this.ends.add(end);
    }
  }

  private leave(lane: string): void {
    const count = this.running.get(lane)! - 1;
    if (count > 0) this.running.set(lane, count);
    else this.running.delete(lane);
  }
}
