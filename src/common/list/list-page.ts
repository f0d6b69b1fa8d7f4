import { type Cursor, encodeCursor } from './cursor';
import type { ListRequest } from './list-request';

export interface ListMeta {
  per_page: number;
  page?: number;
  next_cursor: string | null;
  has_more: boolean;
  total?: number;
  total_pages?: number;
}

/** One page of a list: what the answer's body shows, and the parameters of its neighbours for the `Link` header. */
export interface Page<Entry> {
  data: Entry[];
  meta: ListMeta;
  neighbours: { first: string; next?: string; prev?: string };
}

export interface CursorColumns {
  cursor_value: string;
  cursor_id: string;
}

/**
 * Makes a page of the rows of `pageSql`: takes the row too many off, turns a page that was read backwards round,
 * and says where the next and the previous one are.
 */
export function toPage<Row extends CursorColumns, Entry>(
  request: ListRequest,
  rows: Row[],
  toEntry: (row: Row) => Entry,
  total?: number,
): Page<Entry> {
  const backwards = request.cursor?.backwards ?? false;
  const more = rows.length > request.perPage;
  const shown = more ? rows.slice(0, request.perPage) : rows;
  if (backwards) shown.reverse();
  const sortText = `${request.descending ? '-' : ''}${request.sort}`;
  const cursorAt = (row: Row | undefined, back: boolean): string | null => {
    if (!row) return null;
    const cursor: Cursor = { backwards: back, value: String(row.cursor_value), id: row.cursor_id };
    return encodeCursor(sortText, cursor);
  };
  // Going back, the page that we came from is always there.
  const hasMore = backwards ? shown.length > 0 : more;
  const next = hasMore ? cursorAt(shown.at(-1), false) : null;
  const hasPrevious = backwards ? more : request.cursor !== null && shown.length > 0;
  const previous = hasPrevious ? cursorAt(shown[0], true) : null;
  return {
    data: shown.map(toEntry),
    meta: {
      per_page: request.perPage,
      ...(request.page === null ? {} : { page: request.page }),
      next_cursor: next,
      has_more: hasMore,
      ...(total === undefined ? {} : { total, total_pages: Math.ceil(total / request.perPage) }),
    },
    neighbours: neighboursOf(request, hasMore, next, previous),
  };
}

function neighboursOf(request: ListRequest, hasMore: boolean, next: string | null, previous: string | null) {
  const { page } = request;
  const at = (parameters: [string, string][]) => new URLSearchParams([...request.kept, ...parameters]).toString();
  if (page !== null)
    return {
      first: at([['page', '1']]),
      ...(hasMore ? { next: at([['page', String(page + 1)]]) } : {}),
      ...(page > 1 ? { prev: at([['page', String(page - 1)]]) } : {}),
    };
  return {
    first: at([]),
    ...(next ? { next: at([['cursor', next]]) } : {}),
    ...(previous ? { prev: at([['cursor', previous]]) } : {}),
  };
}
