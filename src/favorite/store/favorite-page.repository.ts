import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '../../database/database';
import { placeholders } from '../../database/rows';
import {
  favoritesOfSoftware,
  type FavoriteScope,
  type IdRange,
  type EvaluationState,
  type LockedFavorites,
} from './favorite-scope';
import { notifiesAlways } from './schedule.repository';

interface FavoriteOfUser {
  id: string;
  software_id: string;
  update_available: number;
}

const PAGE = 500;

/** Favorites by the page: locked for an evaluation, or their ids. */
@Injectable()
export class FavoritePageRepository {
  constructor(private readonly database: Database) {}

  /** Locks the favorites of the scope by its index, ordered by product and id. */
  async lock(sql: Sql, scope: FavoriteScope): Promise<LockedFavorites> {
    return { scope, favorites: await lockRows(sql, scope, '') };
  }

  /** Locks the next `size` favorites of a product by `favorite_software`. @returns null when none are left */
  async lockNext(sql: Sql, softwareId: string, range: IdRange, size: number): Promise<LockedFavorites | null> {
    const favorites = await lockRows(sql, favoritesOfSoftware(sql.dialect, softwareId, range), `LIMIT ${size}`);
    const last = favorites.at(-1);
    if (!last) return null;
    return { scope: favoritesOfSoftware(sql.dialect, softwareId, { after: range.after, upTo: last.id }), favorites };
  }

  /** The first `size` favorites of these products, by product and id. Index: favorite_software. */
  first(softwareIds: string[], size: number): Promise<{ id: string; software_id: string }[]> {
    return this.database.query(
      `SELECT id, software_id FROM favorite WHERE software_id IN (${placeholders(softwareIds.length)})
       ORDER BY software_id, id LIMIT ${size}`,
      softwareIds,
    );
  }

  /**
   * Splits the favorites of a product by id into parts of about the same size: at most `most`, each with `least` favorites or more.
   * @returns the last id of each part but the last
   */
  async partEnds(softwareId: string, { most, least }: { most: number; least: number }): Promise<string[]> {
    const total = await this.database.count({
      text: 'SELECT COUNT(*) AS total FROM favorite WHERE software_id = ?',
      parameters: [softwareId],
    });
    const parts = Math.min(most, Math.floor(total / least));
    const ends: string[] = [];
    for (let part = 1; part < parts; part++) {
      const rows = await this.database.query<{ id: string }>(
        `SELECT id FROM favorite WHERE software_id = ? ORDER BY software_id, id LIMIT 1 OFFSET ${Math.floor((total * part) / parts)}`,
        [softwareId],
      );
      ends.push(...rows.map(({ id }) => id));
    }
    return ends;
  }

  /** The ids of a user's favorites in pages by `favorite_user_software`. */
  async *idsOfUser(sql: Sql, userId: string): AsyncGenerator<string[]> {
    for await (const page of pagesOfUser(sql, userId)) yield page.map(({ id }) => id);
  }

  /** The same for favorites with an update available. No page is empty. */
  async *outstandingOfUser(sql: Sql, userId: string): AsyncGenerator<string[]> {
    for await (const page of pagesOfUser(sql, userId)) {
      const outstanding = page.filter(({ update_available }) => update_available === 1);
      if (outstanding.length > 0) yield outstanding.map(({ id }) => id);
    }
  }
}

function lockRows(sql: Sql, scope: FavoriteScope, limit: string): Promise<EvaluationState[]> {
  return sql.query(
    `SELECT f.id, f.software_id, f.version_id, f.support, f.lifecycle_id, f.eol_on, f.extended_until,
       f.update_available, f.has_policy, f.evaluate_at, f.wake_at, f.due_at, ${notifiesAlways('f')} AS notify_always
     FROM favorite f ${sql.dialect.byIndex(scope.index)}
     WHERE ${scope.condition('f')} ORDER BY f.software_id, f.id ${limit} ${sql.dialect.forUpdate}`,
    scope.parameters,
  );
}

async function* pagesOfUser(sql: Sql, userId: string): AsyncGenerator<FavoriteOfUser[]> {
  for (let after = ''; ;) {
    const page = await sql.query<FavoriteOfUser>(
      `SELECT id, software_id, update_available FROM favorite
       WHERE ${sql.dialect.pageOf('user_id')} AND software_id > ? ORDER BY user_id, software_id LIMIT ${PAGE}`,
      [userId, userId, after],
    );
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.software_id;
  }
}
