import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { DatabaseClock, databaseNow } from '../database/database-clock';
import { EvaluationRepository } from '../favorite/store/evaluation.repository';
import { favoritesById } from '../favorite/store/favorite-scope';
import { NotificationWriter } from '../notification/delivery/notification.writer';
import { add, type Evaluated, PAGE, PageEvaluator } from './page-evaluator';

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

  /** Evaluates favorites whose snooze ended, or for which a version is old enough now. */
  async evaluateDuePolicies(): Promise<Evaluated> {
    const total: Evaluated = { favorites: 0, flagged: 0, notified: 0 };
    for (;;) {
      const page = await this.evaluatePage();
      add(total, page);
      if (page.favorites < PAGE) return total;
    }
  }

  /** Repeats notifications of outstanding updates. @returns how many were written */
  async remind(): Promise<number> {
    for (let total = 0; ;) {
      const { due, notified } = await this.database.transaction(async (sql) => {
        const ids = await this.favorites.claimDueReminders(sql, PAGE);
        return { due: ids.length, notified: await this.notifications.remind(sql, ids) };
      });
      total += notified;
      if (due < PAGE) return total;
    }
  }

  private evaluatePage(): Promise<Evaluated> {
    return this.database.transaction(async (sql) => {
      const now = await this.clock.now(sql);
      const ids = await this.favorites.claimDuePolicies(sql, now, PAGE);
      if (ids.length === 0) return { favorites: 0, flagged: 0, notified: 0 };
      const locked = await this.favorites.lock(sql, favoritesById(ids));
      const since = await databaseNow(sql);
      return { favorites: ids.length, ...(await this.evaluator.evaluate(sql, locked, { now, since })) };
    });
  }
}
