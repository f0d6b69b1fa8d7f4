import type { DatabaseKind } from '../config/database-url';

/** Texts are of printable ASCII and have at most 255 characters, long ones 65,535; Unicode is at most 255 characters of any kind. */
export type GivenType = 'integer' | 'moment' | 'text' | 'long text' | 'unicode';

/** Of `updateWith`. */
export interface UpdateParts {
  index: string;
  /** The join condition of each table, with its alias. */
  joins: Record<string, string>;
  leftJoins: Record<string, string>;
  /** Columns of `table`, and expressions. */
  set: Record<string, string>;
  where: string;
}

/**
 * The differences between SQLite and the MySQL family in hand-written statements.
 * Every statement uses `?` placeholders and takes the time from the database's own clock, in UTC.
 */
export interface Dialect {
  readonly kind: DatabaseKind;
  readonly embedded: boolean;
  /** An expression for the current time, as `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. */
  readonly now: string;
  /** An expression for the current time plus the seconds of one `?` (a whole number). */
  readonly nowPlus: string;
  /** An expression for the moment `seconds` (an expression) after the moment `from`. */
  after(from: string, seconds: string): string;
  /** An expression for the whole seconds from one moment to another. */
  secondsBetween(from: string, to: string): string;
  /** The same for whole days, as many as 86,400 seconds go into it. */
  daysBetween(from: string, to: string): string;
  /** An expression for the whole seconds from 1970 to a moment. */
  unixSeconds(moment: string): string;
  /**
   * JOIN that reads the tables before it first, whatever the statistics say. Just after many rows were written, or in a nearly empty
   * database, they may favour a scan of the other table.
   */
  readonly thenJoin: string;
  /**
   * Follows a table (and its alias) that is joined by the first columns of this index. Where the statistics know no values of the index
   * yet, a server takes each of them for all rows, and would rather read the whole table.
   */
  byIndex(name: string): string;
  /**
   * A condition that `column` is the value of two `?` (the same twice), for a page of an index that goes on with another column. At
   * a plain `=` MariaDB may read all rows with that value, and compare the other column row by row.
   */
  pageOf(column: string): string;
  /**
   * Changes rows of `table` by the rows of `source`, which is read first: a SELECT known as `e` to `on`, `set` and `where`; no `?` in
   * `set`. `on` names the primary key, by which the rows are found: otherwise a server may read all rows of a small table, and wait for locks of others.
   */
  updateJoined(table: string, parts: { source: string; on: string; set: string; where: string }): string;
  /**
   * Changes rows of `table`, which are found by `index` and read once, by the rows that `joins` finds for each of them: tables with their
   * aliases and what they are joined on, those that may be missing last. No `?` but in `set` and `where`, in this order.
   */
  updateWith(table: string, parts: UpdateParts): string;
  /**
   * A DELETE of rows that are given as by `givenRows`, and have all these values; the first column is that of `index`, by default the primary
   * key. With a list in the text a server would read all rows of a small table, and wait for locks of others.
   */
  deleteGiven(table: string, columns: Record<string, GivenType>, index?: string): string;
  /**
   * A SELECT of rows that are given with the statement: one `?`, a JSON list that has a list of values for each row. However many they
   * are, the text stays the same, which a server takes less time to read than one SELECT for each.
   */
  givenRows(columns: Record<string, GivenType>): string;
  /**
   * An expression for a text by its bytes, which says the same of parts of it: a server finds them in half the time, as it need not go
   * from one character to the next.
   */
  bytes(text: string): string;
  /** An expression for the number of characters of a text. */
  characters(text: string): string;
  /** An expression for a new identifier, evaluated for every row. */
  readonly uuid: string;
  /** Ends an INSERT into `table`: a row whose key exists already stays as it is. */
  keepExisting(table: string): string;
  /** Ends a SELECT inside a transaction: locks the rows until it commits. */
  readonly forUpdate: string;
  readonly forShare: string;
  readonly forUpdateSkipLocked: string;
  /** Statements around very many writes. */
  readonly writingMuch: { begin: string[]; end: string[] };
  /** Three statements for one connection: the second one is a write that needs space on the disk, and nothing of it is left. */
  readonly writeProbe: { begin: string; write: string; end: string };
  /** Ends an INSERT: overwrites columns of the row with the same `key`. */
  onDuplicate(key: string[], assignments: Record<string, string>): string;
  /** In `onDuplicate`: the value that the INSERT gives for a column. */
  given(column: string): string;
}

