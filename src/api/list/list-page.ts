import { type Cursor, encodeCursor } from './cursor';
import type { ListRequest } from './list-request';

export interface ListMeta {
  per_page: number;
  page?: number;
  next_cursor: string | null;
  has_more: boolean;
  total?: number;
  total_pages?: number;
  /** Of a search: no name matches, and the entries, if any, are only similar. */
  similar?: boolean;
}

/** Queries of addresses, without the `?`. */
interface Neighbours {
  first: string;
  next: string | undefined;
  prev: string | undefined;
}

/** One page of a list: its entries, and the parameters of its neighbours for the `Link` header. */
export interface Page<Entry> {
  data: Entry[];
  meta: ListMeta;
  neighbours: Neighbours;
}

export interface CursorColumns {
  cursor_value: string;
  cursor_id: string;
}

/** What was read for a page. */
export interface Listed<Row> {
  /** One more than the page has, if there is another page. */
  rows: (CursorColumns & Row)[];
  /** Of all pages, if the request asks for it. */
  total?: number;
}

/**
 * Makes a page of the rows of `pageSql`: takes the row too many off, turns a page that was read backwards round,
 * and says where the next and the previous one are.
 */
export function toPage<Row, Entry>(
  request: ListRequest,
  { rows, total }: Listed<Row>,
  toEntry: (row: CursorColumns & Row) => Entry,
): Page<Entry> {
  const backwards = request.cursor?.backwards ?? false;
  const { page, perPage } = request;
  const more = rows.length > perPage;
  const shown = more ? rows.slice(0, perPage) : rows;
  if (backwards) shown.reverse();
  const sortText = `${request.descending ? '-' : ''}${request.sort}`;
  const cursorAt = (row: CursorColumns | undefined, back: boolean): string | null => {
    if (!row) return null;
    const cursor: Cursor = { backwards: back, value: String(row.cursor_value), id: row.cursor_id };
    return encodeCursor(sortText, cursor);
  };
  // Going back, the page that the client came from is always there.
  const hasMore = backwards ? shown.length > 0 : more;
  const next = hasMore ? cursorAt(shown.at(-1), false) : null;
  const hasPrevious = backwards ? more : request.cursor !== null && shown.length > 0;
  const previous = hasPrevious ? cursorAt(shown[0], true) : null;
  const ends = { next_cursor: next, has_more: hasMore };
  const meta: ListMeta = page === null ? { per_page: perPage, ...ends } : { per_page: perPage, page, ...ends };
  if (total !== undefined) Object.assign(meta, { total, total_pages: Math.ceil(total / perPage) });
  return { data: shown.map(toEntry), meta, neighbours: neighboursOf(request, hasMore, next, previous) };
}

function neighboursOf(
  request: ListRequest,
  hasMore: boolean,
  next: string | null,
  previous: string | null,
): Neighbours {
  const { page } = request;
  const kept = new URLSearchParams(request.kept).toString();
  const at = (parameter: string) => (kept ? `${kept}&${parameter}` : parameter);
  if (page !== null)
    return {
      first: at('page=1'),
      next: hasMore ? at(`page=${page + 1}`) : undefined,
      prev: page > 1 ? at(`page=${page - 1}`) : undefined,
    };
  // A cursor has letters, digits, - and _ only.
  return {
    first: kept,
    next: next === null ? undefined : at(`cursor=${next}`),
    prev: previous === null ? undefined : at(`cursor=${previous}`),
  };
}
