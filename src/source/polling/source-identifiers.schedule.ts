import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { SourceIdentifiers } from './source-identifiers';

/** Corrects the identifiers of sources at the start of each worker, and once a day, as a replica of an older version may write sources. */
@Injectable()
export class SourceIdentifiersSchedule extends WorkerSchedule {
  protected readonly everyMs = 86_400_000;
  protected readonly failure = { msg: 'identifiers of sources were not corrected' };

  constructor(private readonly identifiers: SourceIdentifiers) {
    super();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const software = await this.identifiers.correct(signal);
    if (software > 0) this.logger.log({ msg: 'identifiers of sources corrected', software });
  }
}
