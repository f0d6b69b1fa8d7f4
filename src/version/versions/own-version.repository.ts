import { Injectable } from '@nestjs/common';
import { idsOf, newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { databaseNow } from '../../database/database-clock';
import type { Sql } from '../../database/database';
import { placeholders } from '../../database/rows';
import { lockProducts } from '../../software/software.repository';
import type { Place } from './own-version';
import { ReleaseRank } from './version.entity';
import { type StoredVersion, VersionRepository } from './version.repository';

export interface EqualVersion {
  id: string;
  version: string;
  hidden: number;
}

/** Far more than there are spellings of one version. */
const SPELLINGS_AT_MOST = 20;

/**
 * Versions by id and label, and the own versions of users. All of this is in transactions that hold the lock of the product in share
 * mode: the catalogue learns a label before or after, never meanwhile.
 */
@Injectable()
export class OwnVersionRepository {
  constructor(private readonly versions: VersionRepository) {}

  /** A version of the catalogue, or `own`: the own version that the favorite has already. Index: PRIMARY. */
  async findById(sql: Sql, softwareId: string, id: string, own: string | null): Promise<string | undefined> {
    const [row] = await sql.query<{ id: string }>(
      'SELECT id FROM version WHERE id = ? AND software_id = ? AND (hidden = 0 OR id = ?)',
      [id, softwareId, own],
    );
    return row?.id;
  }

  /** A version of the catalogue. Index: version_label. */
  async findByLabel(sql: Sql, softwareId: string, label: string): Promise<string | undefined> {
    const [row] = await sql.query<{ id: string }>(
      'SELECT id FROM version WHERE software_id = ? AND version = ? AND hidden = 0',
      [softwareId, label],
    );
    return row?.id;
  }

  /** The same for many: by `<software> <label>`. */
  async findByLabels(sql: Sql, labels: [softwareId: string, label: string][]): Promise<Map<string, string>> {
    if (labels.length === 0) return new Map();
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const rows = await sql.query<{ id: string; software_id: string; version: string }>(
      `SELECT v.id, v.software_id, v.version FROM (${givenRows({ software_id: 'text', label: 'unicode' })}) g
         ${thenJoin} version v ${byIndex('version_label')} ON v.software_id = g.software_id AND v.version = g.label
       WHERE v.hidden = 0`,
      [JSON.stringify(labels)],
    );
    return new Map(rows.map(({ id, software_id, version }) => [`${software_id} ${version}`, id]));
  }

  async isLabelled(sql: Sql, softwareId: string, id: string, label: string): Promise<boolean> {
    const text = 'SELECT id FROM version WHERE id = ? AND software_id = ? AND version = ?';
    return (await sql.query(text, [id, softwareId, label])).length > 0;
  }

  /** Those of the catalogue come first. Index: version_listed. */
  findByKey(sql: Sql, softwareId: string, key: string): Promise<EqualVersion[]> {
    return sql.query(
      `SELECT id, version, hidden FROM version WHERE software_id = ? AND hidden IN (0, 1) AND version_key = ?
       ORDER BY hidden, id LIMIT ${SPELLINGS_AT_MOST}`,
      [softwareId, key],
    );
  }

  /** The own version with this label, which is added unless it exists. Locks it, so that nobody removes it meanwhile. @returns its id */
  async add(sql: Sql, softwareId: string, label: string, place: Place): Promise<string> {
    const row = rowOf(softwareId, label, place, await databaseNow(sql));
    await this.versions.insert(sql, [row], sql.dialect.keepExisting('version'));
    const text = 'SELECT id FROM version WHERE software_id = ? AND version = ?';
    return (await sql.query<{ id: string }>(text, [softwareId, label]))[0]!.id;
  }

  /**
   * Removes those of these versions that are own versions, and no favorite and no deployment has any more. Locks the product first, as the catalogue may be
   * learning the label, then the versions: of two transactions that leave the same one, the second sees what the first has done.
   */
  async removeUnused(sql: Sql, ids: string[]): Promise<void> {
    const own = await ownAmong(sql, ids, '');
    if (own.length === 0) return;
    await lockProducts(sql, [...new Set(own.map((version) => version.software_id))]);
    const locked = await ownAmong(sql, idsOf(own), sql.dialect.forUpdate);
    if (locked.length === 0) return;
    const among = `version_id IN (${placeholders(locked.length)})`;
    const select = `SELECT version_id AS id FROM favorite WHERE ${among} UNION SELECT version_id FROM deployment WHERE ${among}`;
    const lockedIds = idsOf(locked);
    const used = new Set(idsOf(await sql.query<{ id: string }>(select, [...lockedIds, ...lockedIds])));
    const unused = locked.filter(({ id }) => !used.has(id)).map(({ id }) => [id]);
    if (unused.length > 0)
      await sql.execute(sql.dialect.deleteGiven('version', { id: 'text' }), [JSON.stringify(unused)]);
  }
}

interface OwnVersionRow {
  id: string;
  software_id: string;
}

function ownAmong(sql: Sql, ids: string[], ending: string): Promise<OwnVersionRow[]> {
  return sql.query<OwnVersionRow>(
    `SELECT id, software_id FROM version WHERE id IN (${placeholders(ids.length)}) AND hidden = 1 ORDER BY id ${ending}`,
    ids,
  );
}

const rowOf = (softwareId: string, label: string, { key, prerelease }: Place, now: UtcTimestamp): StoredVersion => ({
  id: newId(),
  software_id: softwareId,
  version: label,
  version_key: key,
  source_prerelease: null,
  prerelease,
  release_rank: ReleaseRank.Excluded,
  released_at: null,
  removed_at: now,
  left_out: null,
  notes_url: null,
  source_seen: false,
  hidden: true,
  created_at: now,
  added_at: now,
});
