import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Outage } from '../common/outage';
import { Database } from './database';
import { isContention, isUnavailable, isUnwritable } from './errors';

/** Milliseconds between two probes, however often readiness is requested. */
const EVERY_MS = 5_000;
/** How long a failed write of the service counts: on a full disk a small write may still succeed. */
const COUNTS_MS = 30_000;

/** Whether the database can be written: a full disk or a read-only server still answers every read. */
@Injectable()
export class WriteProbe implements OnModuleDestroy {
  private readonly logger = new Logger(WriteProbe.name);
  private readonly unknown = new Outage((err) =>
    this.logger.warn({ msg: 'whether the database can be written is not known', err }),
  );
  private readonly stopping = new AbortController();
  private probing: Promise<unknown> | null = null;
  private probedAt = -Infinity;
  private outcome: unknown = null;

  constructor(private readonly database: Database) {
    database.whenUnwritable = () => void this.untilWritable();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Why writes fail; null = they succeed. @throws when the database does not answer */
  async failure(): Promise<unknown> {
    const failed = this.database.failedWrite;
    if (failed && performance.now() - failed.at < COUNTS_MS) return failed.error;
    if (performance.now() - this.probedAt < EVERY_MS) return this.outcome;
    this.probing ??= this.probe().finally(() => (this.probing = null));
    return this.probing;
  }

  private async probe(): Promise<unknown> {
    this.outcome = await this.tryToWrite();
    this.probedAt = performance.now();
    return this.outcome;
  }

  private async tryToWrite(): Promise<unknown> {
    try {
      await this.database.probeWrite();
      this.unknown.end();
      return null;
    } catch (error) {
      if (isUnwritable(error)) return error;
      if (isContention(error)) return null; // somebody else is writing
      if (isUnavailable(error)) throw error;
      this.unknown.note(error);
      return null;
    }
  }

  private async untilWritable(): Promise<void> {
    const { signal } = this.stopping;
    do await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    while (!signal.aborted && (await this.failure().catch((error: unknown) => error)) !== null);
    if (!signal.aborted) this.database.unwritable.end();
  }
}
