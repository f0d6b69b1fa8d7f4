import type BetterSqlite from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type Driver,
  type NamingStrategyInterface,
} from 'typeorm';
import { v7 } from 'uuid';
import type { DatabaseAddress, TlsOptions } from '../config/database-url';
import { makePrivateFile, reasonOf } from '../config/private-files';
import { StartError } from '../config/start-error';
import { snake } from './rows';
import { BUSY_TIMEOUT_MS } from './dialect';
import { MIGRATIONS } from './migrations';
import { ServerPool } from './server-pool';
import { sqliteDriver } from './sqlite-driver';
import { Writer } from './writer';

export type EntityList = NonNullable<DataSourceOptions['entities']>;

/** Of one replica, at most. */
export const CONNECTIONS = 10;

/** Until a server has let us in. */
const CONNECT_MS = 5_000;

/** TCP probes an idle connection after half a minute, then each second; after ten probes it is lost. */
const KEEP_ALIVE = { enableKeepAlive: true, keepAliveInitialDelay: 30_000 };

/** Seconds after which a connection is closed that nobody uses: those that a burst has opened. The others are used again and again. */
const IDLE = 30;

/** Also well before the server ends them, so that no statement meets that. One less than all: otherwise mysql2 ends none. */
const endIdle = (seconds: number) => ({
  maxIdle: CONNECTIONS - 1,
  idleTimeout: Math.min(seconds / 2, IDLE) * 1_000,
  gracefulEnd: true,
});

export function prepareSqlite(database: BetterSqlite.Database): void {
  database.pragma('journal_mode = WAL');
  // With WAL, NORMAL survives a killed process; only a power cut may take the last commits, and never the file's consistency.
  database.pragma('synchronous = NORMAL');
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.pragma('cache_size = -65536');
  database.function('uuid', { deterministic: false }, () => v7());
  // SQLite's own knows ASCII only.
  database.function('lower', { deterministic: true }, (text: string | null) => text?.toLowerCase() ?? null);
}

/**
 * The one description of the connection, for the service, the command line, the tests and `ormconfig.ts`.
 * @param idle seconds after which a server ends a session that does nothing; null = when it likes, as migrations need
 */
export function databaseOptions(
  address: DatabaseAddress,
  entities: EntityList,
  idle: number | null = null,
): DataSourceOptions {
  const common = {
    entities,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each' as const,
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    logging: false,
  };
  if (address.kind === 'sqlite') {
    // SQLite gives `-wal` and `-shm` the mode of the file.
    if (address.location !== ':memory:') makePrivateFile(address.location);
    return {
      ...common,
      type: 'better-sqlite3',
      driver: sqliteDriver(),
      database: address.location,
      prepareDatabase: prepareSqlite,
    };
  }
  return {
    ...common,
    type: address.kind,
    url: address.location,
    ...(address.tls === undefined ? {} : { ssl: sslOf(address.tls) }),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    // Numbers are numbers: MySQL answers comparisons and counts as BIGINT, and the text '0' would be true.
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: CONNECT_MS,
    ...(idle === null ? {} : { driver: new ServerPool(idle, writerOf(address)) }),
    // Affected rows count what changed, not what matched: an insert that kept the existing row counts 0, as on SQLite.
    extra: {
      connectionLimit: CONNECTIONS,
      ...KEEP_ALIVE,
      ...(idle === null ? {} : endIdle(idle)),
      flags: ['-FOUND_ROWS'],
    },
  };
}

/** null = there is one server. */
function writerOf({ hosts, location, tls }: DatabaseAddress): Writer | null {
  const ssl = tls === undefined ? {} : { ssl: sslOf(tls) };
  return hosts === undefined ? null : new Writer(hosts, { uri: location, ...ssl, connectTimeout: CONNECT_MS });
}

/**
 * @returns the address of the server that is written to now, for work that has no pool which follows the writer
 * @throws the error of a server that refuses the login, or one that `isAway` when none can be used
 */
export async function addressOfWriter(address: DatabaseAddress): Promise<DatabaseAddress> {
  const writer = writerOf(address);
  if (!writer) return address;
  try {
    const { host, port } = await writer.choose();
    const url = new URL(address.location);
    [url.hostname, url.port] = [host.includes(':') ? `[${host}]` : host, String(port)];
    return { ...address, location: url.href };
  } finally {
    writer.end();
  }
}

/** @throws StartError when the file of authorities cannot be read */
function sslOf({ isVerified, caFile }: TlsOptions) {
  if (!isVerified) return { rejectUnauthorized: false };
  try {
    return {
      rejectUnauthorized: true,
      verifyIdentity: true,
      ...(caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') }),
    };
  } catch (error) {
    throw new StartError(`The file ${caFile} of ssl-ca in DATABASE_URL cannot be read: ${reasonOf(error)}.`);
  }
}

/** `createdAt` in a class is `created_at` in a table. */
class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(targetName: string, userSpecifiedName: string | undefined): string {
    return userSpecifiedName ?? snake(targetName);
  }

  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return snake([...prefixes, customName ?? propertyName].join('_'));
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }

  /** `fk_favorite_user`: the table, and the column without `_id`. */
  override foreignKeyName(table: Parameters<NamingStrategyInterface['foreignKeyName']>[0], columns: string[]): string {
    return `fk_${this.getTableName(table)}_${columns[0]!.replace(/_id$/, '')}`;
  }
}

/**
 * Connects to the database, and closes the pool when that fails: TypeORM leaves it open, and its timer would keep a command of the command
 * line from ending.
 */
export async function openDataSource(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = new DataSource(options);
  keepTimestampsAsText(dataSource.driver);
  try {
    return await dataSource.initialize();
  } catch (error) {
    // Not awaited: a connection that does not answer may not answer this either. It fails where nothing was opened.
    dataSource.driver.disconnect().catch(() => undefined);
    throw error;
  }
}

type ColumnOf = Parameters<Driver['preparePersistentValue']>[1];

/** In entities, too, a timestamp is a `UtcTimestamp`: TypeORM would make it a `Date`, without microseconds and in the process's time zone. */
function keepTimestampsAsText(driver: Driver): void {
  const toDatabase = driver.preparePersistentValue.bind(driver);
  const toEntity = driver.prepareHydratedValue.bind(driver);
  const isTimestamp = ({ type }: ColumnOf) => type === 'datetime';
  driver.preparePersistentValue = (value: unknown, column) =>
    isTimestamp(column) ? value : (toDatabase(value, column) as unknown);
  driver.prepareHydratedValue = (value: unknown, column: ColumnOf) =>
    isTimestamp(column) ? value : (toEntity(value, column) as unknown);
}
