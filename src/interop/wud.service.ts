import { Injectable } from '@nestjs/common';
import { ForeignBody } from '../common/api/foreign-body';
import type { Owner } from '../common/identity/actor';
import { TrackedRepository } from './tracked.repository';
import { containerOf } from './wud-format';

const CONTAINERS_AT_MOST = 2_000;

/** A user's favorites in the form of WUD's `GET /api/containers`. */
@Injectable()
export class WudService {
  constructor(private readonly tracked: TrackedRepository) {}

  async list({ userId }: Owner): Promise<ForeignBody> {
    const rows = await this.tracked.favorites(userId, CONTAINERS_AT_MOST);
    return new ForeignBody(rows.map(containerOf));
  }
}
