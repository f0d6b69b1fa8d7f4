import { Injectable } from '@nestjs/common';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';

export interface RenovateVersion {
  version: string;
  released_at: UtcTimestamp | null;
  prerelease: number;
  /** Withdrawn by its source, or listed there without being offered. */
  withdrawn: number;
  notes_url: string | null;
}

@Injectable()
export class RenovateRepository {
  constructor(private readonly database: Database) {}

  async homepage(softwareId: string): Promise<string | null> {
    const rows = await this.database.query<{ url: string | null }>('SELECT url FROM software WHERE id = ?', [
      softwareId,
    ]);
    return rows[0]?.url ?? null;
  }

  /** The highest ones, the newest first, without what the product ignores and own versions of users. Index: version_listed. */
  versions(softwareId: string, limit: number): Promise<RenovateVersion[]> {
    return this.database.query(
      `SELECT v.version, ${momentText('v.released_at')} AS released_at, v.prerelease, v.notes_url,
         (v.removed_at IS NOT NULL OR v.left_out IS NOT NULL) AS withdrawn
       FROM version v WHERE v.software_id = ? AND v.hidden = 0
         AND (v.release_rank > 0 OR v.removed_at IS NOT NULL OR v.left_out IS NOT NULL)
       ORDER BY v.software_id DESC, v.hidden DESC, v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [softwareId],
    );
  }
}
