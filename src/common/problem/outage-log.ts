import { Logger } from '@nestjs/common';

/** How often the log says how many requests were refused. */
const EVERY_MS = 5_000;

interface Refused {
  requestId: string;
  err: unknown;
}

/**
 * While the database is away every request is refused, thousands a minute, all for one reason. The first is logged at once; then one
 * line for those of five seconds, with their number, the newest of them, and its error.
 */
export class OutageLog {
  private timer: NodeJS.Timeout | null = null;
  private newest: Refused | null = null;
  private requests = 0;

  constructor(private readonly logger: Logger) {}

  add(refused: Refused): void {
    this.newest = refused;
    this.requests++;
    if (!this.timer) this.write();
  }

  /** Goes on until nobody was refused for five seconds: the next one is logged at once again. */
  private write(): void {
    this.timer = null;
    if (this.requests === 0) return;
    this.logger.warn({ msg: 'database unavailable', requests: this.requests, ...this.newest });
    this.requests = 0;
    this.newest = null;
    this.timer = setTimeout(() => this.write(), EVERY_MS).unref();
  }
}