/** The assignments after SET. */
export const assign = (assignments: Record<string, string>) =>
  Object.entries(assignments)
    .map(([column, sql]) => `${column} = ${sql}`)
    .join(', ');

const joined = (how: string, tables: Record<string, string>) =>
  Object.entries(tables)
    .map(([table, on]) => ` ${how} ${table} ON ${on}`)
    .join('');

/** How long a statement on the embedded database waits for another process that writes. */
export const BUSY_TIMEOUT_MS = 5_000;

const SQLITE_FORMAT = `'%Y-%m-%d %H:%M:%f000'`;

const sqlite: Dialect = {
  kind: 'sqlite',
  embedded: true,
  now: `strftime(${SQLITE_FORMAT}, 'now')`,
  nowPlus: `strftime(${SQLITE_FORMAT}, 'now', ? || ' seconds')`,
  after: (from, seconds) => `strftime(${SQLITE_FORMAT}, ${from}, (${seconds}) || ' seconds')`,
  secondsBetween: (from, to) => `CAST(strftime('%s', ${to}) - strftime('%s', ${from}) AS INTEGER)`,
  daysBetween: (from, to) => `(${sqlite.secondsBetween(from, to)} / 86400)`,
  unixSeconds: (moment) => `CAST(strftime('%s', ${moment}) AS INTEGER)`,
  thenJoin: 'CROSS JOIN',
  byIndex: () => '',
  pageOf: (column) => `${column} = ? AND ${column} = ?`,
  updateJoined: (table, { source, on, set, where }) =>
    `UPDATE ${table} SET ${set} FROM (${source}) e WHERE ${on} AND ${where}`,
  updateWith: (table, { joins, leftJoins, set, where }) =>
    `UPDATE ${table} SET ${assign(set)} FROM ${Object.keys(joins).join(' CROSS JOIN ')}${joined('LEFT JOIN', leftJoins)}
     WHERE ${Object.values(joins).join(' AND ')} AND ${where}`,
  deleteGiven: (table, columns) =>
    `DELETE FROM ${table} WHERE (${Object.keys(columns).join(', ')}) IN (${sqlite.givenRows(columns)})`,
  givenRows: (columns) => {
    const values = Object.keys(columns).map((name, place) => `value ->> ${place} AS ${name}`);
    return `SELECT ${values.join(', ')} FROM json_each(?)`;
  },
  bytes: (text) => text,
  characters: (text) => `LENGTH(${text})`,
  uuid: 'uuid()',
  keepExisting: () => 'ON CONFLICT DO NOTHING',
  // Only one transaction runs at a time on the embedded database, so nothing can change under it.
  forUpdate: '',
  forShare: '',
  forUpdateSkipLocked: '',
  // 1,000 pages are SQLite's own default.
  writingMuch: {
    begin: ['PRAGMA wal_autocheckpoint = 0'],
    end: ['PRAGMA wal_autocheckpoint = 1000', 'PRAGMA wal_checkpoint(TRUNCATE)'],
  },
  // A transaction that is rolled back writes nothing here, so the probe commits: a number that nobody uses, to what it is. It does not wait
  // for another process that writes, as the whole process would wait with it.
  writeProbe: {
    begin: 'PRAGMA busy_timeout = 0',
    write: 'PRAGMA user_version = 0',
    end: `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
  },
  onDuplicate: (key, assignments) => `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${assign(assignments)}`,
  given: (column) => `excluded.${column}`,
};

const GIVEN: Record<GivenType, string> = {
  integer: 'BIGINT',
  moment: 'DATETIME(6)',
  text: 'VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin',
  'long text': 'TEXT CHARACTER SET ascii COLLATE ascii_bin',
  unicode: 'VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
};

/**
 * Version 1, so that rows of one statement lie side by side in their index, but with 40 random bits instead of the server's own network
 * address (RFC 9562, section 6.10): everybody who gets a message sees them.
 */
const SERVER_UUID = `CONCAT(SUBSTR(UUID(), 1, 24), '03', LPAD(LOWER(HEX(FLOOR(RAND() * 1099511627776))), 10, '0'))`;

const serverRows: Dialect['givenRows'] = (columns) => {
  const values = Object.entries(columns).map(([name, type], place) => `${name} ${GIVEN[type]} PATH '$[${place}]'`);
  return `SELECT * FROM JSON_TABLE(?, '$[*]' COLUMNS (${values.join(', ')})) given`;
};

/** Also MariaDB: both understand every form used here. */
const mysql = (kind: DatabaseKind): Dialect => ({
  kind,
  embedded: false,
  now: 'UTC_TIMESTAMP(6)',
  nowPlus: 'TIMESTAMPADD(SECOND, ?, UTC_TIMESTAMP(6))',
  after: (from, seconds) => `TIMESTAMPADD(SECOND, ${seconds}, ${from})`,
  secondsBetween: (from, to) => `TIMESTAMPDIFF(SECOND, ${from}, ${to})`,
  daysBetween: (from, to) => `TIMESTAMPDIFF(DAY, ${from}, ${to})`,
  unixSeconds: (moment) => `TIMESTAMPDIFF(SECOND, '1970-01-01 00:00:00.000000', ${moment})`,
  thenJoin: 'STRAIGHT_JOIN',
  byIndex: (name) => `FORCE INDEX (${name})`,
  pageOf: (column) => `${column} >= ? AND ${column} <= ?`,
  updateJoined: (table, { source, on, set, where }) =>
    `UPDATE (${source}) e STRAIGHT_JOIN ${table} FORCE INDEX (PRIMARY) ON ${on} SET ${set} WHERE ${where}`,
  updateWith: (table, { index, joins, leftJoins, set, where }) => {
    const own = Object.fromEntries(Object.entries(set).map(([column, sql]) => [`${table}.${column}`, sql]));
    return `UPDATE ${table} FORCE INDEX (${index})${joined('STRAIGHT_JOIN', joins)}${joined('LEFT JOIN', leftJoins)}
     SET ${assign(own)} WHERE ${where}`;
  },
  deleteGiven: (table, columns, index = 'PRIMARY') => {
    const on = Object.keys(columns).map((column) => `${table}.${column} = e.${column}`);
    return `DELETE ${table} FROM (${serverRows(columns)}) e STRAIGHT_JOIN ${table} FORCE INDEX (${index}) ON ${on.join(' AND ')}`;
  },
  givenRows: serverRows,
  bytes: (text) => `CAST(${text} AS BINARY)`,
  characters: (text) => `CHAR_LENGTH(${text})`,
  uuid: SERVER_UUID,
  // Not INSERT IGNORE: that would also hide cut values and broken foreign keys.
  keepExisting: (table) => `ON DUPLICATE KEY UPDATE ${table}.id = ${table}.id`,
  forUpdate: 'FOR UPDATE',
  forShare: 'LOCK IN SHARE MODE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  writingMuch: { begin: [], end: [] },
  // An id of its own, below those that are counted up: replicas that probe together do not wait for each other.
  writeProbe: {
    begin: 'START TRANSACTION',
    write: `INSERT INTO migrations (id, timestamp, name) VALUES (-1 - FLOOR(RAND() * 2000000000), 0, 'write probe')`,
    end: 'ROLLBACK',
  },
  onDuplicate: (_key, assignments) => `ON DUPLICATE KEY UPDATE ${assign(assignments)}`,
  given: (column) => `VALUES(${column})`,
});

export const dialectOf = (kind: DatabaseKind): Dialect => (kind === 'sqlite' ? sqlite : mysql(kind));
