import { Injectable } from '@nestjs/common';
import { DueWork } from '../../database/due-work';
import { WorkerSchedule } from '../../database/worker-schedule';
import { SourceHostRepository } from './source-host.repository';
import { SourcePoller } from './source-poller';

/** Polls sources as soon as they are due, in every process with `WORKER`, unless `SOURCES` is `off`. */
@Injectable()
export class SourceSchedule extends WorkerSchedule {
  protected readonly everyMs = 60_000;
  protected readonly failure = { msg: 'polling failed' };

  constructor(
    private readonly poller: SourcePoller,
    private readonly hosts: SourceHostRepository,
    private readonly work: DueWork,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    if (this.isOn) this.work.watch(this.hosts.anyDue(), () => void this.run());
  }

  protected override get isOn(): boolean {
    return super.isOn && this.config.sources !== 'off';
  }

  protected pass(): Promise<unknown> {
    return this.poller.pollDue();
  }
}
