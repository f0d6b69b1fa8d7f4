import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Sql } from '../database/database';
import { placeholders } from '../database/rows';
import { REMINDS } from './reminder-schedule';

/** A run of one software's favorites, by id: after `after`, up to and with `upTo`. */
export interface FavoritePage {
  softwareId: string;
  after: string;
  upTo: string;
}

export interface Latest {
  id: string;
  key: string;
}

const IN_PAGE = 'software_id = ? AND id > ? AND id <= ?';
const bounds = ({ softwareId, after, upTo }: FavoritePage) => [softwareId, after, upTo];

/** What the service itself changes in favorites: the flag, the notified version, the next reminder. Always in sets. */
@Injectable()
export class FavoriteFlags {
  constructor(private readonly config: Config) {}

  /** The next page of a software's favorites, at most `size` of them; null when there are none left. */
  async nextPage(sql: Sql, softwareId: string, after: string, size: number): Promise<FavoritePage | null> {
    const [row] = await sql.query<{ up_to: string | null }>(
      `SELECT MAX(id) AS up_to FROM (
         SELECT id FROM favorite WHERE software_id = ? AND id > ? ORDER BY id LIMIT ${size}) page`,
      [softwareId, after],
    );
    return row?.up_to ? { softwareId, after, upTo: row.up_to } : null;
  }

  async count(sql: Sql, page: FavoritePage): Promise<number> {
    const [row] = await sql.query<{ total: number | string }>(
      `SELECT COUNT(*) AS total FROM favorite WHERE ${IN_PAGE}`,
      bounds(page),
    );
    return Number(row!.total);
  }

  /**
   * Sets `update_available` where the version in use is lower than the latest, and clears it where it is not (any more).
   * @returns how many favorites changed
   */
  async evaluate(sql: Sql, page: FavoritePage, latest: Latest | null): Promise<number> {
    const lower = 'version_id IN (SELECT v.id FROM version v WHERE v.software_id = ? AND v.version_key < ?)';
    const set = (flag: 0 | 1, condition: string) =>
      `UPDATE favorite SET update_available = ${flag}, updated_at = ${sql.dialect.now}
       WHERE ${IN_PAGE} AND update_available = ${1 - flag} AND ${condition}`;
    if (!latest) return sql.execute(set(0, '1 = 1'), bounds(page));
    const parameters = [...bounds(page), page.softwareId, latest.key];
    const raised = await sql.execute(set(1, lower), parameters);
    return raised + (await sql.execute(set(0, `NOT ${lower}`), parameters));
  }

  /** Starts the time to the next reminder anew: they have just been told, or have nothing to be told of. */
  async restartReminders(sql: Sql, page: FavoritePage): Promise<void> {
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN ${REMINDS} THEN ${sql.dialect.nowPlus} ELSE NULL END
       WHERE ${IN_PAGE} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [this.config.remindEvery, ...bounds(page)],
    );
  }

  /**
   * Takes up to `size` favorites whose reminder is due and sets the next one. Held until the transaction ends; other
   * replicas take others.
   */
  async takeDueReminders(sql: Sql, size: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM favorite WHERE due_at <= ${sql.dialect.now} ORDER BY due_at, id LIMIT ${size}
       ${sql.dialect.forUpdateSkipLocked}`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await sql.execute(
        `UPDATE favorite SET due_at = CASE WHEN ${REMINDS} THEN ${sql.dialect.nowPlus} ELSE NULL END
         WHERE id IN (${placeholders(ids.length)})`,
        [this.config.remindEvery, ...ids],
      );
    return ids;
  }

  /** A channel accepted the notification of this version: it is the notified one, unless a higher one was before. */
  async advanceNotified(sql: Sql, favoriteId: string, softwareId: string, versionId: string): Promise<void> {
    await sql.execute(
      `UPDATE favorite SET notified_version_id = ?, updated_at = ${sql.dialect.now}
       WHERE id = ? AND software_id = ? AND (notified_version_id IS NULL OR (notified_version_id <> ? AND
         (SELECT nv.version_key FROM version nv WHERE nv.id = favorite.notified_version_id) <=
         (SELECT tv.version_key FROM version tv WHERE tv.id = ?)))`,
      [versionId, favoriteId, softwareId, versionId, versionId],
    );
  }
}
