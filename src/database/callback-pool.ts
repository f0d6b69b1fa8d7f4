import type { DataSource } from 'typeorm';
import { answeredOn, type ServerConnection } from './answered';

type Done = (error: unknown, result?: unknown) => void;

interface PooledConnection extends ServerConnection {
  query(statement: string, parameters: unknown[], done: Done): void;
  release(): void;
}

interface LendingDriver {
  obtainMasterConnection(): Promise<PooledConnection>;
}

/** The part of a pool of mysql2 that libraries with a store in MySQL use. */
export interface CallbackPool {
  getConnection(done: Done): void;
}

/**
 * TypeORM's pool for a library that runs its own statements, with our bound on how long one may take (`answeredOn`). What becomes of a
 * ROLLBACK is nobody's concern: a connection that is gone has rolled back, and without a callback mysql2 would throw.
 */
export function callbackPool(dataSource: DataSource, seconds: number): CallbackPool {
  const borrow = () => (dataSource.driver as unknown as LendingDriver).obtainMasterConnection();
  return {
    getConnection: (done) => void borrow().then((connection) => done(null, bounded(connection, seconds)), done),
  };
}

function bounded(connection: PooledConnection, seconds: number) {
  const query = (statement: string, parameters: unknown, last?: Done) => {
    const done = (typeof parameters === 'function' ? parameters : last) as Done;
    const values = Array.isArray(parameters) ? (parameters as unknown[]) : [];
    const ask = () =>
      new Promise<unknown>((resolve, reject) => {
        connection.query(statement, values, (error, result) => (error ? reject(error as Error) : resolve(result)));
      });
    void answeredOn(connection, seconds, ask).then((result) => done(null, result), done);
  };
  return { query, rollback: () => query('ROLLBACK', [], () => undefined), release: () => connection.release() };
}
