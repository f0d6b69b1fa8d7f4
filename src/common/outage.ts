/** Errors whose reason is logged already. */
const known = new WeakSet<object>();

/** Whether an outage, which is logged already, is the reason: then callers need not log the error. */
export const isOfOutage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (known.has(error) || isOfOutage((error as Error).cause));

/** Something that this process needs and that fails: logged once when that begins and once when it ends, however often it fails meanwhile. */
export class Outage {
  private since: number | null = null;

  constructor(
    private readonly begins: (error: Error) => void,
    private readonly ends: (seconds: number) => void = () => undefined,
  ) {}

  note(error: unknown): void {
    if (this.since === null) {
      this.since = performance.now();
      this.begins(error as Error);
    }
    known.add(error as object);
  }

  end(): void {
    if (this.since === null) return;
    const seconds = Math.round((performance.now() - this.since) / 100) / 10;
    this.since = null;
    this.ends(seconds);
  }
}
