import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

export interface TestDatabase {
  /** For `DATABASE_URL`. */
  url: string;
  /** For `DATA_DIR`. */
  dataDir: string;
  drop(): Promise<void>;
}

/** The server that `TEST_DATABASE_URL` names; null = SQLite. */
export const SERVER_URL = process.env.TEST_DATABASE_URL || null;

/** An empty database of its own, on SQLite or on the server of `TEST_DATABASE_URL`. */
export async function createTestDatabase(): Promise<TestDatabase> {
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
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  const drop = async () => {
    await onServer(`DROP DATABASE ${name}`);
    removeFolder();
  };
  return { url: url.href, dataDir, drop };
}

async function onServer(statement: string): Promise<void> {
  const url = new URL(SERVER_URL!);
  const connection = await mysql.createConnection({
    host: url.hostname,
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  });
  await connection.query(statement);
  await connection.end();
}
