import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '../../../database/database';
import { DigestRepository } from './digest.repository';

/**
 * Puts due deliveries of a channel into digests, which are sent as one message. A digest only ever loses members: all have its
 * `digest_id`, which is the key of the message on every attempt. One of them, its head, has the due time and the
 * lease in `next_at`; the others have a later `collect_at`, at which they get another head should there be none.
 */
@Injectable()
export class DigestGroups {
  constructor(
    private readonly database: Database,
    private readonly digests: DigestRepository,
  ) {}

  /**
   * Handles everything that is due of the channels that have waited longest. A channel that another replica is working on is left to it.
   * @returns whether anything was due: there may be more
   */
  async gatherDue(): Promise<boolean> {
    const channels = await this.digests.dueChannels();
    for (const channelId of channels) await this.database.transaction((sql) => this.gather(sql, channelId));
    return channels.length > 0;
  }

  private async gather(sql: Sql, channelId: string): Promise<void> {
    if (!(await this.digests.tryLockChannel(sql, channelId))) return this.digests.releaseOrphans(sql, channelId);
    const due = await this.digests.lockDue(sql, channelId);
    await this.digests.create(
      sql,
      due.filter(({ digest_id }) => digest_id === null).map(({ id }) => id),
    );
    for (const digestId of new Set(due.map(({ digest_id }) => digest_id)))
      if (digestId !== null) await this.digests.recoverHead(sql, digestId);
  }
}
