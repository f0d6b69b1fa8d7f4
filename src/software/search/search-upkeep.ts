import { Injectable } from '@nestjs/common';
import { throughPages, WorkerSchedule } from '../../database/worker-schedule';
import { PublisherTermRepository } from '../../publisher/publisher-term.repository';
import { SoftwareTermRepository } from './software-term.repository';

/** Publishers and products whose search terms were missing or outdated. */
export interface RefreshedTerms {
  publishers: number;
  software: number;
}

/**
 * Corrects missing and outdated search terms: after a change of the rules, and for what replicas of an older version write beside this one. Every worker looks through the catalogue when it starts and each hour.
 * Interrupted, it goes on with the rest next time.
 */
@Injectable()
export class SearchUpkeep extends WorkerSchedule {
  protected readonly everyMs = 3_600_000;
  protected readonly failure = { msg: 'search terms were not made' };

  constructor(
    private readonly publishers: PublisherTermRepository,
    private readonly software: SoftwareTermRepository,
  ) {
    super();
  }

  /** Looks through all publishers and products. */
  async refresh(signal?: AbortSignal): Promise<RefreshedTerms> {
    return {
      publishers: await throughPages((after) => this.publishers.refreshPage(after), signal),
      software: await throughPages((after) => this.software.refreshPage(after), signal),
    };
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    const refreshed = await this.refresh(signal);
    if (refreshed.publishers + refreshed.software > 0) this.logger.log({ msg: 'search terms made', ...refreshed });
  }
}
