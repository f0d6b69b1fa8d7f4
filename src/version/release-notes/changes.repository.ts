import { Injectable } from '@nestjs/common';
import { momentText } from '../../common/time/utc-timestamp';
import { Database, type Parameter } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import type { Version } from '../versions/version.entity';

export type ChangedVersion = Pick<
  RowOf<Version>,
  'id' | 'version' | 'version_key' | 'created_at' | 'prerelease' | 'notes_url'
>;

/** Sort keys: above the first, up to the second. Null = no such end. */
export interface ChangesRange {
  above: string | null;
  upTo: string | null;
}

/** A page begins after this version. */
export interface ChangesPlace {
  key: string;
  id: string;
}

/** Of a version `v`. */
export const CHANGED_COLUMNS = `v.id, v.version, v.version_key, ${momentText('v.created_at')} AS created_at, v.prerelease, v.notes_url`;

/** The condition of a page on versions `v`, newest first; begins with `AND`. */
export function rangeSql({ above, upTo }: ChangesRange, after: ChangesPlace | null) {
  const parts: [condition: string, ...parameters: Parameter[]][] = [];
  if (above !== null) parts.push(['AND v.version_key > ?', above]);
  if (upTo !== null) parts.push(['AND v.version_key <= ?', upTo]);
  if (after) parts.push(['AND v.version_key <= ? AND (v.version_key < ? OR v.id < ?)', after.key, after.key, after.id]);
  return {
    text: parts.map(([condition]) => condition).join(' '),
    parameters: parts.flatMap(([, ...parameters]) => parameters),
  };
}

@Injectable()
export class ChangesRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` versions that were not withdrawn, the newest first. Index: version_listed. */
  versions(
    softwareId: string,
    range: ChangesRange,
    after: ChangesPlace | null,
    limit: number,
  ): Promise<ChangedVersion[]> {
    const within = rangeSql(range, after);
    return this.database.query<ChangedVersion>(
      `SELECT ${CHANGED_COLUMNS} FROM version v ${this.database.dialect.byIndex('version_listed')}
       WHERE v.software_id = ? AND v.hidden = 0 AND v.release_rank > 0 ${within.text}
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [softwareId, ...within.parameters],
    );
  }

  /** A version of a product that the catalogue knows. Index: PRIMARY. */
  async version(softwareId: string, id: string): Promise<ChangedVersion | undefined> {
    const rows = await this.database.query<ChangedVersion>(
      `SELECT ${CHANGED_COLUMNS} FROM version v WHERE v.id = ? AND v.software_id = ? AND v.hidden = 0`,
      [id, softwareId],
    );
    return rows[0];
  }
}
