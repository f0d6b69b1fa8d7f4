import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config';
import { SHORTEST_REMINDER } from '../config/duration';
import type { Dialect } from '../database/dialect';
import type { Sql } from '../database/database';
import { ProfileService } from '../user/profile.service';
import { favoritePages, type FavoriteScope, theseFavorites } from './favorite-scope';

/** Whether a favorite is told again and again: the profile's word when it uses the defaults and there is one. */
export const notifiesAlways = (favorite: string) => `CASE WHEN ${favorite}.use_default_notification = 1
  THEN COALESCE((SELECT u.notify_always FROM user u WHERE u.id = ${favorite}.user_id), ${favorite}.notify_always)
  ELSE ${favorite}.notify_always END`;

/** Whether reminders apply to a row of `favorite`. */
export const REMINDS = `(favorite.update_available = 1 AND favorite.notifications_enabled = 1
  AND ${notifiesAlways('favorite')} = 1)`;

/** Shorter ones were written by versions before this limit, and count as this. */
const REMIND_EVERY = `CASE WHEN p.remind_every < ${SHORTEST_REMINDER} THEN ${SHORTEST_REMINDER} ELSE p.remind_every END`;

/** When a row of `favorite` is to be reminded next: after its policy's time, else after the seconds of one `?`. */
export const reminderIn = (dialect: Dialect) =>
  dialect.after(
    dialect.now,
    `COALESCE((SELECT ${REMIND_EVERY} FROM favorite_policy p WHERE p.favorite_id = favorite.id), ?)`,
  );

/**
 * Keeps `due_at` right: set while an outstanding update is to be notified again, null otherwise. It is written when
 * something that decides it changes, so that the check for due reminders reads due rows only.
 */
@Injectable()
export class ReminderSchedule implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly profiles: ProfileService,
  ) {}

  onModuleInit(): void {
    this.profiles.onChange(async (sql, userId, changed) => {
      if (changed.notify_always === undefined) return;
      for await (const page of favoritePages(sql, userId)) await this.refresh(sql, theseFavorites(page));
    });
  }

  ofFavorite(sql: Sql, favoriteId: string): Promise<void> {
    return this.refresh(sql, theseFavorites([favoriteId]));
  }

  private async refresh(sql: Sql, { condition, parameters }: FavoriteScope): Promise<void> {
    const next = reminderIn(sql.dialect);
    const { remindEvery } = this.config;
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN NOT ${REMINDS} THEN NULL
           WHEN due_at IS NULL OR due_at > ${next} THEN ${next} ELSE due_at END
       WHERE ${condition('favorite')} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [remindEvery, remindEvery, ...parameters],
    );
  }
}
