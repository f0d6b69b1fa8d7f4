import { realpathSync } from 'node:fs';
import type { DatabaseAddress } from '../config/database-url';
import { makePrivateFile } from '../config/private-files';
import { StartError } from '../config/start-error';
import { codeOf } from './errors';
import { sqliteDriver } from './sqlite-driver';

interface LockDatabase {
  exec(statement: string): unknown;
  close(): unknown;
}

type Driver = new (file: string, options: { timeout: number }) => LockDatabase;

/** A database that nobody refers to any more is closed, and its lock is gone: they are kept here until the process ends. */
const held: LockDatabase[] = [];

/**
 * Makes this process the one service on an embedded database, for as long as it lives. The lock is SQLite's own on an empty file beside the
 * database, so the system takes it away with the process, however that ends. It is not on the database itself: the command line uses that
 * beside the service.
 * @throws StartError when another service has it
 */
export function holdServiceLock(address: DatabaseAddress): void {
  if (address.kind !== 'sqlite' || address.location === ':memory:') return;
  makePrivateFile(address.location);
  // By its real path: two services may name one file differently.
  const location = realpathSync(address.location);
  const file = `${location}-lock`;
  makePrivateFile(file);
  const lock = new (sqliteDriver() as Driver)(file, { timeout: 0 });
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
  held.push(lock);
}
