/** Entries of a list inside each row of another one. The rest is at the address of its own that the row links to. */
export const NESTED_AT_MOST = 100;

/** Rows whose nested lists one statement reads. */
export const NESTED_PAGE = 50;

/** The first entries of a nested list. */
export interface Nested<Entry> {
  entries: Entry[];
  hasMore: boolean;
}

/**
 * One statement that runs `select` once for each of `count` values of its `?`, so that the LIMIT in it bounds what is read for each: a
 * window over all of them would read every row first. It gives the rows in any order.
 */
export const forEach = (select: string, count: number) =>
  Array<string>(count).fill(`SELECT * FROM (${select}) each_one`).join('\nUNION ALL ');

/** @param rows at most one more than `most`, in their order */
export const nestedOf = <Entry>(rows: Entry[], most: number): Nested<Entry> => ({
  entries: rows.slice(0, most),
  hasMore: rows.length > most,
});
