import { createPool, type Pool, type PoolOptions } from 'mysql2';

/**
 * Whatever the server's own is. Not NO_BACKSLASH_ESCAPES, under which the quotes that mysql2 puts around parameters do not hold; strict, or
 * values that are too long would be cut.
 */
const SQL_MODE = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * mysql2, on whose connections the server ends a session that is idle for `seconds`. When a connection dies in silence the server does
 * not notice either, and by its own default it would keep the locks of an open transaction for eight hours.
 */
export function serverDriver(seconds: number): unknown {
  return {
    createPool: (options: PoolOptions): Pool => {
      const pool = createPool(options);
      pool.on('connection', (connection) => {
        // Comes before whatever the connection was opened for. What is wrong with it then shows there.
        connection.query(`SET SESSION wait_timeout = ${seconds}, SESSION sql_mode = '${SQL_MODE}'`, () => undefined);
        // For good, instead of one more statement for each transaction; why: see `Database`.
        connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
      });
      return pool;
    },
  };
}
