import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { ORDERING_REVISION } from 'version-order';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import type { OrderingRow } from '../../software/software.repository';
import { ORDERING_COLUMNS } from '../versions/ordering-settings';
import type { Cycle, CycleOrigin } from './product-cycle';

/** A cycle to be written: `id` null = it is new. */
export interface WrittenCycle extends Omit<Cycle, 'id'> {
  id: string | null;
  softwareId: string;
}

interface CycleRow {
  id: string;
  software_id: string;
  cycle: string;
  label: string | null;
  range_from: string | null;
  range_to: string | null;
  released_on: string | null;
  lts_from: string | null;
  active_until: string | null;
  eol_on: string | null;
  is_eol: boolean | number | null;
  extended_until: string | null;
  is_extended_over: boolean | number | null;
  latest: string | null;
  link: string | null;
  as_of: string;
  is_gone: boolean | number;
  origin: CycleOrigin;
}

export interface OriginRow {
  id: string;
  identity: string;
  source_type: string | null;
  /** When its source answered last. */
  asked_at: UtcTimestamp | null;
  /** The day of the last facts of the provider of knowledge `endoflife` about the product; null = there are none. */
  told_on: string | null;
  /** When that provider answered last, if it still lists the product. */
  told_at: UtcTimestamp | null;
}

export type IdentifiedProduct = OrderingRow & { id: string; identity: string };

export type LatestRow = OrderingRow & { id: string; version: string; version_key: string };

const FACTS = [
  'label',
  'range_from',
  'range_to',
  'released_on',
  'lts_from',
  'active_until',
  'eol_on',
  'is_eol',
  'extended_until',
  'is_extended_over',
  'latest',
  'link',
  'as_of',
  'ordering_revision',
  'origin',
] as const;

const SELECT = `SELECT id, software_id, cycle, label, range_from, range_to, released_on, lts_from, active_until, eol_on, is_eol,
  extended_until, is_extended_over, latest, link, as_of, gone_at IS NOT NULL AS is_gone, origin FROM lifecycle`;

/** All statements on `lifecycle`. */
@Injectable()
export class LifecycleRepository {
  constructor(private readonly database: Database) {}

  /** By product, in the order of ranges, oldest first; those without any are left out. Index: `lifecycle_range`. */
  async find(softwareIds: string[], sql: Sql = this.database): Promise<Map<string, Cycle[]>> {
    const rows: CycleRow[] = [];
    for (const page of pagesOf([...new Set(softwareIds)])) {
      const text = `${SELECT} WHERE software_id IN (${placeholders(page.length)}) ORDER BY software_id, range_from, cycle`;
      rows.push(...(await sql.query<CycleRow>(text, page)));
    }
    const byProduct = groupBy(rows, (row) => row.software_id);
    return new Map([...byProduct].map(([id, list]) => [id, list.map(toCycle)]));
  }

  /** Of these ids those that exist, by id. Index: PRIMARY. @param ids at least one */
  async byId(ids: string[], sql: Sql = this.database): Promise<Map<string, Cycle>> {
    const rows = await sql.query<CycleRow>(`${SELECT} WHERE id IN (${placeholders(ids.length)})`, ids);
    return new Map(rows.map((row) => [row.id, toCycle(row)]));
  }

