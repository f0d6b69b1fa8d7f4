import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Subscription } from 'rxjs';
import { OneAtATime } from '../common/one-at-a-time';
import { Config } from '../config/config';
import { MigrationState } from '../database/migration-state';
import { DeliveryService } from '../notification/delivery.service';
import { VersionChanges } from '../version/version-changes';
import { RekeyService } from './rekey.service';
import { UpdateCheckerService } from './update-checker.service';

const CHECK = 'update-check';
const DELIVERY = 'delivery';
const DELIVERY_EVERY_MS = 1_000;

/**
 * When the check and the delivery run: the check at every `CHECK_EVERY` and as soon as this process learns of versions, the
 * delivery after each check and every second. Both are claims in the database, so every replica runs them.
 */
@Injectable()
export class UpdateCheckSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(UpdateCheckSchedule.name);
  private readonly stopping = new AbortController();
  private subscription?: Subscription;

  private readonly delivery = new OneAtATime(
    () => this.deliveries.deliverDue(),
    (error) => this.logger.error({ msg: 'delivery failed', err: error }),
  );

  private readonly check = new OneAtATime(
    async () => {
      const { notified } = await this.checker.check();
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
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.worker) void this.startWhenMigrated();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.subscription?.unsubscribe();
    for (const name of [CHECK, DELIVERY])
      if (this.registry.doesExist('interval', name)) this.registry.deleteInterval(name);
    await this.check.ended();
  }

  private async startWhenMigrated(): Promise<void> {
    if (await this.migrations.untilDone(this.stopping.signal)) await this.start();
  }

  /** Asked again meanwhile it waits for what is under way: no kind of them keeps the other waiting. */
  private async sendServiceMessages(): Promise<void> {
    try {
      await this.deliveries.sendServiceMessages();
    } catch (error) {
      this.logger.error({ msg: 'confirmation mails or notices failed', err: error });
    }
  }

  /** A version of the service that orders versions anew first brings the keys up to date. */
  private async start(): Promise<void> {
    this.registry.addInterval(
      CHECK,
      setInterval(() => void this.check.run(), this.config.checkEvery * 1_000),
    );
    this.registry.addInterval(
      DELIVERY,
      setInterval(() => {
        void this.delivery.run();
        void this.sendServiceMessages();
      }, DELIVERY_EVERY_MS),
    );
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
