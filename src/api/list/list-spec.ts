export type Operator = 'eq' | 'ne' | 'like' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * Kinds of filter values:
 * - `name`: text compared without regard to case (the column holds folded names, see `foldName`)
 * - `label`: a version label, for `like` only; the column is compared in lower case
 * - `version`: a version label, compared by its sort key, which the caller makes
 * - `code`: short machine-made text; the column holds ASCII, and the server databases refuse to compare it with more
 * - `boolean`, `moment`, `day`, `id`, and `word`: one of `values`
 * - `text`: read by `read` of the filter
 */
export type FilterKind = 'name' | 'label' | 'version' | 'code' | 'boolean' | 'moment' | 'day' | 'id' | 'word' | 'text';

export interface FilterSpec {
  kind: FilterKind;
  /** SQL expression that is compared. */
  column: string;
  operators: readonly Operator[];
  /** For `eq` without a column of the row: a whole condition with one `?`. */
  condition?: string;
  /**
   * For a condition that depends on the value: with one `?` for it, or with those of `parameters`. @returns the mistake, as the end of a
   * sentence, where it cannot be read
   */
  read?: (
    text: string,
    operator: Operator,
  ) => { condition: string; value: string | number | boolean; parameters?: string[] } | string;
  /** The schema of values for `read`, for the API description. */
  schema?: { pattern?: string; minLength?: number; maxLength?: number };
  /** The words that a `word` filter takes. */
  values?: readonly string[];
  /** Other kinds and columns for some operators of the same field. */
  per?: Partial<Record<Operator, { kind: FilterKind; column: string }>>;
  description?: string;
}

export interface SortSpec {
  /** SQL expression; never null. */
  column: string;
  /** No two rows have the same value, so the id need not break ties; MariaDB would not use a unique index for both columns. */
  unique?: boolean;
  /** The form of the column's values, if they are not any text: cursors with other values are refused before they reach the database. */
  holds?: 'moment' | 'ascii' | 'number';
  /** Only with a search, whose default order it is. */
  ofSearch?: boolean;
}

/** One list endpoint: its filters, sorts and includes. The query parser, the SQL builder and the API description read it. */
export interface ListSpec {
  filters: Record<string, FilterSpec>;
  sorts: Record<string, SortSpec>;
  /** A sort's name, with `-` in front for descending. */
  defaultSort: string;
  /** SQL expression of the row's id, which makes every order total. */
  idColumn: string;
  includes?: readonly string[];
  /** The addition of an include, if its name does not say it, for the API description. */
  adds?: Readonly<Record<string, string>>;
  /** The scope of `q`, for the API description. A list with it has a sort that is `ofSearch`. */
  search?: string;
  /** Entries of a page when the request names no number. */
  defaultPerPage?: number;
}

/** Characters of a search. */
export const MAX_SEARCH = 100;
export const DEFAULT_PER_PAGE = 50;
export const MAX_PER_PAGE = 200;
/** Lists that belong to one resource answer up to this many entries when no page is asked for. */
export const WHOLE_LIST = 1_000;
/** Past this row, `page` gets slow; a cursor does not. */
export const MAX_PAGE = 1_000_000;
