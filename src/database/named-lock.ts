import { DataSource, type QueryRunner } from 'typeorm';
import { answered, type Destroyable } from './server-pool';

/** Seconds to wait for the lock. */
const WAIT = 600;
/** Further seconds for the server's answer. */
const PATIENCE = 60;
/** Seconds that the work may take. */
const LONGEST_WORK = 86_400;

/**
 * Runs work that only one process may do at a time, under a named lock of the server. It ends with its connection, so a killed process
 * leaves none behind. The embedded database has one service process and needs no lock.
 * @param work gets the connection that has the lock. A server finishes a statement whose process was killed, and keeps the lock of its
 * connection until then: work that must not run beside such a statement uses this connection
 */
export async function underNamedLock<T>(
  dataSource: DataSource,
  name: string,
  work: (runner?: QueryRunner) => Promise<T>,
): Promise<T> {
  if (dataSource.options.type === 'better-sqlite3') return work();
  const runner = dataSource.createQueryRunner();
  const ask = async (statement: string, parameters: unknown[] = []): Promise<unknown> => {
    const connection = (await runner.connect()) as Destroyable;
    return answered(connection, WAIT + PATIENCE, () => runner.query(statement, parameters));
  };
  try {
    // The connection that has the lock may be idle meanwhile, and has to stay open for as long as the work takes.
    await ask(`SET @wait_timeout_before = @@SESSION.wait_timeout, SESSION wait_timeout = ${LONGEST_WORK}`);
    const [row] = (await ask('SELECT GET_LOCK(?, ?) AS got', [name, WAIT])) as [{ got: unknown }];
    if (Number(row.got) !== 1) throw new Error(`another process has held "${name}" for ${WAIT} seconds`);
    return await work(runner);
  } finally {
    await ask('SELECT RELEASE_LOCK(?)', [name])
      .then(() => ask('SET SESSION wait_timeout = @wait_timeout_before'))
      .catch(() => undefined); // it ends with the connection anyway
    await runner.release();
  }
}
