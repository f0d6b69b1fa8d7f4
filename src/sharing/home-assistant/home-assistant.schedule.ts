import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { HomeAssistantCommands } from './home-assistant.commands';
import { HomeAssistantPublisher } from './home-assistant.publisher';

/** Looks for changes every 5 s, and at once after a command. Does nothing without `MQTT_URL`. */
@Injectable()
export class HomeAssistantSchedule extends WorkerSchedule {
  protected readonly everyMs = 5_000;
  protected readonly failure = { msg: 'Home Assistant was not told of changes' };

  constructor(
    private readonly publisher: HomeAssistantPublisher,
    private readonly commands: HomeAssistantCommands,
  ) {
    super();
    commands.onChange(() => void this.run());
  }

  protected override get isOn(): boolean {
    return super.isOn && this.config.mqttUrl !== null;
  }

  protected pass(): Promise<unknown> {
    return this.publisher.publish();
  }

  protected override failed(entry: object): void {
    this.logger.warn(entry);
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.commands.done();
    await this.publisher.stop();
  }
}
