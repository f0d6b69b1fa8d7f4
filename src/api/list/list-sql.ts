import { momentText } from '../../common/time/utc-timestamp';
import type { CursorColumns } from './list-page';
import type { Filter, ListRequest } from './list-request';
import type { ListSpec, Operator } from './list-spec';

export type SqlValue = string | number | boolean | null;

export interface SqlText {
  text: string;
  parameters: SqlValue[];
}

/** A page's statement. */
export interface PageSql extends SqlText {
  /** Whether its text is one of a few, and so worth preparing: filters come in any combination. */
  oneOfFew: boolean;
}

/** The fixed parts of a list's statement. */
export interface ListStatement {
  /** `SELECT` list without the keyword; parameters in order. */
  select: string;
  selectParameters?: SqlValue[];
  /** Tables and joins without `FROM`. */
  from: string;
  /**
   * The table that `from` begins with, and its alias, where a page shows few of many rows: rows that a page skips,
   * by its number or by filters on the column of its order, are then skipped in the index of that order, and not read.
   */
  rows?: string;
  /** The column before that of the order in its index, if `where` has it by `Dialect.pageOf`: MariaDB then reads on from a cursor. */
  within?: string;
  /** Whether `rows` has every column that the request filters and sorts by. If not, it has that of its order alone. */
  rowsHaveAll?: boolean;
  fromParameters?: SqlValue[];
  /** How the database looks for parts of a name, where there are many names: see `Dialect.bytes`. */
  bytes?: (text: string) => string;
  /** Conditions that always hold, joined with AND. */
  where: string[];
  whereParameters: SqlValue[];
}

const COMPARISON: Record<Exclude<Operator, 'like'>, string> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** `%` matches any run of characters; a pattern without it matches anywhere; `_` is an ordinary character. */
function likePattern(value: string): string {
  const escaped = value.replace(/[!_]/g, '!$&');
  return value.includes('%') ? escaped : `%${escaped}%`;
}

function filterSql(filter: Filter, { bytes = (text) => text }: ListStatement): SqlText {
  const { kind, operator, value } = filter;
  if (filter.condition) return { text: filter.condition, parameters: filter.parameters ?? [value] };
  const column = kind === 'label' ? `LOWER(${filter.column})` : filter.column;
  if (operator !== 'like') return { text: `${column} ${COMPARISON[operator]} ?`, parameters: [value] };
  const looked = kind === 'name' ? bytes(column) : column;
  return { text: `${looked} LIKE ? ESCAPE '!'`, parameters: [likePattern(String(value))] };
}

/** Rows after the cursor in (column, id) order. The first comparison alone bounds the index range. */
function cursorSql({ sorts, idColumn: id }: ListSpec, ascending: boolean, request: ListRequest): SqlText | null {
  if (!request.cursor) return null;
  const { column, holds } = sorts[request.sort]!;
  const operator = ascending ? '>' : '<';
  const { id: lastId } = request.cursor;
  const value = holds === 'number' ? Number(request.cursor.value) : request.cursor.value;
  return {
    text: `(${column} ${operator}= ? AND (${column} ${operator} ? OR ${id} ${operator} ?))`,
    parameters: [value, value, lastId],
  };
}

/**
 * The one statement for a page. It asks for one row more than the page has, which tells whether there is another page,
 * and adds the columns `cursor_value` and `cursor_id`.
 * @param before how many rows before the page it asks for, too
 */
export function pageSql(spec: ListSpec, request: ListRequest, statement: ListStatement, before = 0): PageSql {
  const { column, unique } = spec.sorts[request.sort]!;
  const offset = offsetOf(request);
  const direction = isAscending(request) ? 'ASC' : 'DESC';
  const parts: PageParts = {
    ...rowParts(spec, request, statement),
    order: `ORDER BY ${statement.within ? `${statement.within} ${direction}, ` : ''}${column} ${direction}${unique ? '' : `, ${spec.idColumn} ${direction}`}`,
    limit: `LIMIT ${request.perPage + 1 + before} OFFSET ${offset - before}`,
  };
  const plain = request.filters.length === 0 && offset === 0;
  const byIndex = statement.rowsHaveAll || request.filters.every((filter) => filter.column === column);
  const { text, parameters } =
    !plain && byIndex && statement.rows ? narrowed(spec, statement, parts) : whole(statement, parts);
  return { text, parameters, oneOfFew: plain };
}

/** All rows of a statement that match the request, with the same columns as those of a page, in any order. */
const rowsSql = (spec: ListSpec, request: ListRequest, statement: ListStatement): SqlText =>
  whole(statement, { ...rowParts(spec, request, statement), order: '', limit: '' });

/** How many rows are before the page. */
const offsetOf = ({ page, perPage }: ListRequest) => (page === null ? 0 : (page - 1) * perPage);

/** Whether the rows are read from the lowest to the highest. */
const isAscending = ({ descending, cursor }: ListRequest) => descending === (cursor?.backwards ?? false);

