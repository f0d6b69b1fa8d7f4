import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoalescingRunner } from '../common/concurrency/coalescing-runner';
import type { Config } from '../config/config';
import type { MigrationState } from './migration-state';

/**
 * Work that each worker does once it has started and is idle, and again by the `@Interval` of the subclass, once the database has all tables. One pass at a
 * time. The end of the process waits for the pass that is under way.
 */
export abstract class WorkerSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly passes = new CoalescingRunner(
    () => this.passOnceMigrated(this.stopping.signal),
    (error) => this.failed(error),
  );

  protected constructor(
    private readonly config: Config,
    private readonly migrations: MigrationState,
  ) {}

  /** @param signal the process ends: the pass ends with the page that is being written */
  protected abstract pass(signal: AbortSignal): Promise<void>;

  protected abstract failed(error: unknown): void;

  onApplicationBootstrap(): void {
    if (this.config.worker) void untilIdle(this.stopping.signal).then(() => this.run());
  }

  async run(): Promise<void> {
    if (this.config.worker) await this.passes.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.passes.ended();
  }

  /** One wait, however often a pass is asked for meanwhile. */
  private async passOnceMigrated(signal: AbortSignal): Promise<void> {
    if (await this.migrations.untilDone(signal)) await this.pass(signal);
  }
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
