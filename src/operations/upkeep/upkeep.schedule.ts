import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { UpkeepService } from './upkeep.service';

/** Runs the upkeep if it is due. */
@Injectable()
export class UpkeepSchedule extends WorkerSchedule {
  protected readonly everyMs = 600_000;
  protected readonly failure = { msg: 'old rows were not removed' };

  constructor(private readonly service: UpkeepService) {
    super();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const removed = await this.service.runIfDue(signal);
    if (removed && removed.notifications > 0) this.logger.log({ msg: 'old notifications removed', ...removed });
  }
}
