import { DataSource } from 'typeorm';

/** Seconds that one process waits for another one's work. */
const WAIT = 600;

/**
 * Runs work that only one process may do at a time. On a server the lock is a named one, which ends with its connection,
 * so a killed process leaves none behind. The embedded database has one service process; there nothing is locked.
 */
export async function underNamedLock<T>(dataSource: DataSource, name: string, work: () => Promise<T>): Promise<T> {
  if (dataSource.options.type === 'better-sqlite3') return work();
  const runner = dataSource.createQueryRunner();
  try {
    const [row] = (await runner.query('SELECT GET_LOCK(?, ?) AS got', [name, WAIT])) as [{ got: unknown }];
    if (Number(row.got) !== 1) throw new Error(`another process has held "${name}" for ${WAIT} seconds`);
    return await work();
  } finally {
    await runner.query('SELECT RELEASE_LOCK(?)', [name]).catch(() => undefined); // it ends with the connection anyway
    await runner.release();
  }
}
