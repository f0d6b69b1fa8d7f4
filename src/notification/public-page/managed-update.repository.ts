import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { IS_ASSESSED } from '../../favorite/store/risk.repository';

/** The update that a link is about, in its current state. */
export interface ManagedUpdate {
  favoriteId: string;
  userId: string;
  softwareId: string;
  software: string;
  tagPattern: string | null;
  /** The version in use. */
  trackedId: string;
  tracked: string;
  versionId: string;
  version: string;
  /** Whether the version in use is at least as new. */
  reached: number;
  /** Whether the findings of both versions are known. */
  assessed: number;
}

/** Reads the data of a page about an update, by primary keys only. */
@Injectable()
export class ManagedUpdateRepository {
  constructor(private readonly database: Database) {}

  /** Null when the favorite or the version was deleted, or the user is disabled. */
  async find(favoriteId: string, versionId: string): Promise<ManagedUpdate | null> {
    const [row] = await this.database.query<ManagedUpdate>(
      `SELECT f.id AS favoriteId, f.user_id AS userId, f.software_id AS softwareId, s.name AS software, s.tag_pattern AS tagPattern,
         f.version_id AS trackedId, tv.version AS tracked, v.id AS versionId, v.version,
         (tv.version_key >= v.version_key) AS reached, ${IS_ASSESSED} AS assessed
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
