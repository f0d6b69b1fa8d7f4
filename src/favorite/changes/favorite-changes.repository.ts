import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import {
  CHANGED_COLUMNS,
  type ChangedVersion,
  type ChangesPlace,
  type ChangesRange,
  rangeSql,
} from '../../release-notes/changes.repository';
import { allows } from '../store/offer.repository';

/** From the version in use to the one on offer. */
export interface FavoriteSpan {
  software_id: string;
  from_version: string;
  from_key: string;
  /** Null: nothing is on offer. */
  to_version: string | null;
  to_key: string | null;
}

@Injectable()
export class FavoriteChangesRepository {
  constructor(private readonly database: Database) {}

  /** Indexes: PRIMARY. */
  async span(userId: string, favoriteId: string): Promise<FavoriteSpan | undefined> {
    const rows = await this.database.query<FavoriteSpan>(
      `SELECT f.software_id, tv.version AS from_version, tv.version_key AS from_key,
         av.version AS to_version, av.version_key AS to_key
       FROM favorite f JOIN version tv ON tv.id = f.version_id
         LEFT JOIN version av ON av.id = f.available_version_id
       WHERE f.id = ? AND f.user_id = ?`,
      [favoriteId, userId],
    );
    return rows[0];
  }

  /** At most `limit` versions that the policy allows now, the newest first. Index: version_listed. */
  async versions(
    favoriteId: string,
    span: FavoriteSpan,
    range: ChangesRange,
    after: ChangesPlace | null,
    limit: number,
  ): Promise<ChangedVersion[]> {
    const { dialect } = this.database;
    const within = rangeSql(range, after);
    return this.database.query<ChangedVersion>(
      `SELECT ${CHANGED_COLUMNS} FROM favorite f LEFT JOIN favorite_policy p ON p.favorite_id = f.id
         ${dialect.thenJoin} software s ON s.id = f.software_id LEFT JOIN version lv ON lv.id = s.latest_version_id
         ${dialect.thenJoin} version v ON v.software_id = ?
       WHERE f.id = ? AND v.hidden = 0 AND v.release_rank > 0 AND ${allows(dialect)} ${within.text}
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [span.software_id, favoriteId, await databaseNow(this.database), ...within.parameters],
    );
  }
}