function rowParts(spec: ListSpec, request: ListRequest, statement: ListStatement): RowParts {
  const { column, holds } = spec.sorts[request.sort]!;
  const cursorValue = holds === 'moment' ? momentText(column) : column;
  const conditions = request.filters.map((filter) => filterSql(filter, statement));
  const cursor = cursorSql(spec, isAscending(request), request);
  if (cursor) conditions.push(cursor);
  return {
    select: `SELECT ${statement.select}, ${cursorValue} AS cursor_value, ${spec.idColumn} AS cursor_id`,
    where: whereSql(statement.where.concat(conditions.map(({ text }) => text))),
    parameters: statement.whereParameters.concat(...conditions.map(({ parameters }) => parameters)),
  };
}

interface RowParts {
  select: string;
  where: string;
  /** Of `where`. */
  parameters: SqlValue[];
}

interface PageParts extends RowParts {
  order: string;
  limit: string;
}

const whereSql = (conditions: string[]) => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '');

function whole(statement: ListStatement, { select, where, order, limit, parameters }: PageParts): SqlText {
  const { selectParameters = [], fromParameters = [] } = statement;
  return {
    text: `${select}\nFROM ${statement.from}\n${where}\n${order}\n${limit}`,
    parameters: selectParameters.concat(fromParameters, parameters),
  };
}

/** First the ids of the page from an index, without reading the skipped rows. */
function narrowed(
  { idColumn }: ListSpec,
  statement: ListStatement,
  { select, where, order, limit, parameters }: PageParts,
): SqlText {
  const { selectParameters = [], fromParameters = [] } = statement;
  const page = `(SELECT ${idColumn} AS page_id FROM ${statement.rows} ${where} ${order} ${limit}) page`;
  return {
    text: `${select}\nFROM ${page} JOIN ${statement.from}\nWHERE ${idColumn} = page.page_id\n${order}`,
    parameters: selectParameters.concat(parameters, fromParameters),
  };
}

/** The statement for `includeTotal`: one row with the column `total`. */
export const totalSql = ({ filters }: ListRequest, statement: ListStatement): SqlText =>
  matching('COUNT(*) AS total', filters, statement);

/** The ids of all rows that match, in the column `id`. @param order an expression, which the id follows */
export function idsSql({ idColumn }: ListSpec, filters: Filter[], statement: ListStatement, order: string): SqlText {
  const { text, parameters } = matching(`${idColumn} AS id`, filters, statement);
  return { text: `${text} ORDER BY ${order}, ${idColumn}`, parameters };
}

function matching(select: string, filters: Filter[], statement: ListStatement): SqlText {
  const conditions = filters.map((filter) => filterSql(filter, statement));
  const where = [...statement.where, ...conditions.map((condition) => condition.text)];
  return {
    text: `SELECT ${select} FROM ${statement.from} ${whereSql(where)}`,
    parameters: [
      ...(statement.fromParameters ?? []),
      ...statement.whereParameters,
      ...conditions.flatMap((condition) => condition.parameters),
    ],
  };
}

// A list that is the same for everybody, except for at most one row of the caller. With one condition for both, a server would
// not read the many rows in the order of their index.

/** The statement for a page of both; `own` selects the same columns, of one row or none. `pageWithOwn` puts them in order. */
export function pageSqlWithOwn(spec: ListSpec, request: ListRequest, all: ListStatement, own: ListStatement): PageSql {
  const page = pageSql(spec, request, all, rowsBefore(request));
  const row = rowsSql(spec, request, own);
  return {
    text: `SELECT * FROM (${page.text}) page UNION ALL SELECT * FROM (${row.text}) own`,
    parameters: page.parameters.concat(row.parameters),
    oneOfFew: page.oneOfFew,
  };
}

/** The own row may be on an earlier page: then this one begins with what would be the last row there. */
const rowsBefore = (request: ListRequest) => (offsetOf(request) > 0 ? 1 : 0);

/** The rows of that statement in the order of the list. */
export function pageWithOwn<Row extends CursorColumns>(request: ListRequest, rows: Row[]): Row[] {
  const direction = isAscending(request) ? 1 : -1;
  const sorted = rows.sort((a, b) => direction * compareRows(a, b));
  return sorted.slice(rowsBefore(request), rowsBefore(request) + request.perPage + 1);
}

function compareRows(a: CursorColumns, b: CursorColumns): number {
  if (a.cursor_value !== b.cursor_value) return a.cursor_value < b.cursor_value ? -1 : 1;
  return a.cursor_id < b.cursor_id ? -1 : 1;
}

export function totalSqlWithOwn(request: ListRequest, all: ListStatement, own: ListStatement): SqlText {
  const [most, one] = [totalSql(request, all), totalSql(request, own)];
  return {
    text: `SELECT SUM(total) AS total FROM (${most.text} UNION ALL ${one.text}) both_of_them`,
    parameters: most.parameters.concat(one.parameters),
  };
}
