import type { Moment } from '../common/moment';
import type { Sql } from '../database/database';
import { pagesOf, placeholders } from '../database/rows';
import { orderingOf, ORDERING_COLUMNS, type OrderingRow } from './ordering-settings';
import type { ProductOrdering } from './ordering/product-ordering';
import { ORDERING_REVISION } from './ordering/scheme';
import { Standing } from './version.entity';

/** What `VersionWriter` reads before it writes, in sets. A row of the version table. */
export interface Row {
  id: string;
  version: string;
  version_key: string;
  source_prerelease: boolean | number | null;
  prerelease: boolean | number;
  standing: number;
  released_at: Moment | null;
  removed_at: Moment | null;
  notes_url: string | null;
  source_seen: boolean | number;
  created_at: Moment;
  added_at: Moment;
}

type ProductRow = Row & { software_id: string };

export const COLUMNS = [
  'id',
  'version',
  'version_key',
  'source_prerelease',
  'prerelease',
  'standing',
  'released_at',
  'removed_at',
  'notes_url',
  'source_seen',
  'created_at',
  'added_at',
] as const;

/** By what the latest of versions is found. */
export type Rank = Pick<Row, 'id' | 'standing' | 'version_key'>;

/** What a product's row says. */
export interface ProductState {
  ordering: ProductOrdering;
  /** Its keys were made by other settings or another revision of the ordering. */
  stale: boolean;
  /** Its latest version before; null = none counted. */
  latest: Rank | null;
  /** Whether it is anybody's favorite. */
  isTracked: boolean;
  now: Moment;
}

/** What was read of a product's versions. */
export interface Known {
  rows: Map<string, Row>;
  /** They are all that there are, also when there are none, and not only those that are named. */
  whole: boolean;
}

/** Labels in one statement: some megabytes at most. */
const LABELS_AT_ONCE = 2_000;

/** The versions of a product that are to be written: see `ProductVersions`. */
interface Named {
  softwareId: string;
  isNew: boolean;
  versions: { label: string }[];
  seen?: 'all' | 'some';
}

/** Keys of two revisions of the ordering cannot be compared: of a product that is stale all are made anew, and from here on it says so. */
export async function statesOf(sql: Sql, ids: string[]): Promise<Map<string, ProductState>> {
  const states = new Map<string, ProductState>();
  for (const page of pagesOf(ids)) {
    const rows = await sql.query<StateRow>(
      `SELECT s.id, s.ordering_revision, ${ORDERING_COLUMNS}, ${sql.dialect.now} AS now,
         lv.id AS latest_id, lv.standing AS latest_standing, lv.version_key AS latest_key,
         EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS tracked
       FROM software s LEFT JOIN version lv ON lv.id = s.latest_version_id WHERE s.id IN (${placeholders(page.length)})`,
      page,
    );
    for (const row of rows) states.set(row.id, stateOf(row));
    const stale = rows.filter(({ id }) => states.get(id)!.stale).map(({ id }) => id);
    if (stale.length === 0) continue;
    await sql.execute(`UPDATE software SET ordering_revision = ? WHERE id IN (${placeholders(stale.length)})`, [
      ORDERING_REVISION,
      ...stale,
    ]);
  }
  return states;
}

/** What the work needs: most of what a product has is not touched, and it may have thousands. */
export async function knownVersions(
  sql: Sql,
  products: Named[],
  states: Map<string, ProductState>,
): Promise<Map<string, Known>> {
  const old = products.filter(({ isNew }) => !isNew);
  const whole = old.filter(({ softwareId, seen }) => seen === 'all' || states.get(softwareId)!.stale);
  const known = await allVersions(sql, [...new Set(whole.map(({ softwareId }) => softwareId))]);
  const named = old.filter(({ softwareId }) => !known.has(softwareId));
  for (const { softwareId, isNew } of products)
    if (!known.has(softwareId)) known.set(softwareId, { rows: new Map(), whole: isNew });
  const labels = named.flatMap(({ softwareId, versions }) => versions.map(({ label }) => [softwareId, label]));
  const { givenRows, thenJoin, byIndex } = sql.dialect;
  const statement = `SELECT v.software_id, ${COLUMNS.map((column) => `v.${column}`).join(', ')}
    FROM (${givenRows({ software_id: 'text', label: 'unicode' })}) g
      ${thenJoin} version v ${byIndex('version_label')} ON v.software_id = g.software_id AND v.version = g.label`;
  for (const page of pagesOf(labels, LABELS_AT_ONCE))
    note(known, await sql.query<ProductRow>(statement, [JSON.stringify(page)]));
  return known;
}

export async function allVersions(sql: Sql, softwareIds: string[]): Promise<Map<string, Known>> {
  const all = new Map<string, Known>(softwareIds.map((id) => [id, { rows: new Map(), whole: true }]));
  const select = `SELECT software_id, ${COLUMNS.join(', ')} FROM version WHERE software_id`;
  for (const page of pagesOf(softwareIds))
    note(all, await sql.query<ProductRow>(`${select} IN (${placeholders(page.length)})`, page));
  return all;
}

interface StateRow extends OrderingRow {
  id: string;
  ordering_revision: number;
  now: Moment;
  latest_id: string | null;
  latest_standing: number | null;
  latest_key: string | null;
  tracked: number;
}

const stateOf = (row: StateRow): ProductState => ({
  ordering: orderingOf(row),
  stale: row.ordering_revision !== ORDERING_REVISION,
  latest:
    row.latest_id === null ? null : { id: row.latest_id, standing: row.latest_standing!, version_key: row.latest_key! },
  isTracked: Boolean(row.tracked),
  now: row.now,
});

function note(known: Map<string, Known>, rows: ProductRow[]): void {
  for (const row of rows) known.get(row.software_id)!.rows.set(row.version, row);
}

/** The one that users hear of first: a release before any pre-release, then by its key. null: none counts. */
export function latestOf(rows: Iterable<Rank>): string | null {
  let latest: Rank | null = null;
  for (const row of rows) {
    if (row.standing === Standing.Out) continue;
    if (latest === null || isBefore(latest, row)) latest = row;
  }
  return latest?.id ?? null;
}

/** Of two labels that mean the same version, the first that was known is the later one. */
export function isBefore(a: Rank, b: Rank): boolean {
  if (a.standing !== b.standing) return a.standing < b.standing;
  return a.version_key === b.version_key ? a.id > b.id : a.version_key < b.version_key;
}
