import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { sqliteDriver } from '../../src/database/sqlite-driver';
import { SERVER_URL } from './database';

const FOLDER = join(__dirname, '..', 'database', 'dumps');

type Sqlite = new (file: string) => { exec(text: string): unknown; close(): void };

/**
 * Fills the empty database at `url` with a dump of `test/database/dumps`: the tables as its family had them, and rows, which both
 * families read.
 */
export async function loadDump(url: string, name: string): Promise<void> {
  const read = (file: string) => readFileSync(join(FOLDER, name, file), 'utf8');
  if (!SERVER_URL) {
    const database = new (sqliteDriver() as Sqlite)(url.slice('sqlite:'.length));
    database.exec(read('sqlite.sql') + read('rows.sql'));
    database.close();
    return;
  }
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const connection = await mysql.createConnection({ uri, multipleStatements: true, charset: 'utf8mb4' });
  // Tables are dumped by name, rows in the order in which they refer to each other.
  await connection.query(`SET SESSION foreign_key_checks = 0; ${read('server.sql')}`);
  await connection.query(`SET SESSION foreign_key_checks = 1; ${read('rows.sql')}`);
  await connection.end();
}

/** Writes the tables of a database to a dump: on SQLite in the order in which they were made, on a server by name. */
export async function dumpTables(source: DataSource, name: string): Promise<void> {
  const statements: string[] = [];
  if (!SERVER_URL) {
    const made = `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`;
    statements.push(...((await source.query(made)) as { sql: string }[]).map(({ sql }) => sql));
  } else {
    const tables = ((await source.query('SHOW TABLES')) as object[]).flatMap((row) => Object.values(row) as string[]);
    for (const table of tables) {
      const [row] = (await source.query(`SHOW CREATE TABLE \`${table}\``)) as { 'Create Table': string }[];
      statements.push(row!['Create Table'].replace(/ AUTO_INCREMENT=\d+/, ''));
    }
  }
  const file = join(FOLDER, name, SERVER_URL ? 'server.sql' : 'sqlite.sql');
  writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''));
}
