import type BetterSqlite from 'better-sqlite3';
import { realpathSync } from 'node:fs';
import type { DatabaseAddress } from '../config/database-url';
import { makePrivateFile } from '../config/private-files';
import { StartError } from '../config/start-error';
import { codeOf } from './errors';
import { sqliteDriver } from './sqlite-driver';

/** Kept until the process ends: a database that is garbage-collected is closed, and loses its lock. */
const locks: BetterSqlite.Database[] = [];

/**
 * Makes this process the only service on an embedded database until it ends. SQLite locks an empty file beside the database, and the system
 * releases the lock however the process ends. The database itself is not locked, as the command line uses it beside the service.
 * @throws StartError when another service has the lock
 */
export function takeServiceLock(address: DatabaseAddress): void {
  if (address.kind !== 'sqlite' || address.location === ':memory:') return;
  makePrivateFile(address.location);
  // By its real path: two services may name one file differently.
  const location = realpathSync(address.location);
  const file = `${location}-lock`;
  makePrivateFile(file);
  const lock = new (sqliteDriver())(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal has to be left behind by a process that is killed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!codeOf(error)?.startsWith('SQLITE_BUSY')) throw error;
    throw new StartError(
      `Another service uses the database file ${location}. Stop it first, or give this one a DATA_DIR of its own. ` +
        'Several services on one database need MariaDB or MySQL.',
    );
  }
  locks.push(lock);
}
