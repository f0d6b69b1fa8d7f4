import { Injectable } from '@nestjs/common';
import { comparedPurl, type Component, formatPurl, packageOf, parsePurl } from 'inventory-reader';
import { foldName } from 'small-parts';
import type { Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { sha256 } from '../../common/fingerprint';
import { newId } from '../../common/ids';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import type { RowOf } from '../../database/row-of';
import { insertRows, placeholders } from '../../database/rows';
import type { InventoryDecision } from './inventory.entity';
import { decisionList } from './inventory.list';

/** A decision as the API shows it. */
export interface DecisionRow extends RowOf<InventoryDecision, 'id' | 'name' | 'softwareId' | 'createdAt'> {
  software: string | null;
}

/** What is to be decided about a component. */
export type NewDecision = Pick<InventoryDecision, 'component' | 'name' | 'softwareId'>;

/** By `componentKey`: the product, or null for what is ignored. */
export type Decisions = ReadonlyMap<string, { id: string; softwareId: string | null }>;

const COLUMNS = ['id', 'inventory_id', 'component', 'name', 'software_id', 'created_at'];

/** What users decided about components. */
@Injectable()
export class DecisionRepository {
  constructor(private readonly database: Database) {}

  /** Index: inventory_decision_once. */
  async of(inventoryId: string, sql: Sql = this.database): Promise<Decisions> {
    const text = 'SELECT id, component, software_id FROM inventory_decision WHERE inventory_id = ?';
    const rows = await sql.query<RowOf<InventoryDecision>>(text, [inventoryId]);
    return new Map(rows.map(({ id, component, software_id: softwareId }) => [component, { id, softwareId }]));
  }

  list(inventoryId: string, request: ListRequest): Promise<Listed<DecisionRow>> {
    return this.database.list(decisionList, request, {
      select: `d.id, d.name, d.software_id, s.name AS software, ${momentText('d.created_at')} AS created_at`,
      from: 'inventory_decision d LEFT JOIN software s ON s.id = d.software_id',
      where: ['d.inventory_id = ?'],
      whereParameters: [inventoryId],
    });
  }

  /** Replaces those of the same components. The caller has locked the inventory. */
  async replace(sql: Sql, inventoryId: string, decisions: NewDecision[], now: UtcTimestamp): Promise<void> {
    const components = decisions.map(({ component }) => component);
    await sql.execute(
      `DELETE FROM inventory_decision WHERE inventory_id = ? AND component IN (${placeholders(components.length)})`,
      [inventoryId, ...components],
    );
    const rows = decisions.map(({ component, name, softwareId }) => [
      ...[newId(), inventoryId, component, name, softwareId, now],
    ]);
    await insertRows(sql, 'inventory_decision', COLUMNS, rows);
  }

  async count(sql: Sql, inventoryId: string): Promise<number> {
    const text = 'SELECT COUNT(*) AS total FROM inventory_decision WHERE inventory_id = ?';
    const [row] = await sql.query<{ total: number }>(text, [inventoryId]);
    return Number(row!.total);
  }

  /** @returns what it was about; undefined = there is none */
  async remove(sql: Sql, inventoryId: string, id: string): Promise<{ component: string; name: string } | undefined> {
    const where = 'WHERE inventory_id = ? AND id = ?';
    const [row] = await sql.query<{ component: string; name: string }>(
      `SELECT component, name FROM inventory_decision ${where}`,
      [inventoryId, id],
    );
    if (row) await sql.execute(`DELETE FROM inventory_decision ${where}`, [inventoryId, id]);
    return row;
  }
}

type Named = Pick<Component, 'purl' | 'name'>;

/** A component whatever its version: its package, or its name where it has no package URL. */
export const componentKey = (one: Named): string => keyOf(one, comparedPurl);

/** What was decided about it. Older versions of the service have written the key of a package in the case of its file. */
export const decisionOn = <T>(decisions: ReadonlyMap<string, T>, one: Named): T | undefined =>
  decisions.get(componentKey(one)) ?? decisions.get(keyOf(one, (purl) => purl));

const keyOf = ({ purl, name }: Named, asIs: (purl: string) => string): string =>
  sha256(purl === null ? `name ${foldName(name)}` : asIs(formatPurl(packageOf(parsePurl(purl)))));
