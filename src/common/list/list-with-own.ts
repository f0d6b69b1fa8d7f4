import type { CursorColumns } from './list-page';
import type { ListRequest } from './list-request';
import type { ListSpec } from './list-spec';
import {
  isAscending,
  type ListStatement,
  offsetOf,
  type PageSql,
  pageSql,
  rowsSql,
  type SqlText,
  totalSql,
} from './list-sql';

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
