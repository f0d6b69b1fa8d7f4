/** Works through what is due, a few rows at a time, until nothing is. One pass at a time: who asks meanwhile waits for that one. */
export class DueWork<Row> {
  private pass: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly claim: () => Promise<Row[]>,
    private readonly handle: (row: Row) => Promise<void>,
    /** Nothing is recorded of such a row: its lease ends, and it is due again. */
    private readonly failed: (row: Row, error: unknown) => void,
  ) {}

  run(): Promise<void> {
    this.pass ??= this.loop().finally(() => (this.pass = null));
    return this.pass;
  }

  /** Claims nothing any more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled([this.pass]);
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      const rows = await this.claim();
      if (rows.length === 0) return;
      await Promise.all(rows.map((row) => this.handle(row).catch((error: unknown) => this.failed(row, error))));
    }
  }
}
