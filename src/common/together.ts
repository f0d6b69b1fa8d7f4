/**
 * Does what comes in one turn of the event loop one after the other, when all of it is there. What is of one kind finds its code and its tables in
 * the processor's cache that way; done as it comes, in between other things, each would fetch them from memory anew (bench/results.md).
 */
export class Together {
  private waiting: (() => void)[] = [];

  /** @param work must not throw */
  add(work: () => void): void {
    this.waiting.push(work);
    if (this.waiting.length === 1) setImmediate(() => this.doAll());
  }

  private doAll(): void {
    const all = this.waiting;
    this.waiting = [];
    for (const work of all) work();
  }
}
