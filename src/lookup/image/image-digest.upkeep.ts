import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { ImageDigestRepository } from './image-digest.repository';

/** Forgets digests of which no tag was found, in each worker. */
@Injectable()
export class ImageDigestUpkeep extends WorkerSchedule {
  protected readonly everyMs = 6 * 3_600_000;
  protected readonly failure = { msg: 'old digests of images were not removed' };

  constructor(private readonly digests: ImageDigestRepository) {
    super();
  }

  protected pass(): Promise<unknown> {
    return this.digests.removeOld();
  }
}
