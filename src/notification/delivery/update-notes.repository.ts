import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { pagesOf, placeholders } from '../../database/rows';
import type { ClaimedDelivery } from './claimed-delivery';

/** Facts about the notes of a version without their text. */
export interface NoteFacts {
  version_id: string;
  size: number;
  breaking: number;
  /** JSON: CVE and GHSA ids. */
  security: string | null;
}

/** Reads release notes for messages; `release-notes/store` writes them. */
@Injectable()
export class UpdateNotesRepository {
  constructor(private readonly database: Database) {}

  /** Of those versions that have notes. Indexes: PRIMARY. */
  async factsOf(versionIds: string[]): Promise<NoteFacts[]> {
    const found: NoteFacts[] = [];
    for (const page of pagesOf(versionIds))
      found.push(
        ...(await this.database.query<NoteFacts>(
          `SELECT n.version_id, t.size, t.breaking, t.security
           FROM release_note n JOIN note_text t ON t.digest = n.digest WHERE n.version_id IN (${placeholders(page.length)})`,
          page,
        )),
      );
    return found;
  }

  /** By place in `lines`: how many breaking changes are between the version in use and the new one. Index: version_listed. */
  async breakingOf(lines: ClaimedDelivery[]): Promise<Map<number, number>> {
    const { givenRows, thenJoin, byIndex } = this.database.dialect;
    const given = lines.map(({ software_id, tracked_key, version_key }, index) => [
      index,
      software_id,
      tracked_key,
      version_key,
    ]);
    const columns = { place: 'integer', software_id: 'text', above: 'text', up_to: 'text' } as const;
    const rows = await this.database.query<{ place: number; breaking: number | string }>(
      `SELECT g.place, SUM(t.breaking) AS breaking FROM (${givenRows(columns)}) g
         ${thenJoin} version v ${byIndex('version_listed')}
           ON v.software_id = g.software_id AND v.hidden = 0 AND v.version_key > g.above AND v.version_key <= g.up_to
         ${thenJoin} release_note n ON n.version_id = v.id ${thenJoin} note_text t ON t.digest = n.digest
       WHERE v.release_rank > 0 GROUP BY g.place`,
      [JSON.stringify(given)],
    );
    return new Map(rows.map(({ place, breaking }) => [Number(place), Number(breaking)]));
  }
}
