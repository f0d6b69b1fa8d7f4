import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { WorkerSchedule } from '../../database/worker-schedule';
import { HomeAssistantCommands } from './home-assistant.commands';
import { HomeAssistantPublisher } from './home-assistant.publisher';

const EVERY_MS = 5_000;

/** Looks for changes every 5 s, and at once after a command. Does nothing without `MQTT_URL`. */
@Injectable()
export class HomeAssistantSchedule extends WorkerSchedule {
  private readonly logger = new Logger(HomeAssistantSchedule.name);
  private readonly isOn: boolean;

  constructor(
    config: Config,
    migrations: MigrationState,
    private readonly publisher: HomeAssistantPublisher,
    private readonly commands: HomeAssistantCommands,
  ) {
    super(config, migrations);
    this.isOn = config.mqttUrl !== null;
    commands.onChange(() => void this.run());
  }

  @Interval(EVERY_MS)
  override async run(): Promise<void> {
    if (this.isOn) await super.run();
  }

  protected async pass(): Promise<void> {
    await this.publisher.publish();
  }

  protected failed(error: unknown): void {
    this.logger.warn({ msg: 'Home Assistant was not told of changes', err: error });
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.commands.done();
    await this.publisher.stop();
  }
}
