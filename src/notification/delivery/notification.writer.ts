import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import type { DueAlert } from '../../favorite/store/alert';
import { EvaluationRepository } from '../../favorite/store/evaluation.repository';
import { favoritesById, type FavoriteScope, type LockedFavorites } from '../../favorite/store/favorite-scope';
import { DigestScheduler } from './digest/digest-scheduler';
import { NotificationQueueRepository } from './notification-queue.repository';
import { DeliveryPace } from './pace/delivery-pace';

/**
 * Writes notifications and, for each, a delivery for every channel that it goes through, in the transaction that found the update or
 * the reminder due.
 */
@Injectable()
export class NotificationWriter {
  constructor(
    private readonly favorites: EvaluationRepository,
    private readonly notifications: NotificationQueueRepository,
    private readonly digests: DigestScheduler,
    private readonly pace: DeliveryPace,
  ) {}

  /**
   * One notification of the version on offer for each of these favorites whose owner was not notified of it before and does not
   * know it from writing the favorite.
   * @param now the database's own, after these favorites were locked
   * @returns how many notifications were written
   */
  async announce(sql: Sql, { scope, favorites }: LockedFavorites, now: UtcTimestamp): Promise<number> {
    const written = await this.notifications.insertNews(sql, scope, now);
    const cancelled = written < favorites.length ? await this.notifications.cancelledNews(sql, scope) : [];
    await this.notifications.revive(sql, cancelled, now);
    if (cancelled.length + written > 0) await this.queue(sql, now, scope, 'all');
    return cancelled.length + written;
  }

  /**
   * Cancels failed notifications of versions that are still available to this user, so that the next `announce` repeats them; also those without a delivery because their
   * only channel was deleted as it was written.
   */
  async forgetFailures(sql: Sql, userId: string): Promise<void> {
    for await (const page of this.favorites.outstandingOfUser(sql, userId)) {
      const ids = await this.notifications.failedNews(sql, favoritesById(page));
      if (ids.length === 0) continue;
      await this.notifications.cancelFailedDeliveries(sql, ids);
      await this.notifications.refresh(sql, ids);
    }
  }

  /**
   * Reminds of the version on offer. Not while the pace of the owner holds back what says so already.
   * @returns how many notifications were written
   */
  async remind(sql: Sql, favoriteIds: string[]): Promise<number> {
    return this.again(sql, favoriteIds, (scope, now) => this.notifications.insertReminders(sql, scope, now));
  }

  /**
   * Reminds after a snooze of a version that the owner was notified of before, and of none that is newer.
   * @returns how many notifications were written
   */
  async remindAfterSnooze(sql: Sql, favoriteIds: string[]): Promise<number> {
    return this.again(sql, favoriteIds, (scope, now) => this.notifications.insertRemindersAfterSnooze(sql, scope, now));
  }

  /** @returns subjects of the alerts of each favorite, the latest first */
  notifiedAlerts(sql: Sql, favoriteIds: string[]): Promise<Map<string, string[]>> {
    return this.notifications.alertSubjects(sql, favoriteIds);
  }

  /**
   * Writes alerts to the owners of favorites that this transaction has locked: one for each subject.
   * @param alerts at most one for each favorite
   * @returns how many notifications were written
   */
  async alert(sql: Sql, alerts: DueAlert[]): Promise<number> {
    if (alerts.length === 0) return 0;
    const now = await databaseNow(sql);
    const cancelled = await this.notifications.cancelledAlerts(sql, alerts);
    const written = await this.notifications.insertAlerts(sql, alerts, now);
    await this.notifications.revive(sql, cancelled, now);
    const scope = favoritesById(alerts.map(({ favoriteId }) => favoriteId));
    if (cancelled.length + written > 0) await this.queue(sql, now, scope, 'alerts');
    return cancelled.length + written;
  }

  private async again(
    sql: Sql,
    favoriteIds: string[],
    insert: (scope: FavoriteScope, now: UtcTimestamp) => Promise<number>,
  ): Promise<number> {
    if (favoriteIds.length === 0) return 0;
    const scope = favoritesById(favoriteIds);
    const now = await databaseNow(sql);
    const written = await insert(scope, now);
    if (written > 0) await this.queue(sql, now, scope, 'reminders');
    return written;
  }

  private async queue(
    sql: Sql,
    now: UtcTimestamp,
    scope: FavoriteScope,
    which: 'all' | 'reminders' | 'alerts',
  ): Promise<void> {
    await this.notifications.queueDeliveries(sql, now, scope, which);
    await this.digests.scheduleNew(sql, now);
    await this.pace.spreadNew(sql, now, scope);
  }
}
