import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import {
  CHANGED_COLUMNS,
  type ChangedVersion,
  type ChangesPlace,
  type ChangesRange,
  rangeSql,
} from '../../notes/changes.repository';
import { skips } from '../store/version-conditions.repository';

/** From the version in use to the one on offer. */
export interface FavoriteSpan {
  software_id: string;
  from_version: string;
  from_key: string;
  /** Null: nothing is on offer. */
  to_version: string | null;
  to_key: string | null;
  /** What is at least as stable as this is among the changes: see `ReleaseRank`. */
  release_rank: number;
}

@Injectable()
export class FavoriteChangesRepository {
  constructor(private readonly database: Database) {}

  /** Indexes: PRIMARY. */
  async span(userId: string, favoriteId: string): Promise<FavoriteSpan | undefined> {
    const rows = await this.database.query<FavoriteSpan>(
      `SELECT f.software_id, tv.version AS from_version, tv.version_key AS from_key,
         av.version AS to_version, av.version_key AS to_key,
         CASE WHEN p.include_prereleases = 1 THEN 1 ELSE COALESCE(av.standing, 1) END AS release_rank
       FROM favorite f JOIN version tv ON tv.id = f.version_id
         LEFT JOIN version av ON av.id = f.available_version_id
         LEFT JOIN favorite_policy p ON p.favorite_id = f.id
       WHERE f.id = ? AND f.user_id = ?`,
      [favoriteId, userId],
    );
    return rows[0];
  }

  /** At most `limit` versions, the newest first, without those that the favorite skips. Index: version_listed. */
  versions(
    favoriteId: string,
    span: FavoriteSpan,
    range: ChangesRange,
    after: ChangesPlace | null,
    limit: number,
  ): Promise<ChangedVersion[]> {
    const { dialect } = this.database;
    const within = rangeSql(range, after);
    return this.database.query<ChangedVersion>(
      `SELECT ${CHANGED_COLUMNS} FROM favorite f ${dialect.thenJoin} version v ON v.software_id = ?
       WHERE f.id = ? AND v.hidden = 0 AND v.standing >= ? ${within.text} AND NOT ${skips(dialect, 'f', 'v')}
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [span.software_id, favoriteId, Math.max(1, span.release_rank), ...within.parameters],
    );
  }
}
