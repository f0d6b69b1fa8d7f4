import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Subscription } from 'rxjs';
import { CoalescingRunner } from '../common/concurrency/coalescing-runner';
import { Config } from '../config/config';
import { DueWork } from '../database/due-work';
import { MigrationState } from '../database/migration-state';
import { DeliveryService } from '../notification/delivery/delivery.service';
import { VersionChanges } from '../version/versions/version-changes';
import { RekeyService } from './rekey.service';
import { UpdateCheckerService } from './update-checker.service';

const CHECK = 'update-check';
const MESSAGES = 'service-messages';
/** Milliseconds between two looks for what the operator is to be told. */
const MESSAGES_EVERY_MS = 60_000;

/**
 * Runs the check every `CHECK_EVERY`, and as soon as some process has stored versions, and the delivery when something is due and after each check that
 * found something. Both claim their work in the database, so every worker runs them. Deliveries and messages of the service do not wait for each other.
 */
@Injectable()
export class UpdateCheckSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(UpdateCheckSchedule.name);
  private readonly stopping = new AbortController();
  private subscription?: Subscription;

  private readonly delivery = new CoalescingRunner(
    () => this.deliveries.deliverDue(),
    (error) => this.logger.error({ msg: 'delivery failed', err: error }),
  );

  private readonly check = new CoalescingRunner(
    async () => {
      const { notified } = await this.checker.check(this.stopping.signal);
      if (notified > 0) void this.delivery.run();
    },
    (error) => this.logger.error({ msg: 'update check failed', err: error }),
  );

  constructor(
    private readonly config: Config,
    private readonly registry: SchedulerRegistry,
    private readonly checker: UpdateCheckerService,
    private readonly deliveries: DeliveryService,
    private readonly changes: VersionChanges,
    private readonly rekeys: RekeyService,
    private readonly migrations: MigrationState,
    private readonly work: DueWork,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker) void this.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    for (const name of [CHECK, MESSAGES])
      if (this.registry.doesExist('interval', name)) this.registry.deleteInterval(name);
    this.subscription?.unsubscribe();
    await this.check.ended();
  }

  private async sendServiceMessages(): Promise<void> {
    try {
      await this.deliveries.sendServiceMessages();
    } catch (error) {
      this.logger.error({ msg: 'confirmation mails or notices failed', err: error });
    }
  }

  /** Before its first check, a version of the service with another ordering rebuilds the sort keys. */
  private async start(): Promise<void> {
    if (!(await this.migrations.untilDone(this.stopping.signal))) return;
    const { deliveries, messages } = this.deliveries.conditions();
    this.work.watch(deliveries, () => void this.delivery.run());
    this.work.watch(messages, () => void this.sendServiceMessages());
    this.registry.addInterval(
      MESSAGES,
      setInterval(() => void this.sendServiceMessages(), MESSAGES_EVERY_MS),
    );
    this.registry.addInterval(
      CHECK,
      setInterval(() => void this.check.run(), this.config.checkEvery * 1_000),
    );
    this.work.watch(this.checker.condition(), () => void this.check.run());
    this.subscription = this.changes.subscribe(() => void this.check.run());
    try {
      const { software } = await this.rekeys.run('stale');
      if (software > 0) this.logger.log({ msg: 'sort keys made anew', software });
    } catch (error) {
      this.logger.error({ msg: 'sort keys are not up to date; run: version rekey --all', err: error });
    }
    await this.check.run();
  }
}
