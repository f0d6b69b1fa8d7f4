/** Works through what is due until nothing is. Callers during a pass wait for that pass. */
export class QueueDrainer {
  private pass: Promise<void> | null = null;
  private stopping = false;

  /**
   * @param handleSome claims and handles some rows. @returns how many there were
   * @param prepare runs before each pass; false: there is nothing to do
   */
  constructor(
    private readonly handleSome: () => Promise<number>,
    private readonly prepare: () => Promise<boolean> = () => Promise.resolve(true),
  ) {}

  run(): Promise<void> {
    this.pass ??= this.drain().finally(() => (this.pass = null));
    return this.pass;
  }

  /** Claims nothing more, and waits for the pass that is running. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled([this.pass]);
  }

  private async drain(): Promise<void> {
    if (this.stopping || !(await this.prepare())) return;
    while (!this.stopping && (await this.handleSome()) > 0);
  }
}
