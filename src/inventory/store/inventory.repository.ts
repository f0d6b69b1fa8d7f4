import { Injectable } from '@nestjs/common';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { newId } from '../../common/ids';
import { sha256 } from '../../common/fingerprint';
import { assertQuota } from '../../access/user/user.repository';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { PROBED, WAITS } from '../../favorite/deployment/deployment.repository';
import type { RowOf } from '../../database/row-of';
import { insertRows } from '../../database/rows';
import { IS_DEPLOYED } from '../../favorite/deployment/deployment.sql';
import { type Labels, labelsText } from '../../favorite/deployment/labels.sql';
import type { Inventory } from './inventory.entity';
import { comparisonList, deploymentList, inventoryList } from './inventory.list';

/** An inventory as the API shows it. */
export interface InventoryRow extends Omit<
  RowOf<Inventory>,
  'user_id' | 'unmatched_hash' | 'content_key' | 'outcome' | 'run'
> {
  deployments: number;
  ignored: number;
}

export interface ListedDeployment {
  id: string;
  favorite_id: string;
  software_id: string;
  software: string;
  version: string;
  name: string;
  tag: string | null;
  seen_at: UtcTimestamp;
  waits_for: string | null;
  update_available: number;
  available: string | null;
}

export interface ComparedRow {
  favorite_id: string;
  software_id: string;
  software: string;
  versions: number;
}

export type InventoryChanges = Partial<
  Pick<RowOf<Inventory>, 'environment' | 'scope' | 'format' | 'components' | 'unmatched' | 'content_key' | 'outcome'>
>;

const COLUMNS = `i.id, i.name, i.environment, i.scope, i.labels, i.format, i.components, i.unmatched, i.revision,
  (SELECT COUNT(*) FROM deployment d WHERE d.inventory_id = i.id) AS deployments,
  (SELECT COUNT(*) FROM inventory_decision c WHERE c.inventory_id = i.id AND c.software_id IS NULL) AS ignored,
  ${momentText('i.read_at')} AS read_at, ${momentText('i.created_at')} AS created_at, ${momentText('i.updated_at')} AS updated_at`;

const WITH_LIST =
  'SELECT i.unmatched, u.entries FROM inventory i LEFT JOIN unmatched_list u ON u.hash = i.unmatched_hash';

/** A transaction is over by then. */
const UNUSED_SECONDS = 3_600;

