import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '../database/database';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { removeFavoritesOf } from '../favorite/user-favorites';
import { placeholders } from '../database/rows';
import { lockUser } from '../user/limits/possessions';
import { UserAccounts } from '../user/user-accounts';

/** What a user owned. */
export interface Removed {
  notifications: number;
  favorites: number;
  channels: number;
  tokens: number;
}

/** Rows of one statement. SQLite has one writer, and a service beside this program stands still while it waits for its turn. */
const PAGE = { notifications: 50, deliveries: 100, favorites: 50, channels: 50, tokens: 100 };
const SHORTEST_PAUSE_MS = 10;

/**
 * Ends the membership of a user. A user who is deleted is disabled first, so that nothing new comes and nothing is sent; then all that
 * they own goes in small pages, and their row last. Cut off anywhere, it leaves a disabled user, and run again it goes on.
 * What a user has put into the catalogue stays, and so does the audit log.
 */
@Injectable()
export class UserRemoval {
  constructor(
    private readonly database: Database,
    private readonly accounts: UserAccounts,
    private readonly flags: FavoriteFlags,
  ) {}

  /** @returns whether anything changed */
  disable(id: string): Promise<boolean> {
    return this.database.transaction((sql) => this.accounts.disable(sql, id));
  }

  /** What came meanwhile and is still on offer is told by the next check. @returns whether anything changed */
  enable(id: string): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const changed = await this.accounts.enable(sql, id);
      if (changed) await this.flags.announceOutstanding(sql, id);
      return changed;
    });
  }

  async remove(id: string): Promise<Removed> {
    const removed: Removed = { notifications: 0, favorites: 0, channels: 0, tokens: 0 };
    do {
      await this.disable(id);
      removed.notifications += await inPages(() => this.removeNotifications(id));
      removed.favorites += await inPages(() => removeFavoritesOf(this.database, id, PAGE.favorites));
      removed.channels += await inPages(() => this.removeChannels(id));
      removed.tokens += await inPages(() => this.accounts.removeTokens(id, PAGE.tokens));
    } while (!(await this.database.transaction((sql) => this.removeUser(sql, id, removed))));
    return removed;
  }

  private async removeNotifications(userId: string): Promise<number> {
    const { byIndex, deleteGiven } = this.database.dialect;
    const ids = await this.idsOf(
      `SELECT id FROM notification ${byIndex('notification_user')} WHERE user_id = ? ORDER BY user_id, created_at, id LIMIT ${PAGE.notifications}`,
      [userId],
    );
    if (ids.length === 0) return 0;
    // Each may have a delivery for every channel.
    await inPages(() => this.removeDeliveries(ids));
    return this.database.execute(deleteGiven('notification', { id: 'text' }), [given(ids)]);
  }

  private async removeDeliveries(notificationIds: string[]): Promise<number> {
    const { byIndex, deleteGiven } = this.database.dialect;
    const ids = await this.idsOf(
      `SELECT id FROM delivery ${byIndex('delivery_once')} WHERE notification_id IN (${placeholders(notificationIds.length)}) LIMIT ${PAGE.deliveries}`,
      notificationIds,
    );
    if (ids.length === 0) return 0;
    return this.database.execute(deleteGiven('delivery', { id: 'text' }), [given(ids)]);
  }

  /** With what is queued about them. Rows of confirmation mails stay: they keep the limits of the addresses. */
  private removeChannels(userId: string): Promise<number> {
    return this.database.transaction(async (sql) => {
      const rows = await sql.query<{ id: string }>(
        `SELECT id FROM channel ${sql.dialect.byIndex('channel_user')} WHERE user_id = ? ORDER BY user_id, created_at, id
         LIMIT ${PAGE.channels} ${sql.dialect.forUpdate}`,
        [userId],
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const these = placeholders(ids.length);
      await sql.execute(`DELETE FROM channel_notice WHERE about_channel_id IN (${these})`, ids);
      await sql.execute(
        `UPDATE confirmation_mail SET next_at = NULL, claim_id = NULL WHERE channel_id IN (${these}) AND next_at IS NOT NULL`,
        ids,
      );
      return sql.execute(sql.dialect.deleteGiven('channel', { id: 'text' }), [given(ids)]);
    });
  }

  /** @returns false when something came in between, such as from a replica of a version that knows no disabled users */
  private async removeUser(sql: Sql, id: string, removed: Removed): Promise<boolean> {
    await lockUser(sql, id);
    for (const table of ['favorite', 'channel'])
      if ((await sql.query(`SELECT id FROM ${table} WHERE user_id = ? LIMIT 1`, [id])).length > 0) return false;
    await this.accounts.remove(sql, id, { ...removed });
    return true;
  }

  private async idsOf(statement: string, parameters: string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(statement, parameters);
    return rows.map(({ id }) => id);
  }
}

/** Until nothing is left; it rests for as long as it works, so that others have their turn. @returns how many rows were removed */
async function inPages(removePage: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const start = performance.now();
    const removed = await removePage();
    if (removed === 0) return total;
    total += removed;
    await sleep(Math.max(SHORTEST_PAUSE_MS, performance.now() - start));
  }
}

/** For `deleteGiven`. */
const given = (ids: string[]) => JSON.stringify(ids.map((id) => [id]));
