import { Injectable } from '@nestjs/common';
import { compareKeys } from 'version-order';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import type { OrderingRow } from '../../software/software.repository';
import type { VersionInUse } from './dto/listed-version.response';
import { ORDERING_COLUMNS } from './ordering-settings';
import { ReleaseRank, type Version } from './version.entity';

/** A product, and the caller's favorite of it. */
export interface TimelineProduct extends OrderingRow, VersionInUse {
  latest_id: string | null;
  favorite_id: string | null;
  in_use_id: string | null;
  available_id: string | null;
  notified_id: string | null;
}

export interface TimelineRow extends Pick<
  RowOf<Version>,
  'id' | 'version' | 'version_key' | 'created_at' | 'prerelease'
> {
  withdrawn: number;
}

/** A version that is no pre-release, was not withdrawn and is not ignored. */
export type ReleaseRow = Pick<TimelineRow, 'version' | 'version_key'>;

/** More than a plot shows. */
export const MAX_TIMELINE = 1_000;

@Injectable()
export class TimelineRepository {
  constructor(private readonly database: Database) {}

  /** Indexes: PRIMARY, favorite_user_software. */
  async findProduct(userId: string, softwareId: string): Promise<TimelineProduct | undefined> {
    const rows = await this.database.queryPrepared<TimelineProduct>(
      `SELECT ${ORDERING_COLUMNS}, s.latest_version_id AS latest_id, f.id AS favorite_id, f.version_id AS in_use_id,
         u.version AS in_use_version, u.version_key AS in_use_key,
         f.available_version_id AS available_id, f.notified_version_id AS notified_id
       FROM software s LEFT JOIN favorite f ON f.user_id = ? AND f.software_id = s.id
         LEFT JOIN version u ON u.id = f.version_id WHERE s.id = ?`,
      [userId, softwareId],
    );
    return rows[0];
  }

  /**
   * The newest versions by their dates, the oldest first: those that the product does not ignore, and `own`. Indexes:
   * version_listed_created, PRIMARY.
   * @param own the caller's version in use, which the catalogue may not know
   */
  async versions(softwareId: string, own: string | null, from: UtcTimestamp | null): Promise<TimelineRow[]> {
    const { byIndex } = this.database.dialect;
    const since = from === null ? [] : [from];
    const newest = (
      index: string,
      condition: string,
    ) => `SELECT v.id, v.created_at FROM version v ${index} WHERE ${condition}
      ${from === null ? '' : 'AND v.created_at >= ?'} ORDER BY v.created_at DESC, v.id DESC LIMIT ${MAX_TIMELINE}`;
    const known = newest(
      byIndex('version_listed_created'),
      `v.software_id = ? AND v.hidden = 0 AND (v.release_rank > ${ReleaseRank.Excluded} OR v.removed_at IS NOT NULL)`,
    );
    const rows = await this.database.query<TimelineRow>(
      `SELECT v.id, v.version, v.version_key, ${momentText('v.created_at')} AS created_at, v.prerelease,
         CASE WHEN v.hidden = 0 AND v.removed_at IS NOT NULL THEN 1 ELSE 0 END AS withdrawn
       FROM (SELECT * FROM (${known}) known UNION ALL SELECT * FROM (${newest('', 'v.id = ? AND v.hidden = 1')}) own) shown
         ${this.database.dialect.thenJoin} version v ON v.id = shown.id`,
      [softwareId, ...since, own ?? '', ...since],
    );
    const inOrder = rows.sort(
      (a, b) => compareKeys(a.created_at, b.created_at) || compareKeys(a.version_key, b.version_key),
    );
    return inOrder.slice(-MAX_TIMELINE);
  }

  /**
   * The releases from one key to another, and the one before the first, in version order. Not a subquery for each version: there MariaDB
   * would read all of them. Index: version_latest.
   */
  async releases(softwareId: string, lowest: string, highest: string): Promise<ReleaseRow[]> {
    const index = this.database.dialect.byIndex('version_latest');
    const select = `SELECT v.version, v.version_key FROM version v ${index}
      WHERE v.software_id = ? AND v.release_rank = ${ReleaseRank.Release}`;
    const [before, rows] = await Promise.all([
      this.database.query<ReleaseRow>(
        `${select} AND v.version_key < ? ORDER BY v.version_key DESC, v.id DESC LIMIT 1`,
        [softwareId, lowest],
      ),
      this.database.query<ReleaseRow>(
        `${select} AND v.version_key >= ? AND v.version_key <= ? ORDER BY v.version_key, v.id`,
        [softwareId, lowest, highest],
      ),
    ]);
    return [...before, ...rows];
  }

  /** The versions that the owner was notified of, as far as this is kept. Index: notification_once. */
  async notifiedVersions(favoriteId: string): Promise<string[]> {
    const rows = await this.database.query<{ version_id: string }>(
      `SELECT DISTINCT n.version_id FROM notification n WHERE n.favorite_id = ? AND n.version_id IS NOT NULL AND n.state = 'sent'`,
      [favoriteId],
    );
    return rows.map(({ version_id }) => version_id);
  }
}
