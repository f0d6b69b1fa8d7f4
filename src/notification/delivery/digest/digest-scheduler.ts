import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UtcTimestamp } from '../../../common/time/utc-timestamp';
import type { Sql } from '../../../database/database';
import { databaseNow } from '../../../database/database-clock';
import { pagesOf } from '../../../database/rows';
import { ProfileService } from '../../../access/user/profile.service';
import { DigestRepository, type WaitingOf, type WaitingRow } from './digest.repository';
import { goesOutAt, msOf, readTiming, type Size, sizeOf, timestampAt } from './timing';

/**
 * Decides which deliveries wait, and until when: they have `collect_at` in place of `next_at`, so that they are not claimed.
 * `DigestGroups` then puts them together.
 */
@Injectable()
export class DigestScheduler implements OnModuleInit {
  constructor(
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

  private async rescheduleWaiting(sql: Sql, of: WaitingOf): Promise<void> {
    // First, because those that wait become due below.
    await this.digests.makePostponedDue(sql, of);
    const waiting = await this.digests.waiting(sql, of);
    if (waiting.length > 0) await this.schedule(sql, waiting, await databaseNow(sql), 'gather');
  }

  /** @param atOnce whether deliveries that may go out at once are sent one by one, or gathered into a digest */
  private async schedule(sql: Sql, ids: string[], now: UtcTimestamp, atOnce: 'send' | 'gather'): Promise<void> {
    const times = new SendTimes(now);
    for (const page of pagesOf(ids)) {
      const rows = await this.digests.loadWaiting(sql, page);
      for (const [at, some] of times.group(rows))
        if (at === null && atOnce === 'send') await this.digests.makeDue(sql, some, now);
        else await this.digests.waitUntil(sql, some, at ?? now);
    }
  }
}

const ANY_SIZE: Size = { step: 'other', isSecurity: false };

/** When waiting deliveries go out. Those with the same timing and size have the same time, which takes long to compute. */
class SendTimes {
  private readonly known = new Map<string, UtcTimestamp | null>();

  constructor(private readonly now: UtcTimestamp) {}

  /** Ids by time; null = at once. */
  group(rows: WaitingRow[]): Map<UtcTimestamp | null, string[]> {
    const byTime = new Map<UtcTimestamp | null, string[]>();
    for (const row of rows) {
      const at = this.of(row);
      const others = byTime.get(at);
      if (others) others.push(row.id);
      else byTime.set(at, [row.id]);
    }
    return byTime;
  }

  private of(row: WaitingRow): UtcTimestamp | null {
    const timing = readTiming(row);
    const size: Size = timing.quiet === null ? ANY_SIZE : sizeOf(row);
    const key = JSON.stringify([row.digest, row.quiet_hours, row.time_zone, size]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = goesOutAt(timing, msOf(this.now), size);
    const time = at === null ? null : timestampAt(at);
    this.known.set(key, time);
    return time;
  }
}
