import { Injectable, type OnModuleInit } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { getOrMake } from '../../../common/get-or-make';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import { Database, type Sql } from '../../../database/database';
import { databaseNow } from '../../../database/database-clock';
import { pagesOf } from '../../../database/rows';
import { ProfileService } from '../../../access/user/profile.service';
import { DigestRepository, type WaitingOf, type WaitingRow } from './digest.repository';
import { goesOutAt, msOf, readTiming, type Size, sizeOf, timestampAt } from './timing';

/**
 * Decides which deliveries wait, and until when: they have `collect_at` in place of `next_at`, so that they are not claimed. Then puts those of
 * a channel into a digest, which is sent as one message. A digest only ever loses members: all have its `digest_id`, which is the key of the
 * message on every attempt. One of them, its head, has the due time and the lease in `next_at`; the others have a later `collect_at`, at which
 * they get another head should there be none.
 */
@Injectable()
export class DigestScheduler implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileService,
    private readonly digests: DigestRepository,
  ) {}

  onModuleInit(): void {
    this.profiles.onChange(async (sql, userId, { time_zone }) => {
      if (time_zone !== undefined) await this.rescheduleWaiting(sql, { userId });
    });
  }

  /** Schedules deliveries that were written at `now` for channels with a timing. Some go out at once all the same. */
  async scheduleNew(sql: Sql, now: UtcTimestamp): Promise<void> {
    await this.schedule(sql, await this.digests.writtenAt(sql, now), now, 'send');
  }

  /** Reschedules waiting deliveries after a change of a channel's timing. */
  async channelChanged(sql: Sql, channelId: string): Promise<void> {
    await this.rescheduleWaiting(sql, { channelId });
  }

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
    const ids = due.flatMap(({ id, digest_id }) => (digest_id === null ? [id] : []));
    await this.digests.create(sql, ids);
    for (const digestId of new Set(due.map(({ digest_id }) => digest_id)))
      if (digestId !== null) await this.digests.recoverHead(sql, digestId);
  }

  private async rescheduleWaiting(sql: Sql, of: WaitingOf): Promise<void> {
    // First, because those that wait become due below.
    await this.digests.makePostponedDue(sql, of);
    const waiting = await this.digests.waiting(sql, of);
    if (waiting.length > 0) await this.schedule(sql, waiting, await databaseNow(sql), 'gather');
  }

  /** @param atOnce whether deliveries that may go out at once are sent one by one, or gathered into a digest */
  private async schedule(sql: Sql, ids: string[], now: UtcTimestamp, atOnce: 'send' | 'gather'): Promise<void> {
    const known = new Map<string, SendTime>();
    for (const page of pagesOf(ids)) {
      const rows = await this.digests.loadWaiting(sql, page);
      for (const [{ at }, some] of groupBy(rows, (row) => sendTimeOf(row, now, known))) {
        const waiting = some.map(({ id }) => id);
        if (at === null && atOnce === 'send') await this.digests.makeDue(sql, waiting, now);
        else await this.digests.waitUntil(sql, waiting, at ?? now);
      }
    }
  }
}

const ANY_SIZE: Size = { step: 'other', isSecurity: false };

/** When a waiting delivery goes out; null = at once. */
interface SendTime {
  at: UtcTimestamp | null;
}

/** @param known those with the same timing and size have the same time, which takes long to compute */
function sendTimeOf(row: WaitingRow, now: UtcTimestamp, known: Map<string, SendTime>): SendTime {
  const timing = readTiming(row);
  const size: Size = timing.quiet === null ? ANY_SIZE : sizeOf(row);
  return getOrMake(known, JSON.stringify([row.digest, row.quiet_hours, row.time_zone, size]), () => {
    const at = goesOutAt(timing, msOf(now), size);
    return { at: at === null ? null : timestampAt(at) };
  });
}
