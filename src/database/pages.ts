import type { Parameter, Sql } from './database';
import { pagesOf, placeholders } from './rows';

/** Milliseconds that a transaction should take: even one that takes five times as long is not noticed by who waits for its locks. */
const PAGE_MS = 40;
/** Below it, what a transaction costs whatever it changes would be most of it: that of a bulk operation has some 40 statements. */
const PAGE_AT_LEAST = 40;

/** How many rows one transaction takes, by how long the last one took. */
export class TimedPages {
  private size = PAGE_AT_LEAST;

  /** @param most at least `PAGE_AT_LEAST` */
  constructor(private readonly most: number) {}

  /** Runs `work` on the next page, with at most `size` rows. */
  async run<T>(work: (size: number) => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work(this.size);
    const took = Math.max(1, performance.now() - start);
    const fitting = Math.floor((this.size * PAGE_MS) / took);
    // One quick page says little of the next: the size doubles at most.
    this.size = Math.min(this.most, 2 * this.size, Math.max(PAGE_AT_LEAST, fitting));
    return result;
  }
}

/** Rows deleted by one statement, so that locks are short. */
const DELETED_AT_ONCE = 500;

/**
 * The rows of a statement about many values, which it gets in pages.
 * @param statement with the places of the values of a page
 * @param before parameters that come before them
 */
export async function queryIn<Row>(
  sql: Pick<Sql, 'query'>,
  values: readonly Parameter[],
  statement: (places: string) => string,
  before: Parameter[] = [],
  size?: number,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const page of pagesOf(values, size))
    for (const row of await sql.query<Row>(statement(placeholders(page.length)), [...before, ...page])) found.push(row);
  return found;
}

/** As `queryIn`, for a statement that changes rows. @returns how many */
export async function executeIn(
  sql: Pick<Sql, 'execute'>,
  values: readonly Parameter[],
  statement: (places: string) => string,
  before: Parameter[] = [],
): Promise<number> {
  let changed = 0;
  for (const page of pagesOf(values))
    changed += await sql.execute(statement(placeholders(page.length)), [...before, ...page]);
  return changed;
}

/** Deletes rows by their ids. @returns how many there were */
export async function deleteByIds(sql: Sql, table: string, ids: readonly string[]): Promise<number> {
  const statement = sql.dialect.deleteGiven(table, { id: 'text' });
  let deleted = 0;
  for (const page of pagesOf(ids)) deleted += await sql.execute(statement, [JSON.stringify(page.map((id) => [id]))]);
  return deleted;
}

/**
 * Deletes old rows in pages. Replicas may do it at the same time.
 * @param which the condition and the order, by an index
 * @param key the primary key
 * @returns how many rows this one deleted
 */
export async function deleteOld(
  sql: Sql,
  table: string,
  which: string,
  parameters: Parameter[],
  stopping?: AbortSignal,
  key = 'id',
): Promise<number> {
  const statement = `SELECT ${key} AS id FROM ${table} WHERE ${which} LIMIT ${DELETED_AT_ONCE}`;
  for (let deleted = 0; ;) {
    const rows = await sql.query<{ id: string }>(statement, parameters);
    if (rows.length === 0 || stopping?.aborted) return deleted;
    const ids = rows.map(({ id }) => id);
    deleted += await executeIn(sql, ids, (places) => `DELETE FROM ${table} WHERE ${key} IN (${places})`);
  }
}
