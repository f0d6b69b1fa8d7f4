import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { SourcePoller } from './source-poller';

/** Polls due sources every second, in every process with `WORKER`, unless `SOURCES` is `off`. */
@Injectable()
export class SourceSchedule extends WorkerSchedule {
  protected readonly everyMs = 1_000;
  protected readonly failure = { msg: 'polling failed' };

  constructor(private readonly poller: SourcePoller) {
    super();
  }

  protected override get isOn(): boolean {
    return super.isOn && this.config.sources !== 'off';
  }

  protected pass(): Promise<unknown> {
    return this.poller.pollDue();
  }
}
