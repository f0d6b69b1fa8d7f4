import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { KnowledgeService } from './knowledge.service';

/** Imports what came with the service, and asks providers of knowledge that are due: at the start of each worker, and every minute. */
@Injectable()
export class KnowledgeSchedule extends WorkerSchedule {
  protected readonly everyMs = 60_000;
  protected readonly failure = { msg: 'providers of knowledge were not asked' };
  /** Once for each start. */
  private hasBundled = false;

  constructor(private readonly service: KnowledgeService) {
    super();
  }

  protected async pass(signal: AbortSignal): Promise<void> {
    if (!this.hasBundled) await this.service.importBundled(signal);
    this.hasBundled = true;
    await this.service.askDue(signal);
  }
}
