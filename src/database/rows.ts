import type { Parameter, Sql } from './database';

const PARAMETERS_AT_MOST = 8_000; // below SQLite's 32,766 and small enough for a server's packet

/** `createdAt` in a class is `created_at` in a table. */
export const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** `?, ?, ?` */
export const placeholders = (count: number) => Array(count).fill('?').join(', ');

/**
 * Inserts rows with few statements.
 * @param ending SQL after the values, such as `dialect.keepExisting(table)`
 * @returns how many rows were inserted
 */
export async function insertRows(
  sql: Sql,
  table: string,
  columns: readonly string[],
  rows: readonly Parameter[][],
  ending = '',
): Promise<number> {
  const row = `(${placeholders(columns.length)})`;
  const perStatement = Math.max(1, Math.floor(PARAMETERS_AT_MOST / columns.length));
  let inserted = 0;
  for (let start = 0; start < rows.length; start += perStatement) {
    const page = rows.slice(start, start + perStatement);
    const values = Array<string>(page.length).fill(row).join(', ');
    const statement = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ${ending}`;
    inserted += await sql.execute(statement, flat(page));
  }
  return inserted;
}

/** An import has millions of values, for which `Array.flat` takes several times as long. */
function flat(rows: readonly Parameter[][]): Parameter[] {
  const values: Parameter[] = [];
  for (const row of rows) for (const value of row) values.push(value);
  return values;
}

/** Splits a list into pages, for statements with `IN (…)`. */
export function pagesOf<T>(list: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, page) => list.slice(page * size, (page + 1) * size));
}
