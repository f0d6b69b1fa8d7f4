import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { CoalescingRunner } from '../common/concurrency/coalescing-runner';
import { untilIdle } from '../common/concurrency/until-idle';
import type { Config } from '../config/config';
import type { MigrationState } from './migration-state';

/**
 * Work that each worker does once it has started and is idle, and again by the `@Interval` of the subclass, once the database has all tables. One pass at a
 * time. The end of the process waits for the pass that is under way.
 */
export abstract class WorkerSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly passes = new CoalescingRunner(
    () => this.pass(this.stopping.signal),
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
    if (this.config.worker && (await this.migrations.untilDone(this.stopping.signal))) await this.passes.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.passes.ended();
  }
}
