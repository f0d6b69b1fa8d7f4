import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Subscription } from 'rxjs';
import { Config } from '../config/config';
import { DeliveryService } from '../notification/delivery.service';
import { CatalogueImporter } from '../source/catalogue/catalogue-importer';
import { RekeyService } from './rekey.service';
import { UpdateCheckerService } from './update-checker.service';

const CHECK = 'update-check';
const DELIVERY = 'delivery';
const DELIVERY_EVERY_MS = 1_000;

/** Runs one piece of work at a time; asked again meanwhile, it runs once more afterwards. */
class OneAtATime {
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

/**
 * When the check and the delivery run: the check at every `CHECK_EVERY` and as soon as this process imports versions, the
 * delivery after each check and every second. Both are claims in the database, so every replica runs them.
 */
@Injectable()
export class UpdateCheckSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(UpdateCheckSchedule.name);
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
    private readonly importer: CatalogueImporter,
    private readonly rekeys: RekeyService,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.worker) return;
    this.registry.addInterval(
      CHECK,
      setInterval(() => void this.check.run(), this.config.checkEvery * 1_000),
    );
    this.registry.addInterval(
      DELIVERY,
      setInterval(() => void this.delivery.run(), DELIVERY_EVERY_MS),
    );
    this.subscription = this.importer.changes.subscribe(() => void this.check.run());
    void this.start();
  }

  /** A version of the service that orders versions anew first brings the keys up to date. */
  private async start(): Promise<void> {
    try {
      const { software } = await this.rekeys.run('stale');
      if (software > 0) this.logger.log({ msg: 'sort keys made anew', software });
    } catch (error) {
      this.logger.error({ msg: 'sort keys are not up to date; run: version rekey --all', err: error });
    }
    await this.check.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.subscription?.unsubscribe();
    for (const name of [CHECK, DELIVERY])
      if (this.registry.doesExist('interval', name)) this.registry.deleteInterval(name);
    await this.check.ended();
  }
}
