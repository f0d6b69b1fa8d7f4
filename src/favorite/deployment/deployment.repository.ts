import { Injectable } from '@nestjs/common';
import { idsOf } from '../../common/ids';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import type { OrderingRow } from '../../software/software.repository';
import { ORDERING_COLUMNS } from '../../version/versions/ordering-settings';
import { deleteByIds } from '../../database/pages';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import type { Deployment } from './deployment.entity';

/** A version in use somewhere, as favorites show it. */
export interface DeploymentRow {
  favorite_id: string;
  /** null = the program itself answered it. */
  inventory: string | null;
  environment: string | null;
  version: string;
  name: string;
  tag: string | null;
  seen_at: UtcTimestamp;
}

/** The version that the inventories of an environment have; an inventory without one is a place of its own. */
export interface PlaceRow {
  favorite_id: string;
  place: string;
  version: string;
  inventories: number;
  /** That one of them follows. */
  tag: string | null;
  /** Places of the favorite, also those that were left out. */
  total: number;
}

/** A stored deployment that an upload is compared with. */
export interface StoredDeployment {
  id: string;
  favorite_id: string;
  software_id: string;
  software: string;
  version_id: string;
  seen_version_id: string;
  version: string;
  version_key: string;
  label: string;
  name: string;
  tag: string | null;
  /** The version of its favorite. */
  in_use: string;
  /** Whether it is lower than that, and its owner has not accepted it. */
  waits: number;
}

export type NewDeployment = Pick<
  Deployment,
  'id' | 'inventoryId' | 'favoriteId' | 'versionId' | 'label' | 'name' | 'tag'
>;

/** The version that a favorite has. */
export interface InUseRow extends OrderingRow {
  software_id: string;
  version: string;
  version_key: string;
  /** Whether the program itself answers in the environment, so that files about it do not count. */
  answers: number;
}

/** A version of which deployments count, beside the version of its favorite. */
export interface CountingRow {
  favorite_id: string;
  software_id: string;
  /** Whether it is one of the inventory that is asked for; the others are not told apart. */
  is_ours: number;
  environment: string | null;
  version_id: string;
  version: string;
  version_key: string;
  in_use_id: string;
  in_use_key: string;
}

interface VersionRow {
  id: string;
  favorite_id: string;
  version_id: string;
  version: string;
}

/** The format of the inventory that has the answers of the programs of an environment. */
export const PROBED = 'probe';

/** Whether the program itself answers in an environment. */
const answers = (favoriteId: string, environment: string) => `EXISTS (
  SELECT 1 FROM deployment pd JOIN inventory pi ON pi.id = pd.inventory_id
  WHERE pd.favorite_id = ${favoriteId} AND pi.format = '${PROBED}' AND pi.environment = ${environment})`;

/** Whether a deployment `d` of the inventory `i` counts: where the program itself answers, files about the same environment do not. */
const COUNTS = `(i.environment IS NULL OR i.format = '${PROBED}' OR NOT ${answers('d.favorite_id', 'i.environment')})`;

/** Whether a deployment `d` of the version `v` waits: it is lower than the version `fv` of its favorite, which goes down only when its owner says so. */
export const WAITS = `(v.version_key < fv.version_key AND ${COUNTS})`;

const COLUMNS = 'id inventory_id favorite_id version_id seen_version_id label name tag seen_at'.split(' ');

