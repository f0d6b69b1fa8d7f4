import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { IS_ASSESSED } from '../../favorite/store/risk.repository';

export interface ManagedUpdateRow {
  user_id: string;
  software_id: string;
  software: string;
  tag_pattern: string | null;
  tracked: string;
  version: string;
  /** Whether the tracked version is at least as new. */
  reached: number;
  tracked_id: string;
  /** Whether the findings of both versions are known. */
  assessed: number;
}

/** Reads the data of a page about an update, by primary keys only. */
@Injectable()
export class ManagedUpdateRepository {
  constructor(private readonly database: Database) {}

  /** Null when the favorite or the version was deleted, or the user is disabled. */
  async find(favoriteId: string, versionId: string): Promise<ManagedUpdateRow | null> {
    const [row] = await this.database.query<ManagedUpdateRow>(
      `SELECT f.user_id, f.software_id, s.name AS software, s.tag_pattern, tv.version AS tracked, v.version,
         (tv.version_key >= v.version_key) AS reached,
         f.version_id AS tracked_id, ${IS_ASSESSED} AS assessed
       FROM favorite f
         JOIN user u ON u.id = f.user_id AND u.disabled_at IS NULL
         JOIN software s ON s.id = f.software_id
         JOIN version tv ON tv.id = f.version_id
         JOIN version v ON v.id = ? AND v.software_id = f.software_id
         LEFT JOIN favorite_risk r ON r.favorite_id = f.id
       WHERE f.id = ?`,
      [versionId, favoriteId],
    );
    return row ?? null;
  }
}
