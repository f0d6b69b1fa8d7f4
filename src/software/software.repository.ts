import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { CursorColumns, Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { WHOLE_LIST } from '../api/list/list-spec';
import { type ListStatement, pageSql, totalSql } from '../api/list/list-sql';
import { forEach, NESTED_AT_MOST, NESTED_PAGE, type Nested, nestedOf } from '../api/list/nested';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import type { Dialect, GivenType } from '../database/dialect';
import { executeIn } from '../database/pages';
import type { RowOf } from '../database/row-of';
import { insertRows, pagesOf, placeholders } from '../database/rows';
import type { SoftwareRow, VersionRow } from './dto/software.response';
import {
  type KnownIdentifier,
  raiseCatalogueRevision,
  SoftwareIdentifierRepository,
} from './identifier/software-identifier.repository';
import type { Software } from './software.entity';
import { freshnessJoin } from './freshness.sql';
import { SoftwareSearchRepository } from './software-search.repository';
import { needsFreshness, publisherSoftwareList, softwareList, statementFor } from './software.list';

export type ListedSoftware = SoftwareRow & CursorColumns;

type NestedVersions = Map<string, Nested<VersionRow>>;

/** By the id of the product; empty without their include. */
export interface NestedLists {
  /** The newest ones. */
  versions: NestedVersions;
  identifiers: Map<string, KnownIdentifier[]>;
}

/** Columns that decide how the versions of a product are ordered. The version folder interprets them. */
export const ORDERING_NAMES = [
  'scheme',
  'calver_pattern',
  'tag_pattern',
  'ignore_pattern',
  'prerelease_pattern',
] as const;

export type OrderingRow = Pick<RowOf<Software>, (typeof ORDERING_NAMES)[number]>;

/** Of a product whose ordering nobody has set. */
export const DEFAULT_ORDERING: Readonly<OrderingRow> = {
  scheme: 'generic',
  calver_pattern: null,
  tag_pattern: null,
  ignore_pattern: null,
  prerelease_pattern: null,
};

export const orderingIn = (row: OrderingRow): OrderingRow =>
  Object.fromEntries(ORDERING_NAMES.map((name) => [name, row[name]])) as unknown as OrderingRow;

/** What a record may say of a product beside its name, by the columns. */
export const PRODUCT_FACTS = ['short_description', 'description', 'url'] as const;
export type ProductFacts = { name: string } & Record<(typeof PRODUCT_FACTS)[number], string | null>;

/** Columns of a known product that an import writes. */
const CHANGING = [
  ...(['publisher_id', 'name', 'name_key', ...PRODUCT_FACTS, 'stars', ...ORDERING_NAMES] as const),
  ...(['catalogued_as_of', 'ordering_revision'] as const),
] as const;

export const STORED = ['id', 'identity', ...CHANGING] as const;

/** Software as an import compares and changes it. */
export type StoredSoftware = Pick<RowOf<Software>, (typeof STORED)[number]>;

/** Of `ordering_revision`: the keys are to be made again. */
export const NO_REVISION = 0;

/** For `created_now`: no import has begun. */
const NEVER: UtcTimestamp = '9999-12-31 23:59:59.999999';

/** `created_now`: it is not older than the import that asks. */
export type LockedSoftware = StoredSoftware & { created_now: number };

/** When something changed upstream; null = just now, or unknown. */
export type ChangedAt = UtcTimestamp | null;

export interface LatestVersion {
  /** null = it has none. */
  versionId: string | null;
  changedAt: ChangedAt;
}

/** For `ChangedAt`: nothing has changed upstream. */
export const UNCHANGED: ChangedAt = '1970-01-01 00:00:00.000000';

/** Of a product `s`: this changes whenever the product or versions of it are written. A former version of the service moves `updated_at` alone. */
export const WRITTEN_AT = 'CASE WHEN s.written_at > s.updated_at THEN s.written_at ELSE s.updated_at END';

/** How the identity of a product without a source begins. */
export const NAME_IDENTITY = 'name:';

interface RankedVersionRow extends VersionRow {
  software_id: string;
  version_key: string;
}

/**
 * Locks products in share mode, by their ids: a version that is added meanwhile waits, and its update check sees what this transaction has written.
 * @returns those that exist
 */
export async function lockProducts(sql: Sql, ids: string[]): Promise<Set<string>> {
  const text = `SELECT id FROM software WHERE id IN (${placeholders(ids.length)}) ORDER BY id ${sql.dialect.forShare}`;
  return new Set((await sql.query<{ id: string }>(text, ids)).map(({ id }) => id));
}

@Injectable()
export class SoftwareRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly searches: SoftwareSearchRepository,
  ) {}

  /** A page of products with their nested lists. */
  page(userId: string, request: ListRequest): Promise<{ rows: ListedSoftware[] } & NestedLists> {
    return this.database.reading(async () => {
      const rows = await this.pageRead(userId, request);
      const ids = rows.slice(0, request.perPage).map(({ id }) => id);
      return { rows, ...(await this.nestedLists(userId, ids, request.includes, NESTED_AT_MOST)) };
    });
  }

  count(request: ListRequest): Promise<number> {
    if (request.search !== null) return this.searches.count(request);
    const { bytes } = this.database.dialect;
    return this.database.count(totalSql(request, { ...COUNTED, bytes }));
  }

  listOfPublisher(userId: string, publisherId: string, request: ListRequest): Promise<Listed<ListedSoftware>> {
    const where = ofPublisher(publisherId);
    const statement = { ...statementFor(userId, new Set()), ...where };
    return this.database.list(publisherSoftwareList, request, statement, { ...COUNTED, ...where });
  }

  async find(userId: string, id: string, includes: ReadonlySet<string>): Promise<SoftwareRow | undefined> {
    const { select, from, fromParameters = [] } = this.statementFor(userId, includes);
    const text = `SELECT ${select} FROM ${from} WHERE s.id = ?`;
    return (await this.database.queryPrepared<SoftwareRow>(text, [...fromParameters, id]))[0];
  }

  async exists(id: string): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM software WHERE id = ?', [id])).length > 0;
  }

  /** The nested lists of one product. */
  findNested(userId: string, id: string, includes: ReadonlySet<string>): Promise<NestedLists> {
    const read = () => this.nestedLists(userId, [id], includes, WHOLE_LIST);
    return includes.has('includeVersions') || includes.has('includeIdentifiers') ? this.database.reading(read) : read();
  }

  /** Locks a product: its source and versions are written under this lock. @returns whether it exists */
  async lockById(sql: Sql, id: string): Promise<boolean> {
    return (await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forUpdate}`, [id])).length > 0;
  }

  /** Locks and reads the products with these identities, in the order of their ids. Index: software_identity. */
  async lockByIdentities(sql: Sql, identities: string[], since = NEVER): Promise<LockedSoftware[]> {
    const found: LockedSoftware[] = [];
    for (const page of pagesOf(identities))
      found.push(...(await lockWhere(sql, since, `identity IN (${placeholders(page.length)})`, page)));
    return found;
  }

  /** Locks and reads the products of a publisher with this name. Index: software_publisher. */
  lockByName(sql: Sql, publisherId: string, nameKey: string, since: UtcTimestamp): Promise<LockedSoftware[]> {
    return lockWhere(sql, since, 'publisher_id = ? AND name_key = ?', [publisherId, nameKey]);
  }

  /** @throws a duplicate key when another process adds one of them right now: the caller retries its whole transaction */
  async insert(sql: Sql, software: { row: StoredSoftware; changedAt: ChangedAt }[]): Promise<void> {
    if (software.length === 0) return;
    const now = await databaseNow(sql);
    const rows = software.map(({ row, changedAt }) => {
      const updatedAt = changedAt === null || changedAt > now ? now : changedAt;
      return [...STORED.map((column) => row[column]), now, updatedAt, now];
    });
    await insertRows(sql, 'software', [...STORED, 'created_at', 'updated_at', 'written_at'], rows);
  }

  async update(sql: Sql, software: StoredSoftware, changedAt: ChangedAt): Promise<void> {
    await setColumns(sql, software.id, Object.fromEntries(CHANGING.map((column) => [column, software[column]])));
    await sql.execute(updateSql(sql.dialect), [JSON.stringify([[software.id, changedAt]])]);
  }

  /** Nothing else has changed. */
  async setSnapshot(sql: Sql, { id, catalogued_as_of, stars }: StoredSoftware): Promise<void> {
    await setColumns(sql, id, { catalogued_as_of, stars });
  }

  /** Of a product that the caller has locked. @throws a duplicate key when another process adds a product with it right now */
  async setIdentity(sql: Sql, id: string, identity: string): Promise<void> {
    await setColumns(sql, id, { identity });
    await raiseCatalogueRevision(sql);
  }

  /** Has the keys of its versions made again when they are next recorded. The caller has locked it. */
  async setOrdering(sql: Sql, id: string, ordering: OrderingRow): Promise<void> {
    await setColumns(sql, id, { ...orderingIn(ordering), ordering_revision: NO_REVISION });
    await raiseCatalogueRevision(sql);
  }

  async setOrderingRevision(sql: Sql, ids: string[], revision: number): Promise<void> {
    const statement = (places: string) => `UPDATE software SET ordering_revision = ? WHERE id IN (${places})`;
    await executeIn(sql, ids, statement, [revision]);
  }

  /** The caller has locked these products and changed their versions. */
  async setLatestVersions(sql: Sql, latest: Map<string, LatestVersion>): Promise<void> {
    const statement = updateSql(sql.dialect, { version_id: 'text' }, ', latest_version_id = e.version_id');
    const rows = [...latest].map(([id, { versionId, changedAt }]) => [id, changedAt, versionId]);
    for (const page of pagesOf(rows)) await sql.execute(statement, [JSON.stringify(page)]);
  }

  private async nestedLists(
    userId: string,
    ids: string[],
    includes: ReadonlySet<string>,
    versions: number,
  ): Promise<NestedLists> {
    return {
      versions: includes.has('includeVersions') ? await this.newestVersions(userId, ids, versions) : new Map(),
      identifiers: includes.has('includeIdentifiers') ? await this.identifiers.find(ids) : new Map(),
    };
  }

  /** Newest first, with the user's own. Indexes: version_listed, favorite_user_software. */
  private async newestVersions(userId: string, softwareIds: string[], most: number): Promise<NestedVersions> {
    const versions: NestedVersions = new Map();
    const select = `SELECT v.software_id, v.id, v.version, v.created_at, v.version_key FROM`;
    const known = `${select} version v WHERE v.software_id = ? AND v.hidden = 0
      ORDER BY v.version_key DESC, v.id DESC LIMIT ${most + 1}`;
    for (const ids of pagesOf(softwareIds, NESTED_PAGE)) {
      const own = `${select} favorite f JOIN version v ON v.id = f.version_id AND v.hidden = 1
        WHERE f.user_id = ? AND f.software_id IN (${placeholders(ids.length)})`;
      const text = `${forEach(known, ids.length)}\nUNION ALL ${own}`;
      const rows = await this.database.query<RankedVersionRow>(text, [...ids, userId, ...ids]);
      for (const [id, ranked] of groupBy(rows, (row) => row.software_id))
        versions.set(id, nestedOf(ranked.sort(newestFirst), most));
    }
    return versions;
  }

  private pageRead(userId: string, request: ListRequest): Promise<ListedSoftware[]> {
    const { bytes } = this.database.dialect;
    const statement = { ...this.statementFor(userId, request.includes), bytes };
    if (request.search !== null) return this.searches.page(statement, request);
    return this.database.pageRead(pageSql(softwareList, request, statement));
  }

  private statementFor(userId: string, includes: ReadonlySet<string>): ListStatement {
    const { sourceEvery } = this.config;
    const freshness = needsFreshness(includes) ? freshnessJoin(this.database.dialect, sourceEvery, 's.id') : '';
    return statementFor(userId, includes, freshness);
  }
}

async function setColumns(sql: Sql, id: string, columns: Partial<StoredSoftware>): Promise<void> {
  const set = Object.keys(columns).map((column) => `${column} = ?`);
  await sql.execute(`UPDATE software SET ${set.join(', ')} WHERE id = ?`, [...Object.values(columns), id]);
}

const lockWhere = (sql: Sql, since: UtcTimestamp, condition: string, parameters: string[]) =>
  sql.query<LockedSoftware>(
    `SELECT ${STORED.join(', ')}, (created_at >= ?) AS created_now FROM software
     WHERE ${condition} ORDER BY id ${sql.dialect.forUpdate}`,
    [since, ...parameters],
  );

/** By rows of an id, a `ChangedAt` and more columns: `last_update` never goes back, nor beyond now. */
const updateSql = ({ now, givenRows, updateJoined }: Dialect, more: Record<string, GivenType> = {}, set = '') =>
  updateJoined('software', {
    source: givenRows({ software_id: 'text', changed_at: 'moment', ...more }),
    on: 'software.id = e.software_id',
    set: `written_at = ${now}, updated_at = CASE WHEN e.changed_at IS NULL OR e.changed_at > ${now} THEN ${now}
      WHEN e.changed_at > software.updated_at THEN e.changed_at ELSE software.updated_at END${set}`,
    where: '1 = 1',
  });

/** In the order of the index: keys are ASCII, compared by their bytes. */
function newestFirst(a: RankedVersionRow, b: RankedVersionRow): number {
  if (a.version_key !== b.version_key) return a.version_key < b.version_key ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

const COUNTED: ListStatement = { select: '', from: 'software s', where: [], whereParameters: [] };

const ofPublisher = (publisherId: string) => ({ where: ['s.publisher_id = ?'], whereParameters: [publisherId] });
