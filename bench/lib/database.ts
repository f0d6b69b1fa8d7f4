import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type Connection, type Pool } from 'mysql2/promise';

export interface Address {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** @throws Error when it is no URL of a server database whose name is that of a benchmark: it is dropped and made anew */
export function addressOf(databaseUrl: string): Address {
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  if (!['mariadb:', 'mysql:'].includes(url.protocol) || !/^\w*bench\w*$/.test(database))
    throw new Error(
      'The database must be on MariaDB or MySQL, and have "bench" in its name: it is dropped and made anew.',
    );
  return {
    host: url.hostname,
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
  };
}

/** The same connection settings as those of the service (`src/database/options.ts`). */
export const CONNECTION = {
  charset: 'utf8mb4',
  timezone: 'Z',
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: false,
  flags: ['-FOUND_ROWS'],
} as const;

export function connect({
  database,
  ...server
}: Omit<Address, 'database'> & { database: string | null }): Promise<Connection> {
  return mysql.createConnection({
    ...server,
    ...CONNECTION,
    flags: [...CONNECTION.flags],
    ...(database ? { database } : {}),
  });
}

/** As many connections as the service has. */
export const createPool = (databaseUrl: string): Pool =>
  mysql.createPool({ ...addressOf(databaseUrl), ...CONNECTION, flags: [...CONNECTION.flags], connectionLimit: 10 });

export async function createDatabase(address: Address): Promise<void> {
  const connection = await connect({ ...address, database: null });
  await connection.query(`DROP DATABASE IF EXISTS ${address.database}`);
  await connection.query(`CREATE DATABASE ${address.database} CHARACTER SET utf8mb4`);
  await connection.end();
}

/** Rows of one statement, on a connection of its own. */
export async function rowsOf<Row>(
  address: Address,
  statement: string,
  parameters: (string | number)[] = [],
): Promise<Row[]> {
  const connection = await connect(address);
  try {
    const [rows] = await connection.query(statement, parameters);
    return rows as Row[];
  } finally {
    await connection.end();
  }
}

const PAGES_ASKED_FOR = "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_read_requests'";
/** Of pages in memory, in the time between two looks: what a server with nothing to do asks for, and far less than a purge. */
const FEW = 500;
const LOOKS_APART_MS = 100;
const SETTLED_WITHIN_MS = 30_000;

/**
 * Waits until the server has cleared away what was changed before: that would else take from the time of what is measured. The length of
 * its history alone does not tell: it counts transactions, however much they changed.
 * @throws Error when pages are still asked for after a while, as others use it too
 */
export async function settled(address: Address): Promise<void> {
  await purged(address);
  let before = -Infinity;
  for (const end = performance.now() + SETTLED_WITHIN_MS; performance.now() < end; await sleep(LOOKS_APART_MS)) {
    const [row] = await rowsOf<{ Value: string }>(address, PAGES_ASKED_FOR);
    const now = Number(row!.Value);
    if (now - before <= FEW) return;
    before = now;
  }
  throw new Error(`the server is still busy after ${SETTLED_WITHIN_MS / 1_000} s`);
}

/** MariaDB may rest with a part of it left, for as long as nobody writes; this goes on until all is done, or so long. MySQL has no such setting. */
async function purged(address: Address): Promise<void> {
  const connection = await connect(address);
  try {
    const [found] = await connection.query("SHOW GLOBAL VARIABLES LIKE 'innodb_max_purge_lag_wait'");
    if ((found as unknown[]).length === 0) return;
    await connection.query(`SET SESSION max_statement_time = ${SETTLED_WITHIN_MS / 1_000}`);
    await connection.query('SET GLOBAL innodb_max_purge_lag_wait = 0');
  } finally {
    await connection.end();
  }
}
