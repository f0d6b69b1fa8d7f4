import { Injectable } from '@nestjs/common';
import type { CursorColumns } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { pageSqlWithOwn, pageWithOwn, totalSqlWithOwn } from '../../api/list/list-sql';
import { momentText } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { executeIn, queryIn } from '../../database/pages';
import { insertRows, pagesOf } from '../../database/rows';
import type { RowOf } from '../../database/row-of';
import type { VersionRow } from '../../software/dto/software.response';
import { ReleaseRank, type Version } from './version.entity';
import { INCLUDE_DETAILS, versionList } from './version.list';

/** A version as `VersionRecorder` compares and changes it. */
export type StoredVersion = RowOf<Version>;

/** A version that may be another spelling of a new one. */
export type SpelledVersion = Pick<
  StoredVersion,
  'id' | 'software_id' | 'version' | 'hidden' | 'released_at' | 'notes_url' | 'created_at' | 'added_at'
>;

const CHANGEABLE = [
  'version',
  'version_key',
  'source_prerelease',
  'prerelease',
  'release_rank',
  'released_at',
  'removed_at',
  'left_out',
  'notes_url',
  'source_seen',
  'hidden',
  'created_at',
  'added_at',
] as const;

const COLUMNS = ['id', 'software_id', ...CHANGEABLE] as const;

const UPDATE = `UPDATE version SET ${CHANGEABLE.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

/** Labels in one statement: a few megabytes at most. */
const LABELS_AT_ONCE = 2_000;

// Conditions of statements about versions, under the aliases of their tables.

/**
 * Whether the available version is news after a former one. A withdrawn version does not hide what was added after it, nor a pre-release
 * a release.
 */
export const supersedes = (available: string, former: string) =>
  `(${former}.version_key < ${available}.version_key
    OR (${former}.release_rank < ${available}.release_rank AND (${former}.release_rank > 0 OR ${available}.added_at > ${former}.added_at)))`;

/** Two labels of one version, `v1.1` and `1.1`. */
export const isSame = (a: string, b: string) =>
  `(${a}.version_key = ${b}.version_key AND ${equalMeansSame(`${a}.software_id`)})`;

/** By the scheme `date`, all versions of one day are equal, and yet not the same. */
export const equalMeansSame = (softwareId: string) =>
  `EXISTS (SELECT 1 FROM software o WHERE o.id = ${softwareId} AND o.scheme <> 'date')`;

@Injectable()
export class VersionRepository {
  constructor(private readonly database: Database) {}

  /** The versions that the catalogue knows, and the user's own. Indexes: version_listed, favorite_user_software. */
  async page(userId: string, softwareId: string, request: ListRequest): Promise<(VersionRow & CursorColumns)[]> {
    const listed = request.includes.has(INCLUDE_DETAILS) ? DETAILED : LISTED;
    const page = pageSqlWithOwn(versionList, request, knownOf(softwareId, listed), ownOf(userId, softwareId, listed));
    return pageWithOwn(request, await this.database.page<VersionRow & CursorColumns>(page));
  }

  count(userId: string, softwareId: string, request: ListRequest): Promise<number> {
    return this.database.count(totalSqlWithOwn(request, knownOf(softwareId), ownOf(userId, softwareId)));
  }

  /** All versions of these products. */
  findAll(sql: Sql, softwareIds: string[]): Promise<StoredVersion[]> {
    const select = `SELECT ${COLUMNS.join(', ')} FROM version WHERE software_id`;
    return queryIn(sql, softwareIds, (places) => `${select} IN (${places})`);
  }

  /**
   * Those that exist of these labels: a product may have thousands of versions, most of which are not touched. Index: version_label.
   * @param labels pairs of a product's id and a label
   */
  async findByLabels(sql: Sql, labels: [softwareId: string, label: string][]): Promise<StoredVersion[]> {
    const found: StoredVersion[] = [];
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const statement = `SELECT ${COLUMNS.map((column) => `v.${column}`).join(', ')}
      FROM (${givenRows({ software_id: 'text', label: 'unicode' })}) g
        ${thenJoin} version v ${byIndex('version_label')} ON v.software_id = g.software_id AND v.version = g.label`;
    for (const page of pagesOf(labels, LABELS_AT_ONCE))
      for (const row of await sql.query<StoredVersion>(statement, [JSON.stringify(page)])) found.push(row);
    return found;
  }

  /** Own versions of users, or those that the catalogue knows, which have the sort keys of these versions. Index: version_listed. */
  async findSpelled(
    sql: Sql,
    versions: Pick<StoredVersion, 'software_id' | 'version_key'>[],
    which: 'own' | 'known',
  ): Promise<SpelledVersion[]> {
    const found: SpelledVersion[] = [];
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const statement = `SELECT v.id, v.software_id, v.version, v.hidden, v.released_at, v.notes_url, v.created_at, v.added_at
      FROM (${givenRows({ software_id: 'text', sort_key: 'text' })}) g
        ${thenJoin} version v ${byIndex('version_listed')}
          ON v.software_id = g.software_id AND ${which === 'own' ? 'v.hidden = 1' : 'v.hidden = 0'} AND v.version_key = g.sort_key`;
    for (const page of pagesOf(versions, LABELS_AT_ONCE)) {
      const keys = page.map(({ software_id, version_key }) => [software_id, version_key]);
      for (const row of await sql.query<SpelledVersion>(statement, [JSON.stringify(keys)])) found.push(row);
    }
    return found;
  }

  async insert(sql: Sql, versions: StoredVersion[], ending = ''): Promise<void> {
    const rows = versions.map((row) => COLUMNS.map((column) => row[column]));
    await insertRows(sql, 'version', COLUMNS, rows, ending);
  }

  async update(sql: Sql, version: StoredVersion): Promise<void> {
    await sql.execute(UPDATE, [...CHANGEABLE.map((column) => version[column]), version.id]);
  }

  /** In sets: the first poll of a product sees all its versions. */
  async setSourceSeen(sql: Sql, ids: string[]): Promise<void> {
    await executeIn(sql, ids, (places) => `UPDATE version SET source_seen = 1 WHERE id IN (${places})`);
  }

  /** The product has another source now, or none: none of its versions was seen there. */
  async forgetSource(sql: Sql, softwareId: string): Promise<void> {
    await sql.execute('UPDATE version SET source_seen = 0 WHERE software_id = ? AND source_seen = 1', [softwareId]);
  }
}

const LISTED = `v.id, v.version, ${momentText('v.created_at')} AS created_at`;

/** Of an own version, `removed_at` is when it was added. */
const DETAILED = `${LISTED}, v.version_key, v.notes_url, v.prerelease,
  CASE WHEN v.release_rank = ${ReleaseRank.Excluded} THEN v.left_out ELSE NULL END AS left_out,
  CASE WHEN v.hidden = 0 THEN ${momentText('v.removed_at')} ELSE NULL END AS withdrawn_at`;

const knownOf = (softwareId: string, listed = LISTED) => ({
  select: listed,
  from: 'version v',
  where: ['v.software_id = ?', 'v.hidden = 0'],
  whereParameters: [softwareId],
});

const ownOf = (userId: string, softwareId: string, listed = LISTED) => ({
  select: listed,
  from: 'favorite f JOIN version v ON v.id = f.version_id AND v.hidden = 1',
  where: ['f.user_id = ?', 'f.software_id = ?'],
  whereParameters: [userId, softwareId],
});
