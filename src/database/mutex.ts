/** Lets one piece of asynchronous work run at a time, in the order of asking. */
export class Mutex {
  /** Pieces of work that were asked for and have not ended, the one that runs included. */
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
