import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { pagesOf } from '../../database/rows';
import { favoritesById } from './favorite-scope';
import { allows } from './offer.repository';

/** What the notes of a version warn of. */
export interface NoteHighlights {
  favorite_id: string;
  breaking: number;
  /** JSON: CVE and GHSA ids. */
  security: string | null;
}

/** Reads what the notes of the versions between the one in use and the one on offer warn of. */
@Injectable()
export class HighlightRepository {
  constructor(private readonly database: Database) {}

  /**
   * One row for each of these versions whose notes warn of something, the newest first: those that `GET /favorite/{id}/changes` shows.
   * What the policy allows takes longest to tell, and is asked of these alone. `release-notes/store` writes the columns. Indexes: PRIMARY, version_listed.
   */
  async of(favoriteIds: string[]): Promise<NoteHighlights[]> {
    if (favoriteIds.length === 0) return [];
    const { dialect } = this.database;
    const { thenJoin, byIndex } = dialect;
    const now = await databaseNow(this.database);
    const found: NoteHighlights[] = [];
    for (const page of pagesOf(favoriteIds)) {
      const scope = favoritesById(page);
      const rows = await this.database.query<NoteHighlights>(
        `SELECT f.id AS favorite_id, t.breaking, t.security
         FROM favorite f ${byIndex(scope.index)}
           ${thenJoin} version tv ON tv.id = f.version_id ${thenJoin} version av ON av.id = f.available_version_id
           ${thenJoin} software s ON s.id = f.software_id ${thenJoin} version v ${byIndex('version_listed')}
             ON v.software_id = f.software_id AND v.hidden = 0 AND v.version_key > tv.version_key AND v.version_key <= av.version_key
           ${thenJoin} release_note n ON n.version_id = v.id ${thenJoin} note_text t ON t.digest = n.digest
           LEFT JOIN version lv ON lv.id = s.latest_version_id
           LEFT JOIN favorite_policy p ON p.favorite_id = f.id LEFT JOIN favorite_risk r ON r.favorite_id = f.id
         WHERE ${scope.condition('f')} AND v.release_rank > 0
           AND CASE WHEN t.breaking > 0 OR t.security IS NOT NULL THEN ${allows(dialect)} ELSE 0 END = 1
         ORDER BY v.version_key DESC, v.id DESC`,
        [...scope.parameters, now],
      );
      found.push(...rows);
    }
    return found;
  }
}
