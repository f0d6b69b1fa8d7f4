import { Injectable } from '@nestjs/common';
import { type Identifier, type IdentifierOrigin, type IdentifierType, keyOf, shown, stored } from 'inventory-reader';
import { groupBy } from 'small-parts';
import { Database, type Sql } from '../../database/database';
import { queryIn } from '../../database/pages';
import { insertRows, pagesOf } from '../../database/rows';

/** As the API shows it: each value once. */
export interface KnownIdentifier extends Identifier {
  /** Its first origin, in the order of `IDENTIFIER_ORIGINS`. */
  origin: IdentifierOrigin;
}

export interface IdentifierRow {
  software_id: string;
  type: IdentifierType;
  value: string;
  origin: IdentifierOrigin;
}

/** An identifier that a product got or lost, from one of its origins. */
export interface ChangedIdentifier extends Identifier {
  softwareId: string;
}

/** Called in the transaction of the change. */
export type IdentifierListener = (sql: Sql, changed: ChangedIdentifier[]) => Promise<void>;

const COLUMNS = ['software_id', 'type', 'value', 'origin'] as const;

/** All statements on `software_identifier`. */
@Injectable()
export class SoftwareIdentifierRepository {
  private readonly listeners: IdentifierListener[] = [];

  constructor(private readonly database: Database) {}

  /** Features that derive data from identifiers register here. */
  onChange(listener: IdentifierListener): void {
    this.listeners.push(listener);
  }

  /** By product; those without any are left out. In the order of type and value. Index: the primary key. */
  async find(softwareIds: string[]): Promise<Map<string, KnownIdentifier[]>> {
    const found = new Map<string, Map<string, KnownIdentifier>>();
    for (const { software_id: id, type, value, origin } of await this.read(this.database, softwareIds)) {
      const known = found.get(id) ?? new Map<string, KnownIdentifier>();
      found.set(id, known);
      // The origins are in alphabetical order.
      if (!known.has(keyOf({ type, value }))) known.set(keyOf({ type, value }), { type, value, origin });
    }
    return new Map([...found].map(([id, known]) => [id, shown([...known.values()])]));
  }

  /** As they are stored, by product. */
  async rows(sql: Sql, softwareIds: string[]): Promise<Map<string, IdentifierRow[]>> {
    return groupBy(await this.read(sql, softwareIds), (row) => row.software_id);
  }

  /**
   * Replaces the identifiers of products from one origin. The caller has locked the products.
   * @param given by product
   * @returns ids of the products for which that changed anything
   */
  async replace(sql: Sql, origin: IdentifierOrigin, given: Map<string, Identifier[]>): Promise<Set<string>> {
    const before = await this.read(sql, [...given.keys()], origin);
    const all = [...given].flatMap(([id, list]) => stored(list).map((one) => ({ software_id: id, ...one, origin })));
    const wanted = new Set(all.map((row) => rowKey(row.software_id, row)));
    const present = new Set(before.map((row) => rowKey(row.software_id, row)));
    const removed = before.filter((row) => !wanted.has(rowKey(row.software_id, row)));
    const added = all.filter((row) => !present.has(rowKey(row.software_id, row)));
    await this.delete(sql, removed);
    const rows = added.map((row) => COLUMNS.map((column) => row[column]));
    await insertRows(sql, 'software_identifier', COLUMNS, rows);
    const changed = [...removed, ...added].map(({ software_id, type, value }) => ({
      softwareId: software_id,
      type,
      value,
    }));
    if (changed.length > 0) {
      await raiseCatalogueRevision(sql);
      for (const listener of this.listeners) await listener(sql, changed);
    }
    return new Set(changed.map(({ softwareId }) => softwareId));
  }

  private read(sql: Sql, softwareIds: string[], origin?: IdentifierOrigin): Promise<IdentifierRow[]> {
    const statement = (places: string) =>
      `SELECT ${COLUMNS.join(', ')} FROM software_identifier
       WHERE ${origin === undefined ? '' : 'origin = ? AND'} software_id IN (${places}) ORDER BY software_id, type, value, origin`;
    return queryIn(sql, softwareIds, statement, origin === undefined ? [] : [origin]);
  }

  private async delete(sql: Sql, rows: IdentifierRow[]): Promise<void> {
    const statement = sql.dialect.deleteGiven('software_identifier', {
      software_id: 'text',
      type: 'text',
      value: 'unicode',
      origin: 'text',
    });
    for (const page of pagesOf(rows)) {
      const values = page.map((row) => COLUMNS.map((column) => row[column]));
      await sql.execute(statement, [JSON.stringify(values)]);
    }
  }
}

/** In each transaction that changes names, identities, identifiers or the ordering of products; of several at a time, one after the other. */
export async function raiseCatalogueRevision(sql: Sql): Promise<void> {
  const raise = sql.dialect.onDuplicate(['id'], { revision: 'catalogue_revision.revision + 1' });
  await sql.execute(`INSERT INTO catalogue_revision (id, revision) VALUES (1, 1) ${raise}`);
}

/** 0 = nothing was ever changed. */
export const CATALOGUE_REVISION = 'COALESCE((SELECT r.revision FROM catalogue_revision r WHERE r.id = 1), 0)';

const rowKey = (softwareId: string, identifier: Identifier) => `${softwareId} ${keyOf(identifier)}`;
