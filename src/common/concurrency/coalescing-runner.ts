/** Runs one piece of work at a time; asked again meanwhile, it runs once more afterwards. */
export class CoalescingRunner {
  private running: Promise<void> | null = null;
  private again = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly failed: (error: unknown) => void,
  ) {}

  run(): Promise<void> {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.running = this.loop().finally(() => (this.running = null));
    return this.running;
  }

  async ended(): Promise<void> {
    this.again = false;
    await this.running;
  }

  private async loop(): Promise<void> {
    do {
      this.again = false;
      await this.work().catch(this.failed);
    } while (this.again);
  }
}
