import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { ORDERING_REVISION } from 'version-order';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Parameter, type Sql } from '../../database/database';
import { executeIn, queryIn } from '../../database/pages';
import { insertRows, placeholders } from '../../database/rows';
import { type Columns, flag, flagOrNull, view } from '../../database/view';
import { idsNamed } from '../../software/named-software.repository';
import type { OrderingRow } from '../../software/software.repository';
import { ORDERING_COLUMNS } from '../versions/ordering-settings';
import type { Cycle, CycleOrigin } from './product-cycle';

/** A cycle to be written: `id` null = it is new. */
export interface WrittenCycle extends Omit<Cycle, 'id'> {
  id: string | null;
  softwareId: string;
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

/** The facts of a cycle, and their columns. */
export const CYCLE_FACTS: Columns<Omit<Cycle, 'id' | 'cycle' | 'isGone'>> = {
  label: 'label',
  rangeFrom: 'range_from',
  rangeTo: 'range_to',
  releasedOn: 'released_on',
  ltsFrom: 'lts_from',
  activeUntil: 'active_until',
  eolOn: 'eol_on',
  isEol: flagOrNull('is_eol'),
  extendedUntil: 'extended_until',
  isExtendedOver: flagOrNull('is_extended_over'),
  latest: 'latest',
  link: 'link',
  asOf: 'as_of',
  origin: { sql: 'origin', read: (stored: CycleOrigin) => stored },
};

const CYCLE = view<Cycle & { softwareId: string }>({
  ...{ id: 'id', softwareId: 'software_id', cycle: 'cycle', ...CYCLE_FACTS },
  isGone: flag('gone_at IS NOT NULL'),
});

const SELECT = `SELECT ${CYCLE.select} FROM lifecycle`;

/** Of the facts, and the revision of the ordering that made the range. */
const COLUMNS = [
  ...Object.values(CYCLE_FACTS).map((fact) => (typeof fact === 'string' ? fact : fact.sql)),
  'ordering_revision',
];

/** All statements on `lifecycle`. */
@Injectable()
export class LifecycleRepository {
  constructor(private readonly database: Database) {}

  /** By product, in the order of ranges, oldest first; those without any are left out. Index: `lifecycle_range`. */
  async find(softwareIds: string[], sql: Sql = this.database): Promise<Map<string, Cycle[]>> {
    const statement = (places: string) =>
      `${SELECT} WHERE software_id IN (${places}) ORDER BY software_id, range_from, cycle`;
    const rows = await queryIn<object>(sql, [...new Set(softwareIds)], statement);
    return groupBy(rows.map(CYCLE.show), ({ softwareId }) => softwareId);
  }

  /** Of these ids those that exist, by id. Index: PRIMARY. @param ids at least one */
  async byId(ids: string[], sql: Sql = this.database): Promise<Map<string, Cycle>> {
    const rows = await sql.query<object>(`${SELECT} WHERE id IN (${placeholders(ids.length)})`, ids);
    return new Map(rows.map(CYCLE.show).map((cycle) => [cycle.id, cycle]));
  }

  /** The origins of the lifecycles of products, by product. */
  async origins(softwareIds: string[], sql: Sql = this.database): Promise<Map<string, OriginRow>> {
    const statement = (
      places: string,
    ) => `SELECT s.id, s.identity, f.type AS source_type, f.last_success_at AS asked_at,
        COALESCE(m.as_of, k.as_of) AS told_on, CASE WHEN m.as_of IS NULL THEN k.answered_at END AS told_at
      FROM software s LEFT JOIN software_source f ON f.software_id = s.id
        LEFT JOIN knowledge_match m ON m.software_id = s.id AND m.provider = 'endoflife'
        LEFT JOIN knowledge k ON k.provider = m.provider
      WHERE s.id IN (${places})`;
    const rows = await queryIn<OriginRow>(sql, [...new Set(softwareIds)], statement);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Products by their identities. Index: software_identity. */
  products(identities: string[]): Promise<IdentifiedProduct[]> {
    const select = `SELECT s.id, s.identity, ${ORDERING_COLUMNS} FROM software s`;
    const statement = (places: string) => `${select} WHERE s.identity IN (${places})`;
    return queryIn(this.database, [...new Set(identities)], statement);
  }

  async orderingById(softwareId: string): Promise<OrderingRow | undefined> {
    const text = `SELECT ${ORDERING_COLUMNS} FROM software s WHERE s.id = ?`;
    return (await this.database.query<OrderingRow>(text, [softwareId]))[0];
  }

  /** Products that this identifier names. Index: software_identifier_value. */
  idsNamed(type: string, value: string): Promise<string[]> {
    return idsNamed(this.database, type, value);
  }

  /** The latest versions of products that have a lifecycle. */
  latest(softwareIds: string[]): Promise<LatestRow[]> {
    const statement = (places: string) => `SELECT s.id, v.version, v.version_key, ${ORDERING_COLUMNS} FROM software s
      ${this.database.dialect.thenJoin} version v ON v.id = s.latest_version_id WHERE s.id IN (${places})`;
    return queryIn(this.database, softwareIds, statement);
  }

  /** Adds cycles. The caller has locked their products. */
  async insert(sql: Sql, cycles: WrittenCycle[]): Promise<void> {
    const rows = cycles.map((one) => [newId(), one.softwareId, one.cycle, ...factsOf(one)]);
    await insertRows(sql, 'lifecycle', ['id', 'software_id', 'cycle', ...COLUMNS], rows);
  }

  /** Writes the facts of one cycle by its id; it is listed upstream. */
  async update(sql: Sql, cycle: WrittenCycle): Promise<void> {
    const set = COLUMNS.map((column) => `${column} = ?`).join(', ');
    await sql.execute(`UPDATE lifecycle SET ${set}, gone_at = NULL WHERE id = ?`, [...factsOf(cycle), cycle.id]);
  }

  async setRange(sql: Sql, { id, rangeFrom, rangeTo }: Cycle): Promise<void> {
    const statement = 'UPDATE lifecycle SET range_from = ?, range_to = ?, ordering_revision = ? WHERE id = ?';
    await sql.execute(statement, [rangeFrom, rangeTo, ORDERING_REVISION, id]);
  }

  /** Upstream no longer lists these. */
  async setGone(sql: Sql, ids: string[]): Promise<void> {
    const { now } = sql.dialect;
    const statement = (places: string) =>
      `UPDATE lifecycle SET gone_at = ${now} WHERE id IN (${places}) AND gone_at IS NULL`;
    await executeIn(sql, ids, statement);
  }
}

/** In the order of `COLUMNS`. */
const factsOf = (one: WrittenCycle): Parameter[] => [
  ...(Object.keys(CYCLE_FACTS) as (keyof typeof CYCLE_FACTS)[]).map((name) => one[name]),
  ORDERING_REVISION,
];
