import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
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
