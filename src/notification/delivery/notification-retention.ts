import { Injectable } from '@nestjs/common';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { TimedPages } from '../../database/pages';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { NotificationRemovalRepository, type OldNotification } from './notification-removal.repository';

/** Notifications that are looked at, and removed, at once at most. */
const PAGE = 500;
/** Seconds for which reminders are kept: they are retried for a week, and a failed one should be visible for another. */
const KEEP_REMINDERS = 14 * 86_400;
const BEGINNING = '2000-01-01 00:00:00.000000';

/** Removes notifications that are over and older than `KEEP_NOTIFICATIONS`, and reminders after two weeks, with their deliveries and attempts. */
@Injectable()
export class NotificationRetention {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly notifications: NotificationRemovalRepository,
    private readonly favorites: FavoriteStateRepository,
  ) {}

  /** In pages from the oldest on, each in a transaction of its own, so it may be interrupted anywhere. @returns how many were removed */
  async run(signal?: AbortSignal): Promise<number> {
    if (this.config.keepNotifications === Infinity) return 0;
    return this.removeFrom(BEGINNING, this.config.keepNotifications, () => true, signal);
  }

  /**
   * The same for reminders.
   * @param from up to which an earlier run has removed them; null = there was none
   * @param removedUntil is called after each page: there are none left up to that time
   */
  runReminders(
    from: UtcTimestamp | null,
    removedUntil: (until: UtcTimestamp) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<number> {
    return this.removeFrom(from ?? BEGINNING, KEEP_REMINDERS, ({ reminder }) => reminder > 0, signal, removedUntil);
  }

  /** Locks only what looks as if it can go: each favorite keeps one, however old. */
  private async removeFrom(
    from: UtcTimestamp,
    keep: number,
    isMeant: (one: OldNotification) => boolean,
    signal?: AbortSignal,
    removedUntil?: (until: UtcTimestamp) => Promise<void>,
  ): Promise<number> {
    const until = await this.notifications.ago(keep);
    const sizes = new TimedPages(PAGE);
    let removed = 0;
    for (let last = { id: '', created_at: from }; !signal?.aborted;) {
      const page = await this.notifications.pageAfter(last, until, PAGE);
      if (page.length === 0) break;
      const old = page.filter((one) => one.is_over && isMeant(one));
      for (let done = 0; done < old.length;)
        await sizes.run(async (size) => {
          removed += await this.remove(old.slice(done, done + size));
          done += size;
        });
      last = page.at(-1)!;
      await removedUntil?.(last.created_at);
    }
    return removed;
  }

  private async remove(page: OldNotification[]): Promise<number> {
    return this.database.transaction(async (sql) => {
      await this.notifications.lockFavorites(sql, [...new Set(page.map(({ favorite_id }) => favorite_id))]);
      const ids = await this.notifications.removable(sql, idsOf(page));
      if (ids.length === 0) return 0;
      await this.favorites.keepNotified(sql, ids);
      return this.notifications.removeOld(sql, ids);
    });
  }
}