/** The statements on deployments: always in sets, in the transactions that write favorites. */
@Injectable()
export class DeploymentRepository {
  /** So many of each, the lowest first. Index: deployment_in_use. @param ids of favorites */
  async ofFavorites(sql: Sql, ids: string[], atMost: number): Promise<DeploymentRow[]> {
    if (ids.length === 0) return [];
    const { byIndex, thenJoin } = sql.dialect;
    // The rows themselves are read only of those that are shown.
    return sql.query(
      `SELECT d.favorite_id, CASE WHEN i.format = '${PROBED}' THEN NULL ELSE i.name END AS inventory, i.environment, v.version, d.name, d.tag, ${momentText('d.seen_at')} AS seen_at
       FROM (
         SELECT d.id, ROW_NUMBER() OVER (PARTITION BY d.favorite_id ORDER BY v.version_key, d.inventory_id, d.id) AS place_no
         FROM deployment d ${byIndex('deployment_in_use')} JOIN version v ON v.id = d.version_id
         WHERE d.favorite_id IN (${placeholders(ids.length)})
       ) numbered ${thenJoin} deployment d ${byIndex('PRIMARY')} ON d.id = numbered.id
         JOIN inventory i ON i.id = d.inventory_id JOIN version v ON v.id = d.version_id
       WHERE numbered.place_no <= ? ORDER BY v.version_key, i.name, d.name, d.id`,
      [...ids, atMost],
    );
  }

  /** Where favorites are in use: at most so many places of each, the lowest versions first. Index: deployment_in_use. */
  async places(sql: Sql, ids: string[], atMost: number): Promise<PlaceRow[]> {
    if (ids.length === 0) return [];
    const rows = await sql.query<PlaceRow>(
      `SELECT favorite_id, place, version, inventories, tag, total FROM (
         SELECT favorite_id, place, version, inventories, tag, COUNT(*) OVER (PARTITION BY favorite_id) AS total,
           ROW_NUMBER() OVER (PARTITION BY favorite_id ORDER BY version_key, place, version) AS place_no
         FROM (
           SELECT d.favorite_id, COALESCE(i.environment, i.name) AS place, v.version, v.version_key, COUNT(*) AS inventories, MAX(d.tag) AS tag
           FROM deployment d JOIN inventory i ON i.id = d.inventory_id JOIN version v ON v.id = d.version_id
           WHERE d.favorite_id IN (${placeholders(ids.length)}) AND ${COUNTS}
           GROUP BY d.favorite_id, COALESCE(i.environment, i.name), v.version, v.version_key
         ) grouped
       ) numbered WHERE place_no <= ? ORDER BY favorite_id, place_no`,
      [...ids, atMost],
    );
    return rows.map((row) => ({ ...row, inventories: Number(row.inventories), total: Number(row.total) }));
  }

  /** Index: deployment_once. */
  ofInventory(sql: Sql, inventoryId: string): Promise<StoredDeployment[]> {
    return sql.query(
      `SELECT d.id, d.favorite_id, f.software_id, s.name AS software, d.version_id, d.seen_version_id, v.version, v.version_key, d.label, d.name, d.tag,
         fv.version AS in_use, ${WAITS} AS waits
       FROM deployment d JOIN favorite f ON f.id = d.favorite_id JOIN software s ON s.id = f.software_id
         JOIN version v ON v.id = d.version_id JOIN version fv ON fv.id = f.version_id JOIN inventory i ON i.id = d.inventory_id
       WHERE d.inventory_id = ?`,
      [inventoryId],
    );
  }

  /** What an inventory has of one favorite. Index: deployment_once. */
  ofPlace(sql: Sql, inventoryId: string, favoriteId: string): Promise<{ id: string; version_id: string }[]> {
    return sql.query(
      `SELECT id, version_id FROM deployment WHERE inventory_id = ? AND favorite_id = ? ${sql.dialect.forUpdate}`,
      [inventoryId, favoriteId],
    );
  }

  /** By product: the version of the user's favorite, and the ordering of its versions. @param environment null = none */
  async inUse(
    sql: Sql,
    userId: string,
    softwareIds: string[],
    environment: string | null,
  ): Promise<Map<string, InUseRow>> {
    const found = new Map<string, InUseRow>();
    for (const page of pagesOf(softwareIds)) {
      const rows = await sql.query<InUseRow>(
        `SELECT f.software_id, v.version, v.version_key, ${answers('f.id', '?')} AS answers, ${ORDERING_COLUMNS}
         FROM favorite f JOIN version v ON v.id = f.version_id JOIN software s ON s.id = f.software_id
         WHERE f.user_id = ? AND f.software_id IN (${placeholders(page.length)})`,
        [environment, userId, ...page],
      );
      for (const row of rows) found.set(row.software_id, row);
    }
    return found;
  }

