import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { v7 } from 'uuid';
import type { DatabaseAddress } from '../config/database-url';
import { MIGRATIONS } from './migrations';
import { SnakeNamingStrategy } from './snake-naming.strategy';
import { sqliteDriver } from './sqlite-driver';

type EntityList = NonNullable<DataSourceOptions['entities']>;

/** The parts of better-sqlite3 that are set up by hand. */
interface SqliteHandle {
  pragma(text: string): unknown;
  function(name: string, options: { deterministic: boolean }, body: (text: string | null) => string | null): unknown;
}

function prepareSqlite(database: SqliteHandle): void {
  database.pragma('journal_mode = WAL');
  // With WAL, NORMAL survives a killed process; only a power cut may take the last commits, and never the file's consistency.
  database.pragma('synchronous = NORMAL');
  database.pragma('busy_timeout = 5000');
  database.pragma('cache_size = -65536');
  database.function('uuid', { deterministic: false }, () => v7());
  // SQLite's own knows the letters of ASCII only.
  database.function('lower', { deterministic: true }, (text) => text?.toLowerCase() ?? null);
}

/** The one description of the connection, for the service, the command line, the tests and `ormconfig.ts`. */
export function databaseOptions(address: DatabaseAddress, entities: EntityList): DataSourceOptions {
  const common = {
    entities,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each' as const,
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    logging: false,
  };
  if (address.kind === 'sqlite') {
    if (address.location !== ':memory:') mkdirSync(dirname(address.location), { recursive: true });
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
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    // Numbers are numbers: MySQL answers comparisons and counts as BIGINT, and the text '0' would be true.
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: 5_000,
    // Affected rows count what changed, not what matched: an insert that kept the existing row counts 0, as on SQLite.
    extra: { connectionLimit: 10, maxIdle: 10, enableKeepAlive: true, flags: ['-FOUND_ROWS'] },
  };
}
