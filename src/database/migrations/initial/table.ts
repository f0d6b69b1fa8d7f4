/** The types of columns, as a family of databases writes them. */
export interface Types {
  uuid: string;
  /** Short machine-made text, compared byte by byte. */
  ascii(length: number): string;
  /** Any Unicode, compared character by character. */
  text(length: number): string;
  longAscii: string;
  longText: string;
  /** UTC, microseconds */
  moment: string;
  flag: string;
  int: string;
}

export interface Table {
  name: string;
  /** Columns and primary key, in SQL that both families know. */
  definition: string;
  /** On SQLite, a table that is its own index. */
  isWithoutRowid?: true;
  foreignKeys?: { column: string; references: string; onDelete?: 'CASCADE' }[];
  /** Each as in `CREATE TABLE` of MySQL. */
  indexes?: string[];
}

export const SQLITE_TYPES: Types = {
  uuid: 'varchar(36)',
  ascii: (length) => `varchar(${length})`,
  text: (length) => `varchar(${length})`,
  longAscii: 'text',
  longText: 'text',
  moment: 'datetime(6)',
  flag: 'boolean',
  int: 'integer',
};

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const UNICODE = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

export const SERVER_TYPES: Types = {
  uuid: `varchar(36) ${ASCII}`,
  ascii: (length) => `varchar(${length}) ${ASCII}`,
  text: (length) => `varchar(${length}) ${UNICODE}`,
  longAscii: `text ${ASCII}`,
  longText: `text ${UNICODE}`,
  moment: 'datetime(6)',
  flag: 'tinyint',
  int: 'int',
};

/** SQLite has no indexes within a table. Each statement can be run again. */
export function onSqlite(table: Table): string[] {
  const { name, isWithoutRowid, indexes = [] } = table;
  return [
    `CREATE TABLE IF NOT EXISTS "${name}" (${[table.definition, ...constraintsOf(table, '"')].join(', ')})${isWithoutRowid ? ' WITHOUT ROWID' : ''}`,
    ...indexes.map((index) => `CREATE ${index.replace(/INDEX (\w+)/, `INDEX IF NOT EXISTS $1 ON ${name}`)}`),
  ];
}

/** One statement: a server writes its dictionary to disk for each, and a killed process leaves a table whole or not at all. */
export function onServer(table: Table): string {
  const { name, definition, indexes = [] } = table;
  return `CREATE TABLE IF NOT EXISTS ${name} (${[definition, ...indexes, ...constraintsOf(table, '`')].join(', ')}) ENGINE=InnoDB`;
}

/** Quoted, because TypeORM reads the names of SQLite's foreign keys from the text of the table. */
function constraintsOf({ name, foreignKeys = [] }: Table, q: string): string[] {
  return foreignKeys.map(({ column, references, onDelete = 'NO ACTION' }) => {
    const constraint = `fk_${name}_${column.replace(/_id$/, '')}`;
    return `CONSTRAINT ${q}${constraint}${q} FOREIGN KEY (${q}${column}${q}) REFERENCES ${q}${references}${q} (id) ON DELETE ${onDelete} ON UPDATE NO ACTION`;
  });
}
