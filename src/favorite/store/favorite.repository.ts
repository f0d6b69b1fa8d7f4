import { Injectable } from '@nestjs/common';
import type { CursorColumns } from '../../api/list/list-page';
import type { Filter, ListRequest } from '../../api/list/list-request';
import type { ListSpec } from '../../api/list/list-spec';
import { idsSql, type ListStatement, pageSql, type SqlText, totalSql } from '../../api/list/list-sql';
import { Problem } from '../../api/problem/problem';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { deleteByIds } from '../../database/pages';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import type { SupportKindValue, SupportState } from '../../version/lifecycle/support';
import type { FreshnessRow } from '../../software/dto/freshness.response';
import { freshnessJoin, INCLUDE_FRESHNESS } from '../../software/freshness.sql';
import { Favorite, type Flag, type FlagField } from './favorite.entity';
import { type FavoriteState, STATE_COLUMNS, toState } from './favorite-state.repository';
import { AVAILABLE_JOIN, favoriteColumns, ROWS, TABLES } from './favorite-columns.sql';
import type { RiskRow } from './favorite-risk.sql';
import { AVAILABLE_VERSION, favoriteList, MATTERS, PRODUCT } from './favorite.list';
import { MATTERS_GROUPS, type MattersGroup, type MattersRow, type MattersSql, mattersSql } from './matters.sql';
import { supportCondition } from './support.sql';

/** A favorite as the API shows it. */
export interface FavoriteRow
  extends Partial<FreshnessRow>, Partial<RiskRow>, Partial<MattersRow>, Record<FlagField, number> {
  id: string;
  software_id: string;
  publisher_id: string;
  software: string;
  publisher: string;
  notes: string | null;
  version_id: string;
  version: string;
  version_created_at: UtcTimestamp;
  update_available: number;
  notified_id: string | null;
  notified_version: string | null;
  notified_created_at: UtcTimestamp | null;
  created_at: UtcTimestamp;
  updated_at: UtcTimestamp;
  /** With `includeAvailableVersion`. */
  available_id?: string | null;
  available_version?: string;
  available_tag_pattern?: string | null;
  available_created_at?: UtcTimestamp;
  available_released_at?: UtcTimestamp | null;
  available_prerelease?: number;
  /** With `includeVersionKnown`. */
  version_hidden?: number;
  /** With `includeSupport`. */
  support?: SupportKindValue | null;
  lifecycle_id?: string | null;
  eol_on?: string | null;
  extended_until?: string | null;
  /** With `includeProduct`. */
  software_url?: string | null;
  software_identity?: string;
  notes_url?: string | null;
}

/** From the version in use to the one on offer. */
export interface FavoriteSpan {
  software_id: string;
  from_version: string;
  from_key: string;
  /** Null: nothing is on offer. */
  to_version: string | null;
  to_key: string | null;
}

/** The columns that an owner may change. */
export type FavoriteChanges = Partial<Pick<Favorite, 'softwareId' | 'versionId' | 'notes' | Flag>>;

export type Includes = ReadonlySet<string>;
const NO_INCLUDES: Includes = new Set();

/** What of a request decides about its statement. */
type Asked = Pick<ListRequest, 'filters' | 'includes' | 'sort'>;

interface Dated {
  spec: ListSpec;
  filters: Filter[];
  /** Null: not asked. */
  matters: MattersSql | null;
}

const columns = (includes: Includes, matters: MattersSql | null) =>
  `${favoriteColumns(includes)}${matters && includes.has(MATTERS) ? matters.columns : ''}`;

const isSelective = ({ field, value }: Filter) =>
  field === 'eol' || (field === 'support' && ['ending', 'extended', 'ended'].includes(value as string));

