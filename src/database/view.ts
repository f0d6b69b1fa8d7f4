import { toApiTimestamp } from '../common/time/utc-timestamp';

/** A column that a resource does not show as the databases give it. */
interface Column<Value> {
  sql: string;
  read: (stored: never) => Value;
}

/** By the field of a resource that shows it: a column, or an expression. */
export type Columns<Resource> = {
  [Field in keyof Resource]:
    (Resource[Field] extends string | number | null ? string : never) | Column<Resource[Field]>;
};

/** A resource as a statement selects it, and as the API or the code shows it. */
export interface View<Resource> {
  select: string;
  /** @param row of a statement with `select` */
  show: (row: object) => Resource;
}

/** @param prefix of the names in the statement, where other columns have the same */
export function view<Resource extends object>(columns: Columns<Resource>, prefix = ''): View<Resource> {
  const fields = Object.entries<string | Column<unknown>>(columns).map(([field, column]) => {
    const { sql, read } = typeof column === 'string' ? { sql: column, read: null } : column;
    return { field, name: prefix + field, sql, read: read as ((stored: unknown) => unknown) | null };
  });
  return {
    select: fields.map(({ sql, name }) => `${sql} AS ${name}`).join(', '),
    show: (row) => {
      const shown: Record<string, unknown> = {};
      for (const { field, name, read } of fields) {
        const stored = (row as Record<string, unknown>)[name];
        shown[field] = read ? read(stored) : stored;
      }
      return shown as Resource;
    },
  };
}

export const moment = (sql: string) => ({ sql, read: (stored: string) => toApiTimestamp(stored) });
export const momentOrNull = (sql: string) => ({ sql, read: (stored: string | null) => toApiTimestamp(stored) });
export const flag = (sql: string) => ({ sql, read: (stored: boolean | number) => Boolean(stored) });
export const flagOrNull = (sql: string) => ({
  sql,
  read: (stored: boolean | number | null) => (stored === null ? null : Boolean(stored)),
});