/** The inventories of users. */
@Injectable()
export class InventoryRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Index: inventory_user_name. */
  async find(userId: string, name: string, sql: Sql = this.database): Promise<InventoryRow | undefined> {
    const [row] = await sql.query<InventoryRow>(
      `SELECT ${COLUMNS} FROM inventory i WHERE i.user_id = ? AND i.name = ?`,
      [userId, name],
    );
    return row;
  }

  /** JSON; null = nothing was uploaded since it is kept. */
  async unmatchedList(id: string): Promise<string | null> {
    const [row] = await this.database.query<{ entries: string | null }>(`${WITH_LIST} WHERE i.id = ?`, [id]);
    return row?.entries ?? null;
  }

  list(userId: string, request: ListRequest): Promise<Listed<InventoryRow>> {
    return this.database.list(inventoryList, request, {
      select: COLUMNS,
      from: 'inventory i',
      where: ['i.user_id = ?', `(i.format IS NULL OR i.format <> '${PROBED}')`],
      whereParameters: [userId],
    });
  }

  deployments(inventoryId: string, request: ListRequest): Promise<Listed<ListedDeployment>> {
    return this.database.list(deploymentList, request, {
      select: `d.id, d.favorite_id, f.software_id, s.name AS software, v.version, d.name, d.tag, f.update_available,
        ${momentText('d.seen_at')} AS seen_at, CASE WHEN ${WAITS} THEN fv.version END AS waits_for, CASE WHEN av.version_key > v.version_key THEN av.version END AS available`,
      from: `deployment d JOIN favorite f ON f.id = d.favorite_id JOIN software s ON s.id = f.software_id
        JOIN version v ON v.id = d.version_id JOIN version fv ON fv.id = f.version_id JOIN inventory i ON i.id = d.inventory_id
        LEFT JOIN version av ON av.id = f.available_version_id`,
      where: ['d.inventory_id = ?'],
      whereParameters: [inventoryId],
    });
  }

  /** Favorites that are deployed. Index: deployment_in_use. */
  compared(userId: string, request: ListRequest): Promise<Listed<ComparedRow>> {
    return this.database.list(comparisonList, request, {
      select: `f.id AS favorite_id, f.software_id, s.name AS software,
        (SELECT COUNT(DISTINCT d.version_id) FROM deployment d WHERE d.favorite_id = f.id) AS versions`,
      from: 'favorite f JOIN software s ON s.id = f.software_id',
      where: ['f.user_id = ?', IS_DEPLOYED],
      whereParameters: [userId],
    });
  }

  /** The caller has locked the user. @param run of the upload that makes it @throws Problem limit-reached */
  async insert(
    sql: Sql,
    row: Pick<Inventory, 'id' | 'userId' | 'name' | 'environment' | 'scope' | 'run'>,
  ): Promise<void> {
    const { now } = sql.dialect;
    await sql.execute(
      `INSERT INTO inventory (id, user_id, name, environment, scope, components, run, revision, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, 0, ?, 0, ${now}, ${now})`,
      [row.id, row.userId, row.name, row.environment, row.scope, row.run],
    );
    await assertQuota(sql, 'inventory', row.userId, this.config.inventoriesPerUser);
  }

  /**
   * The inventory of what programs answer in an environment, made if it is not there. No upload can have its name, and no list shows it.
   * @returns its id
   */
  async ofProbes(sql: Sql, userId: string, environment: string): Promise<string> {
    const { now, onDuplicate } = sql.dialect;
    const name = `_probe.${sha256(environment).slice(0, 32)}`;
    await sql.execute(
      `INSERT INTO inventory (id, user_id, name, environment, scope, format, components, revision, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'main', '${PROBED}', 0, 0, ${now}, ${now}) ${onDuplicate(['user_id', 'name'], { id: 'inventory.id' })}`,
      [newId(), userId, name, environment],
    );
    const text = 'SELECT id FROM inventory WHERE user_id = ? AND name = ?';
    const [row] = await sql.query<{ id: string }>(text, [userId, name]);
    return row!.id;
  }

  /** Changes the given columns. */
  async update(sql: Sql, id: string, changes: InventoryChanges): Promise<void> {
    const columns = Object.entries(changes).filter(([, value]) => value !== undefined);
    const set = [...columns.map(([column]) => `${column} = ?`), `updated_at = ${sql.dialect.now}`];
    await sql.execute(`UPDATE inventory SET ${set.join(', ')} WHERE id = ?`, [
      ...columns.map(([, value]) => value as string | number | null),
      id,
    ]);
  }

  /**
   * Gives a run the right to write, if nobody has written since this revision was read, so that its plan is still true. A run that was
   * under way before writes nothing more.
   */
  async begin(sql: Sql, id: string, run: string, revision: number): Promise<boolean> {
    const text = 'UPDATE inventory SET run = ?, revision = revision + 1 WHERE id = ? AND revision = ?';
    return (await sql.execute(text, [run, id, revision])) === 1;
  }

  /** Locks the inventory for a transaction of the run. @returns false when another one has begun since, or it was deleted */
  async goOn(sql: Sql, id: string, run: string): Promise<boolean> {
    const text = 'UPDATE inventory SET revision = revision + 1 WHERE id = ? AND run = ?';
    return (await sql.execute(text, [id, run])) === 1;
  }

  async finish(sql: Sql, id: string, changes: InventoryChanges, entries: string): Promise<void> {
    await this.update(sql, id, changes);
    await this.setUnmatchedList(sql, id, entries);
    await sql.execute(`UPDATE inventory SET read_at = ${sql.dialect.now} WHERE id = ?`, [id]);
  }

  /** Makes every other transaction on it wait. @returns undefined when it was deleted */
  async lock(sql: Sql, id: string): Promise<{ unmatched: number; entries: string | null } | undefined> {
    const found = await sql.query(`SELECT id FROM inventory WHERE id = ? ${sql.dialect.forUpdate}`, [id]);
    if (found.length === 0) return undefined;
    const rows = await sql.query<{ unmatched: number; entries: string | null }>(`${WITH_LIST} WHERE i.id = ?`, [id]);
    return rows[0];
  }

  /** The transaction has written the inventory. @param entries JSON */
  async setUnmatchedList(sql: Sql, id: string, entries: string): Promise<void> {
    const hash = sha256(entries);
    const { now, onDuplicate } = sql.dialect;
    const [row] = await sql.query<{ hash: string | null }>(
      'SELECT unmatched_hash AS hash FROM inventory WHERE id = ?',
      [id],
    );
    // As long as it has this list, nobody removes it.
    if (row?.hash === hash) return;
    const again = onDuplicate(['hash'], { written_at: now });
    const text = `INSERT INTO unmatched_list (hash, entries, written_at) VALUES (?, ?, ${now}) ${again}`;
    await sql.execute(text, [hash, entries]);
    await sql.execute('UPDATE inventory SET unmatched_hash = ? WHERE id = ?', [hash, id]);
  }

  /** Lists that no inventory has any more; one that an upload is just writing stays. @returns how many */
  async removeUnmatchedLists(): Promise<number> {
    const { nowPlus } = this.database.dialect;
    const rows = await this.database.query<{ hash: string }>(
      `SELECT u.hash FROM unmatched_list u
         LEFT JOIN (SELECT DISTINCT unmatched_hash FROM inventory) i ON i.unmatched_hash = u.hash
       WHERE i.unmatched_hash IS NULL AND u.written_at < ${nowPlus}`,
      [-UNUSED_SECONDS],
    );
    for (const { hash } of rows)
      await this.database.execute(`DELETE FROM unmatched_list WHERE hash = ? AND written_at < ${nowPlus}`, [
        hash,
        -UNUSED_SECONDS,
      ]);
    return rows.length;
  }

  /** Replaces its labels. The transaction has written the inventory. */
  async setLabels(sql: Sql, id: string, labels: Labels): Promise<void> {
    await sql.execute('UPDATE inventory SET labels = ? WHERE id = ?', [labelsText(labels) || null, id]);
    await sql.execute('DELETE FROM inventory_label WHERE inventory_id = ?', [id]);
    const rows = Object.entries(labels).map(([name, value]) => [id, name, value]);
    await insertRows(sql, 'inventory_label', ['inventory_id', 'name', 'value'], rows);
  }

  async delete(sql: Sql, id: string): Promise<void> {
    await sql.execute('DELETE FROM inventory WHERE id = ?', [id]);
  }
}
