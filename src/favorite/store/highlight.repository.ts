import { Injectable } from '@nestjs/common';
import type { SqlText } from '../../api/list/list-sql';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import type { Dialect } from '../../database/dialect';
import { pagesOf } from '../../database/rows';
import { favoritesById, type LockedFavorites } from './favorite-scope';
import { allows } from './offer.repository';
import type { ToLatest } from './step.repository';

/** What the notes of a version warn of. */
export interface NoteHighlights {
  favorite_id: string;
  breaking: number;
  /** JSON: CVE and GHSA ids. */
  security: string | null;
}

/**
 * What the notes of the versions between the one in use and the one on offer warn of: those that `GET /favorite/{id}/changes` shows.
 * `version/release-notes/store` writes them, and marks the product when they warn of something else.
 */
@Injectable()
export class HighlightRepository {
  constructor(private readonly database: Database) {}

  /** One row for each of these versions whose notes warn of something, the newest first. */
  async of(favoriteIds: string[]): Promise<NoteHighlights[]> {
    if (favoriteIds.length === 0) return [];
    const now = await databaseNow(this.database);
    const found: NoteHighlights[] = [];
    for (const page of pagesOf(favoriteIds)) {
      const warning = warnings(this.database.dialect, page, now, 't.breaking > 0 OR t.security IS NOT NULL');
      const rows = await this.database.query<NoteHighlights>(
        `SELECT f.id AS favorite_id, t.breaking, t.security ${warning.text} ORDER BY v.version_key DESC, v.id DESC`,
        warning.parameters,
      );
      found.push(...rows);
    }
    return found;
  }

  /**
   * Corrects how many breaking changes locked favorites are warned of, once their available versions are right.
   * @param latest for those without a policy
   */
  async refreshBreaking(sql: Sql, { favorites }: LockedFavorites, latest: ToLatest, now: UtcTimestamp): Promise<void> {
    const withPolicy = favorites.filter(({ has_policy }) => has_policy === 1).map(({ id }) => id);
    const byPolicy = await this.breaking(sql, withPolicy, now);
    const stale = favorites.flatMap(({ id, version_id, has_policy, breaking }) => {
      const right = (has_policy === 1 ? byPolicy.get(id) : latest.breaking.get(version_id)) ?? 0;
      return right === breaking ? [] : [[id, right]];
    });
    if (stale.length === 0) return;
    const { updateJoined, givenRows, now: written } = sql.dialect;
    await sql.execute(
      updateJoined('favorite', {
        source: givenRows({ id: 'text', warned: 'integer' }),
        on: 'e.id = favorite.id',
        set: `breaking = e.warned, updated_at = ${written}`,
        where: '1 = 1',
      }),
      [JSON.stringify(stale)],
    );
  }

  private async breaking(sql: Sql, favoriteIds: string[], now: UtcTimestamp): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const page of pagesOf(favoriteIds)) {
      const warning = warnings(sql.dialect, page, now, 't.breaking > 0');
      const rows = await sql.query<{ id: string; breaking: number | string }>(
        `SELECT f.id, SUM(t.breaking) AS breaking ${warning.text} GROUP BY f.id`,
        warning.parameters,
      );
      for (const { id, breaking } of rows) found.set(id, Number(breaking));
    }
    return found;
  }
}

/**
 * The favorites `f`, and the texts `t` of versions `v` in between whose policy allows them. What the policy allows takes longest to tell, and is
 * asked only of texts that are `of` interest. Indexes: PRIMARY, version_listed.
 */
function warnings(dialect: Dialect, favoriteIds: string[], now: UtcTimestamp, of: string): SqlText {
  const { thenJoin, byIndex } = dialect;
  const scope = favoritesById(favoriteIds);
  const text = `FROM favorite f ${byIndex(scope.index)}
      ${thenJoin} version tv ON tv.id = f.version_id ${thenJoin} version av ON av.id = f.available_version_id
      ${thenJoin} software s ON s.id = f.software_id ${thenJoin} version v ${byIndex('version_listed')}
        ON v.software_id = f.software_id AND v.hidden = 0 AND v.version_key > tv.version_key AND v.version_key <= av.version_key
      ${thenJoin} release_note n ON n.version_id = v.id ${thenJoin} note_text t ${byIndex('PRIMARY')} ON t.digest = n.digest
      LEFT JOIN version lv ON lv.id = s.latest_version_id
      LEFT JOIN favorite_policy p ON p.favorite_id = f.id LEFT JOIN favorite_risk r ON r.favorite_id = f.id
    WHERE ${scope.condition('f')} AND v.release_rank > 0 AND CASE WHEN ${of} THEN ${allows(dialect)} ELSE 0 END = 1`;
  return { text, parameters: [...(scope.parameters as string[]), now] };
}