/** The favorites of users, one by one and in lists. */
@Injectable()
export class FavoriteRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: DatabaseClock,
  ) {}

  async page(userId: string, request: ListRequest): Promise<(FavoriteRow & CursorColumns)[]> {
    const { spec, filters, matters } = await this.dated(request);
    const dated = { ...request, filters };
    return this.database.page(pageSql(spec, dated, this.listed(userId, dated, matters)));
  }

  async count(userId: string, request: ListRequest): Promise<number> {
    const asked = { ...request, includes: NO_INCLUDES, sort: '' };
    const { filters, matters } = await this.dated(asked);
    return this.database.count(totalSql({ ...asked, filters }, this.listed(userId, { ...asked, filters }, matters)));
  }

  find(userId: string, id: string, includes = NO_INCLUDES, sql: Sql = this.database): Promise<FavoriteRow | undefined> {
    return this.findBy('f.id = ?', id, userId, includes, sql);
  }

  /** Index: favorite_user_software. */
  findOfSoftware(
    userId: string,
    softwareId: string,
    includes = NO_INCLUDES,
    sql: Sql = this.database,
  ): Promise<FavoriteRow | undefined> {
    return this.findBy('f.software_id = ?', softwareId, userId, includes, sql);
  }

  /** Indexes: PRIMARY. */
  async span(userId: string, id: string): Promise<FavoriteSpan | undefined> {
    const [row] = await this.database.query<FavoriteSpan>(
      `SELECT f.software_id, tv.version AS from_version, tv.version_key AS from_key,
         av.version AS to_version, av.version_key AS to_key
       FROM favorite f JOIN version tv ON tv.id = f.version_id
         LEFT JOIN version av ON av.id = f.available_version_id
       WHERE f.id = ? AND f.user_id = ?`,
      [id, userId],
    );
    return row;
  }

  async exists(userId: string, id: string): Promise<boolean> {
    const rows = await this.database.query('SELECT id FROM favorite WHERE id = ? AND user_id = ?', [id, userId]);
    return rows.length > 0;
  }

  /** The favorites that match, in the order in which a check locks them. */
  async idsMatching(userId: string, given: Filter[]): Promise<string[]> {
    const { text, parameters } = await this.matching(userId, given);
    return (await this.database.query<{ id: string }>(text, parameters)).map(({ id }) => id);
  }

  /** The statement that finds them, for a part of another one. */
  async matching(userId: string, given: Filter[]): Promise<SqlText> {
    const asked = { filters: given, includes: NO_INCLUDES, sort: '' };
    const { filters, matters } = await this.dated(asked);
    const statement = this.listed(userId, { ...asked, filters }, matters);
    return idsSql(favoriteList, filters, statement, 'f.software_id');
  }

  /** Locks the row. Index: PRIMARY. @throws Problem not-found */
  async lock(sql: Sql, userId: string, id: string): Promise<FavoriteState> {
    const [row] = await sql.query<FavoriteState>(
      `SELECT ${STATE_COLUMNS} FROM favorite f WHERE f.id = ? AND f.user_id = ? ${sql.dialect.forUpdate}`,
      [id, userId],
    );
    if (!row) throw Problem.notFound('favorite');
    return toState(row);
  }

  /** Whether this version is one of the product. */
  async hasVersion(sql: Sql, softwareId: string, versionId: string): Promise<boolean> {
    const text = 'SELECT id FROM version WHERE id = ? AND software_id = ?';
    return (await sql.query(text, [versionId, softwareId])).length > 0;
  }

  /** Whether the product has this version, and it is higher than the one in use. */
  async isHigher(sql: Sql, versionId: string, { softwareId, versionId: current }: FavoriteState): Promise<boolean> {
    const higher = await sql.query(
      `SELECT v.id FROM version v JOIN version tv ON tv.id = ?
       WHERE v.id = ? AND v.software_id = ? AND v.version_key > tv.version_key`,
      [current, versionId, softwareId],
    );
    return higher.length > 0;
  }

  async update({ manager, dialect }: Transaction, id: string, changes: FavoriteChanges): Promise<void> {
    // Nobody was notified of a version of the new product.
    const moved = changes.softwareId === undefined ? {} : { notifiedVersionId: null, lastChange: null };
    await manager.update(Favorite, { id }, { ...changes, ...moved, updatedAt: () => dialect.now });
  }

  /** Locks up to `size` favorites of a user by `favorite_user_created`, as a check does that may write their notifications. */
  lockPage(sql: Sql, userId: string, size: number): Promise<Pick<Favorite, 'id' | 'versionId'>[]> {
    const { byIndex, forUpdate } = sql.dialect;
    return sql.query(
      `SELECT id, version_id AS versionId FROM favorite ${byIndex('favorite_user_created')} WHERE user_id = ?
       ORDER BY user_id, created_at, id LIMIT ${size} ${forUpdate}`,
      [userId],
    );
  }

  /** In a transaction that locked the rows: deleting locks index entries first, and would deadlock with updates. @returns how many */
  delete(sql: Sql, ids: string[]): Promise<number> {
    return deleteByIds(sql, 'favorite', ids);
  }

  private async findBy(
    condition: string,
    id: string,
    userId: string,
    includes: Includes,
    sql: Sql,
  ): Promise<FavoriteRow | undefined> {
    const matters = includes.has(MATTERS) ? mattersSql(await this.clock.today(sql)) : null;
    const [row] = await sql.query<FavoriteRow>(
      `SELECT ${columns(includes, matters)} FROM ${this.tables(includes)} WHERE ${condition} AND f.user_id = ?`,
      [id, userId],
    );
    return row;
  }

  /** What depends on the day: filters by support, and what matters. */
  private async dated({ filters, includes, sort }: Asked): Promise<Dated> {
    const isNamed = (field: string) => filters.some((filter) => filter.field === field);
    const asksMatters = includes.has(MATTERS) || sort === 'matters' || isNamed('matters');
    if (!asksMatters && !isNamed('support')) return { spec: favoriteList, filters, matters: null };
    const today = await this.clock.today(this.database);
    const matters = mattersSql(today);
    const conditionOf = ({ field, value }: Filter): Partial<Filter> => {
      if (field === 'support') return { condition: supportCondition(value as SupportState, today), parameters: [] };
      if (field !== 'matters') return {};
      return { condition: `${matters.group} = ${MATTERS_GROUPS.indexOf(value as MattersGroup)}`, parameters: [] };
    };
    return {
      spec: { ...favoriteList, sorts: { ...favoriteList.sorts, matters: { column: matters.order, holds: 'number' } } },
      filters: filters.map((filter) => ({ ...filter, ...conditionOf(filter) })),
      matters: asksMatters ? matters : null,
    };
  }

  private listed(userId: string, { includes, filters }: Asked, matters: MattersSql | null): ListStatement {
    const isFiltered = filters.some(({ field }) => field === 'freshness') || includes.has(INCLUDE_FRESHNESS);
    return {
      select: columns(includes, matters),
      from: this.tables(includes, isFiltered),
      // Skipping and sorting do without the tables that are only shown.
      rows: filters.some(({ field }) => field === 'freshness') ? undefined : this.rows(filters),
      rowsHaveAll: true,
      where: ['f.user_id = ?'],
      whereParameters: [userId],
    };
  }

  /** Few favorites match a filter by the end of support, which statistics of many users do not tell. */
  private rows(filters: Filter[]): string {
    const index = filters.some(isSelective) ? this.database.dialect.byIndex('favorite_user_support') : '';
    return `favorite f ${index} ${ROWS}`;
  }

  private tables(includes: Includes, needsFreshness = includes.has(INCLUDE_FRESHNESS)): string {
    const isNamed = includes.has(AVAILABLE_VERSION) || includes.has(PRODUCT);
    const available = isNamed ? ` ${AVAILABLE_JOIN}` : '';
    const { dialect } = this.database;
    const freshness = needsFreshness ? ` ${freshnessJoin(dialect, this.config.sourceEvery, 'f.software_id')}` : '';
    return `${TABLES}${available}${freshness}`;
  }
}