  /** Sort keys of the versions with these labels, by `<software> <label>`. Index: version_label. */
  async keysOf(sql: Sql, labels: [softwareId: string, label: string][]): Promise<Map<string, string>> {
    const { givenRows, thenJoin, byIndex } = sql.dialect;
    const found = new Map<string, string>();
    for (const page of pagesOf(labels)) {
      const rows = await sql.query<{ software_id: string; version: string; version_key: string }>(
        `SELECT v.software_id, v.version, v.version_key FROM (${givenRows({ software_id: 'text', label: 'unicode' })}) g
           ${thenJoin} version v ${byIndex('version_label')} ON v.software_id = g.software_id AND v.version = g.label`,
        [JSON.stringify(page)],
      );
      for (const row of rows) found.set(`${row.software_id} ${row.version}`, row.version_key);
    }
    return found;
  }

  /** Sets the version of all deployments of these favorites. @param bulkId of the bulk operation that does it */
  async moveAll(sql: Sql, versions: { id: string; versionId: string }[], bulkId: string | null = null): Promise<void> {
    const versionOf = new Map(versions.map(({ id, versionId }) => [id, versionId]));
    const rows = await this.lock(sql, [...versionOf.keys()]);
    const moves = rows.filter((row) => row.version_id !== versionOf.get(row.favorite_id));
    await this.setVersions(
      sql,
      moves.map(({ id, favorite_id, version }) => [id, versionOf.get(favorite_id)!, bulkId, bulkId && version]),
    );
  }

  /** The labels of the versions that deployments of these favorites had before this change, by deployment. */
  async movedBy(sql: Sql, favoriteIds: string[], bulkId: string): Promise<VersionRow[]> {
    if (favoriteIds.length === 0) return [];
    return sql.query(
      `SELECT d.id, d.favorite_id, d.version_id, d.moved_from AS version FROM deployment d
       WHERE d.favorite_id IN (${placeholders(favoriteIds.length)}) AND d.moved_by = ? ${sql.dialect.forUpdate}`,
      [...favoriteIds, bulkId],
    );
  }

  /** @param versions by deployment */
  restore(sql: Sql, versions: { id: string; versionId: string }[]): Promise<void> {
    return this.setVersions(
      sql,
      versions.map(({ id, versionId }) => [id, versionId, null, null]),
    );
  }

  async insert(sql: Sql, deployments: NewDeployment[], now: UtcTimestamp): Promise<void> {
    const rows = deployments.map(({ id, inventoryId, favoriteId, versionId, label, name, tag }) => [
      ...[id, inventoryId, favoriteId, versionId, versionId, label, name, tag, now],
    ]);
    await insertRows(sql, 'deployment', COLUMNS, rows);
  }

  /** @param tags by deployment */
  async setTags(sql: Sql, tags: (readonly [id: string, tag: string | null])[]): Promise<void> {
    const source = sql.dialect.givenRows({ id: 'text', tag: 'unicode' });
    const parts = { source, on: 'e.id = deployment.id', set: 'tag = e.tag', where: '1 = 1' };
    for (const page of pagesOf(tags))
      await sql.execute(sql.dialect.updateJoined('deployment', parts), [JSON.stringify(page)]);
  }

  async remove(sql: Sql, ids: string[]): Promise<void> {
    await deleteByIds(sql, 'deployment', ids);
  }

  /** Of a favorite that is moved to another product. */
  async removeOfFavorite(sql: Sql, favoriteId: string): Promise<void> {
    const rows = await this.lock(sql, [favoriteId]);
    await this.remove(sql, idsOf(rows));
  }

