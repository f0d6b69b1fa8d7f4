/** Runs asynchronous work one piece at a time, in the order of calls. */
export class Mutex {
  /** Running and waiting work. */
  pending = 0;
  private tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    this.pending++;
    const result = this.tail.then(work);
    this.tail = result.then(this.end, this.end);
    return result;
  }

  private readonly end = () => void this.pending--;
}
