import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { templateFile } from './template';

export interface TestDatabase {
  /** For `DATABASE_URL`. */
  url: string;
  /** For `DATA_DIR`. */
  dataDir: string;
  drop(): Promise<void>;
}

/** The server that `TEST_DATABASE_URL` names; null = SQLite. */
export const SERVER_URL = process.env.TEST_DATABASE_URL || null;

/** A database of its own with all tables, on SQLite or on the server of `TEST_DATABASE_URL`: a copy, since migrating takes several times as long. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  if (SERVER_URL) await copyOnServer(database);
  else copyFileSync(await templateFile('sqlite', makeSqlite), sqliteFile(database));
  return database;
}

/** The same without a table, for tests of what makes them. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (!SERVER_URL) {
    return {
      url: `sqlite:${join(dataDir, 'test.sqlite')}`,
      dataDir,
      drop: async () => removeFolder(),
    };
  }
  const name = `tracker_test_${randomBytes(6).toString('hex')}`;
  await onServer((connection) => connection.query(`CREATE DATABASE ${name}`));
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  const drop = async () => {
    await onServer((connection) => connection.query(`DROP DATABASE ${name}`));
    removeFolder();
  };
  return { url: url.href, dataDir, drop };
}

const sqliteFile = ({ url }: TestDatabase) => url.slice('sqlite:'.length);

async function makeSqlite(path: string): Promise<void> {
  const database = await createMigratedDatabase();
  // Closed, so that everything is in the one file.
  renameSync(sqliteFile(database), path);
  await database.drop();
}

async function copyOnServer({ url }: TestDatabase): Promise<void> {
  await onServer(async (connection) => {
    const [[server]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    const statements = readFileSync(await templateFile(`server ${server!.version}`, makeStatements), 'utf8');
    await connection.query(`USE ${nameIn(url)};${statements}`);
  });
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

/** Statements that make the tables and rows of a migrated database on a server. */
async function makeStatements(path: string): Promise<void> {
  const database = await createMigratedDatabase();
  // Tables refer to others that come later.
  const statements = ['SET foreign_key_checks = 0'];
  await onServer(async (connection) => {
    await connection.query(`USE ${nameIn(database.url)}`);
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    for (const name of tables.map((row) => connection.escapeId(Object.values(row)[0] as string))) {
      const [[table]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${name}`);
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM ${name}`);
      statements.push(table!['Create Table'] as string);
      for (const row of rows) statements.push(connection.format(`INSERT INTO ${name} SET ?`, [row]));
    }
  });
  writeFileSync(path, statements.join(';\n'));
  await database.drop();
}

async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  // Only where the template is missing: tests that start the built program load nothing of it.
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { loadConfig } = require('../../src/config/config') as typeof import('../../src/config/config');
  const { migrate } = require('../../src/database/migrate') as typeof import('../../src/database/migrate');
  const { ENTITIES } = require('../../src/entities') as typeof import('../../src/entities');
  /* eslint-enable @typescript-eslint/no-require-imports */
  const config = loadConfig({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, SECRET_KEY: 'x'.repeat(32) });
  await migrate(config, ENTITIES);
  return database;
}

async function onServer(work: (connection: mysql.Connection) => Promise<unknown>): Promise<void> {
  const url = new URL(SERVER_URL!);
  const connection = await mysql.createConnection({
    host: url.hostname,
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    charset: 'utf8mb4',
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: true,
  });
  await work(connection).finally(() => connection.end());
}