  /** The highest version first, and of equal ones that of the favorite last. Index: deployment_in_use. */
  async counting(sql: Sql, favoriteIds: string[], inventoryId: string): Promise<CountingRow[]> {
    if (favoriteIds.length === 0) return [];
    return sql.query(
      `SELECT DISTINCT d.favorite_id, f.software_id, CASE WHEN d.inventory_id = ? THEN 1 ELSE 0 END AS is_ours, i.environment, d.version_id, v.version, v.version_key,
         f.version_id AS in_use_id, fv.version_key AS in_use_key
       FROM deployment d ${sql.dialect.byIndex('deployment_in_use')} JOIN version v ON v.id = d.version_id JOIN favorite f ON f.id = d.favorite_id
         JOIN version fv ON fv.id = f.version_id JOIN inventory i ON i.id = d.inventory_id
       WHERE d.favorite_id IN (${placeholders(favoriteIds.length)}) AND ${COUNTS}
       ORDER BY v.version_key DESC, CASE WHEN d.version_id = f.version_id THEN 1 ELSE 0 END, d.version_id DESC`,
      [inventoryId, ...favoriteIds],
    );
  }

  /**
   * The version of each of these favorites that has a deployment: the lowest. One below the version in use waits, and nothing rises meanwhile.
   * @param inventoryId whose deployments `mayLower` knows @param mayLower those that need not wait
   */
  async lowest(
    sql: Sql,
    favoriteIds: string[],
    inventoryId: string,
    mayLower: (row: CountingRow) => boolean,
  ): Promise<Map<string, string>> {
    const found = new Map<string, { id: string; key: string }>();
    for (const row of await this.counting(sql, favoriteIds, inventoryId)) {
      const { favorite_id: favorite, version_id: id, version_key: key, in_use_id, in_use_key } = row;
      const known = found.get(favorite);
      if (key >= in_use_key || mayLower(row)) found.set(favorite, { id, key });
      else if (!known || known.key > in_use_key) found.set(favorite, { id: in_use_id, key: in_use_key });
    }
    return new Map([...found].map(([favorite, { id }]) => [favorite, id]));
  }

  /** The versions that deployments of these favorites have. */
  async versionsOf(sql: Sql, favoriteIds: string[]): Promise<string[]> {
    if (favoriteIds.length === 0) return [];
    const rows = await sql.query<{ version_id: string }>(
      `SELECT DISTINCT version_id FROM deployment WHERE favorite_id IN (${placeholders(favoriteIds.length)})`,
      favoriteIds,
    );
    return rows.map(({ version_id }) => version_id);
  }

  /** Index: deployment_in_use. */
  private async lock(sql: Sql, favoriteIds: string[]): Promise<VersionRow[]> {
    if (favoriteIds.length === 0) return [];
    return sql.query(
      `SELECT d.id, d.favorite_id, d.version_id, (SELECT v.version FROM version v WHERE v.id = d.version_id) AS version
       FROM deployment d ${sql.dialect.byIndex('deployment_in_use')}
       WHERE d.favorite_id IN (${placeholders(favoriteIds.length)}) ORDER BY d.favorite_id, d.id ${sql.dialect.forUpdate}`,
      favoriteIds,
    );
  }

  private async setVersions(sql: Sql, rows: (string | null)[][]): Promise<void> {
    if (rows.length === 0) return;
    const source = sql.dialect.givenRows({ id: 'text', to_id: 'text', bulk_id: 'text', from_label: 'unicode' });
    const statement = sql.dialect.updateJoined('deployment', {
      source,
      on: 'e.id = deployment.id',
      set: 'version_id = e.to_id, moved_by = e.bulk_id, moved_from = e.from_label',
      where: '1 = 1',
    });
    for (const page of pagesOf(rows)) await sql.execute(statement, [JSON.stringify(page)]);
  }
}
