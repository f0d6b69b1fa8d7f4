import { DataSource } from 'typeorm';
import { answered } from './answered';

/** Seconds that one process waits for another one's work. */
const WAIT = 600;
/** Seconds that the server may take to answer, beyond that. */
const PATIENCE = 60;
/** Seconds that the work may take. */
const LONGEST_WORK = 86_400;

/**
 * Runs work that only one process may do at a time. On a server the lock is a named one, which ends with its connection,
 * so a killed process leaves none behind. The embedded database has one service process; there nothing is locked.
 */
export async function underNamedLock<T>(dataSource: DataSource, name: string, work: () => Promise<T>): Promise<T> {
  if (dataSource.options.type === 'better-sqlite3') return work();
  const runner = dataSource.createQueryRunner();
  const ask = (statement: string, parameters: unknown[] = []) =>
    answered(runner, WAIT + PATIENCE, () => runner.query(statement, parameters)) as Promise<unknown>;
  try {
    // The connection that has the lock does nothing else, and is to stay as long as the work takes.
    await ask(`SET @wait_timeout_before = @@SESSION.wait_timeout, SESSION wait_timeout = ${LONGEST_WORK}`);
    const [row] = (await ask('SELECT GET_LOCK(?, ?) AS got', [name, WAIT])) as [{ got: unknown }];
    if (Number(row.got) !== 1) throw new Error(`another process has held "${name}" for ${WAIT} seconds`);
    return await work();
  } finally {
    await ask('SELECT RELEASE_LOCK(?)', [name])
      .then(() => ask('SET SESSION wait_timeout = @wait_timeout_before'))
      .catch(() => undefined); // it ends with the connection anyway
    await runner.release();
  }
}
