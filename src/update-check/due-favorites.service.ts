import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { DatabaseClock, databaseNow } from '../database/database-clock';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import { favoritesById } from '../favorite/store/favorite-scope';
import { NotificationWriter } from '../notification/delivery/notification.writer';
import { add, type Evaluated, inSlice, PageEvaluator } from './page-evaluator';

/** Favorites that become due by time alone: their policy allows another version now, or a reminder is due. */
@Injectable()
export class DueFavoritesService {
  constructor(
    private readonly database: Database,
    private readonly favorites: EvaluationRepository,
    private readonly evaluator: PageEvaluator,
    private readonly notifications: NotificationWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** Evaluates favorites whose snooze ended, or for which a version is old enough now, for a slice. @returns whether there may be more */
  evaluateDuePolicies(total: Evaluated): Promise<boolean> {
    return inSlice(async (size) => {
      const page = await this.evaluatePage(size);
      add(total, page);
      return page.favorites;
    });
  }

  /** Repeats notifications of outstanding updates, for a slice. @returns whether there may be more */
  remind(total: Evaluated): Promise<boolean> {
    return inSlice(async (size) => {
      const { due, notified } = await this.database.transaction(async (sql) => {
        const ids = await this.favorites.claimDueReminders(sql, size);
        return { due: ids.length, notified: await this.notifications.remind(sql, ids) };
      });
      total.notified += notified;
      return due;
    });
  }

  private evaluatePage(size: number): Promise<Evaluated> {
    return this.database.transaction(async (sql) => {
      const now = await this.clock.now(sql);
      const ids = await this.favorites.claimDuePolicies(sql, now, size);
      if (ids.length === 0) return { favorites: 0, flagged: 0, notified: 0 };
      const locked = await this.favorites.lock(sql, favoritesById(ids));
      const since = await databaseNow(sql);
      return { favorites: ids.length, ...(await this.evaluator.evaluate(sql, locked, { now, since })) };
    });
  }
}