  /** The origins of the lifecycles of products, by product. */
  async origins(softwareIds: string[], sql: Sql = this.database): Promise<Map<string, OriginRow>> {
    const rows: OriginRow[] = [];
    for (const page of pagesOf([...new Set(softwareIds)])) {
      const text = `SELECT s.id, s.identity, f.type AS source_type, f.last_success_at AS asked_at,
          COALESCE(m.as_of, k.as_of) AS told_on, CASE WHEN m.as_of IS NULL THEN k.answered_at END AS told_at
        FROM software s LEFT JOIN software_source f ON f.software_id = s.id
          LEFT JOIN knowledge_match m ON m.software_id = s.id AND m.provider = 'endoflife'
          LEFT JOIN knowledge k ON k.provider = m.provider
        WHERE s.id IN (${placeholders(page.length)})`;
      rows.push(...(await sql.query<OriginRow>(text, page)));
    }
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Products by their identities. Index: software_identity. */
  async products(identities: string[]): Promise<IdentifiedProduct[]> {
    const rows: IdentifiedProduct[] = [];
    for (const page of pagesOf([...new Set(identities)]))
      rows.push(
        ...(await this.database.query<IdentifiedProduct>(
          `SELECT s.id, s.identity, ${ORDERING_COLUMNS} FROM software s WHERE s.identity IN (${placeholders(page.length)})`,
          page,
        )),
      );
    return rows;
  }

  async orderingById(softwareId: string): Promise<OrderingRow | undefined> {
    const text = `SELECT ${ORDERING_COLUMNS} FROM software s WHERE s.id = ?`;
    return (await this.database.query<OrderingRow>(text, [softwareId]))[0];
  }

  /** Products that this identifier names. Index: software_identifier_value. */
  async idsNamed(type: string, value: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT DISTINCT software_id AS id FROM software_identifier WHERE type = ? AND value = ? LIMIT 2',
      [type, value],
    );
    return rows.map(({ id }) => id);
  }

  /** The latest versions of products that have a lifecycle. */
  async latest(softwareIds: string[]): Promise<LatestRow[]> {
    const rows: LatestRow[] = [];
    for (const page of pagesOf(softwareIds)) {
      const text = `SELECT s.id, v.version, v.version_key, ${ORDERING_COLUMNS} FROM software s
        ${this.database.dialect.thenJoin} version v ON v.id = s.latest_version_id WHERE s.id IN (${placeholders(page.length)})`;
      rows.push(...(await this.database.query<LatestRow>(text, page)));
    }
    return rows;
  }

  /** Adds cycles. The caller has locked their products. */
  async insert(sql: Sql, cycles: WrittenCycle[]): Promise<void> {
    const rows = cycles.map((one) => [newId(), one.softwareId, one.cycle, ...factsOf(one)]);
    await insertRows(sql, 'lifecycle', ['id', 'software_id', 'cycle', ...FACTS], rows);
  }

  /** Writes the facts of one cycle by its id; it is listed upstream. */
  async update(sql: Sql, cycle: WrittenCycle): Promise<void> {
    const set = FACTS.map((column) => `${column} = ?`).join(', ');
    await sql.execute(`UPDATE lifecycle SET ${set}, gone_at = NULL WHERE id = ?`, [...factsOf(cycle), cycle.id]);
  }

  async setRange(sql: Sql, { id, rangeFrom, rangeTo }: Cycle): Promise<void> {
    const statement = 'UPDATE lifecycle SET range_from = ?, range_to = ?, ordering_revision = ? WHERE id = ?';
    await sql.execute(statement, [rangeFrom, rangeTo, ORDERING_REVISION, id]);
  }

  /** Upstream no longer lists these. */
  async setGone(sql: Sql, ids: string[]): Promise<void> {
    for (const page of pagesOf(ids))
      await sql.execute(
        `UPDATE lifecycle SET gone_at = ${sql.dialect.now} WHERE id IN (${placeholders(page.length)}) AND gone_at IS NULL`,
        page,
      );
  }
}

const flag = (value: boolean | number | null) => (value === null ? null : Boolean(value));

const toCycle = (row: CycleRow): Cycle => ({
  id: row.id,
  cycle: row.cycle,
  label: row.label,
  rangeFrom: row.range_from,
  rangeTo: row.range_to,
  releasedOn: row.released_on,
  ltsFrom: row.lts_from,
  activeUntil: row.active_until,
  eolOn: row.eol_on,
  isEol: flag(row.is_eol),
  extendedUntil: row.extended_until,
  isExtendedOver: flag(row.is_extended_over),
  latest: row.latest,
  link: row.link,
  asOf: row.as_of,
  isGone: Boolean(row.is_gone),
  origin: row.origin,
});

/** In the order of `FACTS`. */
const factsOf = (one: WrittenCycle): Parameter[] => [
  one.label,
  one.rangeFrom,
  one.rangeTo,
  one.releasedOn,
  one.ltsFrom,
  one.activeUntil,
  one.eolOn,
  one.isEol,
  one.extendedUntil,
  one.isExtendedOver,
  one.latest,
  one.link,
  one.asOf,
  ORDERING_REVISION,
  one.origin,
];
