import { Injectable } from '@nestjs/common';
import type { ProductKey } from 'address-reader';
import { getOrMake } from '../../common/get-or-make';
import { Config } from '../../config/config';
import type { Sql } from '../../database/database';
import type { GivenType } from '../../database/dialect';
import { pagesOf, placeholders } from '../../database/rows';
import type { OrderingRow } from '../../software/software.repository';
import { ORDERING_COLUMNS } from '../../version/versions/ordering-settings';

const DAY = 86_400;

/** A product that has a key. */
export interface ProductRow extends OrderingRow {
  id: string;
  name: string;
  /** Its latest version; null = it has none. */
  latest: string | null;
}

/** A version of the catalogue. */
export interface LabelRow {
  software_id: string;
  version: string;
  version_key: string;
}

interface KeyedRow extends ProductRow {
  kind: ProductKey['kind'];
  value: string;
}

const COLUMNS = `s.id, s.name, lv.version AS latest, ${ORDERING_COLUMNS}`;
const LATEST = 'LEFT JOIN version lv ON lv.id = s.latest_version_id';

export const keyText = ({ kind, value }: ProductKey): string => `${kind} ${value}`;

/** Products by their keys, and their labels. */
@Injectable()
export class MatchingRepository {
  constructor(private readonly config: Config) {}

  /** By `keyText`, each product once and in the order of their names. Indexes: software_identifier_value, software_name, software_identity. */
  async products(sql: Sql, keys: ProductKey[]): Promise<Map<string, ProductRow[]>> {
    const found = new Map<string, ProductRow[]>();
    for (const { kind, value, ...product } of [
      ...(await this.byIdentifier(sql, keys)),
      ...(await this.byColumn(sql, keys, 'name', 'name_key', 'software_name')),
      ...(await this.byColumn(sql, keys, 'identity', 'identity', 'software_identity')),
    ]) {
      getOrMake(found, keyText({ kind, value }), () => [] as ProductRow[]).push(product);
    }
    return found;
  }

  /** Index: the primary key. */
  async byIds(sql: Sql, ids: string[]): Promise<Map<string, ProductRow>> {
    const rows: ProductRow[] = [];
    for (const page of pagesOf(ids))
      rows.push(
        ...(await sql.query<ProductRow>(
          `SELECT ${COLUMNS} FROM software s ${LATEST} WHERE s.id IN (${placeholders(page.length)})`,
          page,
        )),
      );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** How many more products a user without `catalogue:write` may add today, and after how many seconds more. Index: `audit_entry_user`. */
  async productsLeft(sql: Sql, userId: string): Promise<{ left: number; seconds: number }> {
    const { now, nowPlus, secondsBetween } = sql.dialect;
    const [row] = await sql.query<{ added: number | string; seconds: number | string | null }>(
      `SELECT COUNT(*) AS added, ${secondsBetween('MIN(created_at)', now)} AS seconds FROM audit_entry
       WHERE user_id = ? AND created_at > ${nowPlus} AND action = 'software.added'`,
      [userId, -DAY],
    );
    return {
      left: Math.max(0, this.config.productsPerDay - Number(row!.added)),
      seconds: Math.max(1, DAY - Number(row!.seconds ?? 0)),
    };
  }

  private byIdentifier(sql: Sql, keys: ProductKey[]): Promise<KeyedRow[]> {
    const { thenJoin, byIndex } = sql.dialect;
    const given = keys.filter(({ kind }) => kind === 'purl' || kind === 'alias' || kind === 'repology');
    return this.rows(
      sql,
      given,
      { kind: 'text', value: 'unicode' },
      ({ kind, value }) => [kind, value],
      (rows) => {
        // An identifier has a row for each origin.
        const products = `SELECT DISTINCT e.kind, e.value, i.software_id FROM (${rows}) e
        ${thenJoin} software_identifier i ${byIndex('software_identifier_value')} ON i.type = e.kind AND i.value = e.value`;
        return `SELECT found.kind, found.value, ${COLUMNS} FROM (${products}) found
        ${thenJoin} software s ${byIndex('PRIMARY')} ON s.id = found.software_id ${LATEST} ORDER BY s.name_key, s.id`;
      },
    );
  }

  private byColumn(
    sql: Sql,
    keys: ProductKey[],
    kind: 'name' | 'identity',
    column: string,
    index: string,
  ): Promise<KeyedRow[]> {
    const { thenJoin, byIndex } = sql.dialect;
    const given = keys.filter((key) => key.kind === kind);
    return this.rows(
      sql,
      given,
      { value: 'unicode' },
      ({ value }) => [value],
      (rows) =>
        `SELECT '${kind}' AS kind, e.value, ${COLUMNS} FROM (${rows}) e
        ${thenJoin} software s ${byIndex(index)} ON s.${column} = e.value ${LATEST} ORDER BY s.name_key, s.id`,
    );
  }

  /** The labels that are these, or have the same sort keys. Indexes: version_label, version_listed. */
  async labels(
    sql: Sql,
    labels: [softwareId: string, label: string][],
    keys: [softwareId: string, key: string][],
  ): Promise<LabelRow[]> {
    const { thenJoin, byIndex } = sql.dialect;
    const select = (rows: string, index: string, on: string) =>
      `SELECT v.software_id, v.version, v.version_key FROM (${rows}) e
        ${thenJoin} version v ${byIndex(index)} ON v.software_id = e.software_id AND ${on}`;
    return [
      ...(await this.rows<[string, string], LabelRow>(
        sql,
        labels,
        { software_id: 'text', label: 'unicode' },
        (one) => one,
        (rows) => select(rows, 'version_label', 'v.version = e.label AND v.hidden = 0'),
      )),
      ...(await this.rows<[string, string], LabelRow>(
        sql,
        keys,
        { software_id: 'text', version_key: 'text' },
        (one) => one,
        (rows) => select(rows, 'version_listed', 'v.hidden = 0 AND v.version_key = e.version_key'),
      )),
    ];
  }

  private async rows<Given, Row>(
    sql: Sql,
    given: Given[],
    columns: Record<string, GivenType>,
    valuesOf: (one: Given) => string[],
    statement: (rows: string) => string,
  ): Promise<Row[]> {
    const found: Row[] = [];
    for (const page of pagesOf(given)) {
      const values = JSON.stringify(page.map(valuesOf));
      found.push(...(await sql.query<Row>(statement(sql.dialect.givenRows(columns)), [values])));
    }
    return found;
  }
}
