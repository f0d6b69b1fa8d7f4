import { Inject, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoalescingRunner } from '../common/concurrency/coalescing-runner';
import { Config } from '../config/config';
import { MigrationState } from './migration-state';

/**
 * Work that each worker does once it has started and is idle, and again and again, once the database has all tables. One pass at a time. The end of
 * the process waits for the pass that is under way.
 */
export abstract class WorkerSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  @Inject() protected readonly config!: Config;
  @Inject() private readonly migrations!: MigrationState;
  @Inject() private readonly registry!: SchedulerRegistry;
  protected readonly logger = new Logger(this.constructor.name);
  protected abstract readonly everyMs: number;
  /** What is logged when a pass fails. */
  protected abstract readonly failure: { msg: string };
  private readonly stopping = new AbortController();
  private readonly passes = new CoalescingRunner(
    () => this.passOnceMigrated(this.stopping.signal),
    (error) => this.failed({ ...this.failure, err: error }),
  );

  /** @param signal the process ends: the pass ends with the page that is being written */
  protected abstract pass(signal: AbortSignal): Promise<unknown>;

  protected get isOn(): boolean {
    return this.config.worker;
  }

  protected failed(entry: { msg: string; err: unknown }): void {
    this.logger.error(entry);
  }

  onApplicationBootstrap(): void {
    if (!this.isOn) return;
    const interval = setInterval(() => void this.run(), this.everyMs);
    this.registry.addInterval(this.constructor.name, interval);
    void untilIdle(this.stopping.signal).then(() => this.run());
  }

  async run(): Promise<void> {
    if (this.isOn) await this.passes.run();
  }

  async onModuleDestroy(): Promise<void> {
    const { name } = this.constructor;
    if (this.registry.doesExist('interval', name)) this.registry.deleteInterval(name);
    this.stopping.abort();
    await this.passes.ended();
  }

  /** One wait, however often a pass is asked for meanwhile. */
  private async passOnceMigrated(signal: AbortSignal): Promise<void> {
    if (await this.migrations.untilDone(signal)) await this.pass(signal);
  }
}

/** Goes through a table, until the process ends. @param page begins after an id; null = there was none left @returns how many rows were changed */
export async function throughPages(
  page: (after: string) => Promise<{ changed: number; last: string } | null>,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (let after = ''; !signal?.aborted;) {
    const done = await page(after);
    if (done === null) break;
    changed += done.changed;
    after = done.last;
  }
  return changed;
}

const WINDOW_MS = 500;
const WINDOWS_AT_MOST = 60;
/** Share of a window for which the event loop had something to do. */
const BUSY = 0.5;

/** Waits until this process has little to do, for half a minute at most. */
async function untilIdle(signal: AbortSignal): Promise<void> {
  for (let windows = 0; windows < WINDOWS_AT_MOST && !signal.aborted; windows++) {
    const before = performance.eventLoopUtilization();
    await sleep(WINDOW_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
