import { type DataSource, QueryFailedError } from 'typeorm';
import { answeredOn, type ServerConnection } from './answered';
import type { Parameter } from './database';

type Callback = (error: Error | null, rows: unknown) => void;

/** What is used of a connection of mysql2's pool. */
interface PooledConnection extends ServerConnection {
  query(statement: string, parameters: Parameter[], callback: Callback): void;
  execute(statement: string, parameters: Parameter[], callback: Callback): void;
  release(): void;
}

/** What mysql2's pool knows of itself; it tells none of it to the outside, but in these. */
interface PoolState {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** The part of TypeORM's driver for the MySQL family that lends connections. */
interface LendingDriver {
  obtainMasterConnection(): Promise<PooledConnection>;
  pool: PoolState;
}

/** The connections of a process to its database, at this moment. */
export interface ConnectionUsage {
  used: number;
  idle: number;
  /** Statements and transactions that wait for one. */
  waiting: number;
}

/**
 * Runs single statements on a connection of TypeORM's pool, without one of its query runners: for a statement that takes a tenth of a
 * millisecond, they take as much again (bench/results.md). Errors are those that a query runner throws.
 */
export class ServerConnections {
  /** @param seconds that one waits for an answer: see `answeredOn` */
  constructor(
    private readonly dataSource: DataSource,
    private readonly seconds: number,
  ) {}

  query<Row>(statement: string, parameters: Parameter[]): Promise<Row[]> {
    return this.run('query', statement, parameters);
  }

  /**
   * The server reads the statement once for each connection, and keeps it. Moments come without their fraction when it is zero:
   * see `toApiMoment`.
   */
  prepared<Row>(statement: string, parameters: Parameter[]): Promise<Row[]> {
    return this.run('execute', statement, parameters);
  }

  usage(): ConnectionUsage {
    const { _allConnections: all, _freeConnections: free, _connectionQueue: queue } = this.driver.pool;
    return { used: all.length - free.length, idle: free.length, waiting: queue.length };
  }

  private get driver(): LendingDriver {
    return this.dataSource.driver as unknown as LendingDriver;
  }

  private async run<Row>(how: 'query' | 'execute', statement: string, parameters: Parameter[]): Promise<Row[]> {
    this.dataSource.logger.logQuery(statement, parameters);
    const connection = await this.driver.obtainMasterConnection();
    const ask = () =>
      new Promise<Row[]>((resolve, reject) => {
        connection[how](statement, parameters, (error, rows) => (error ? reject(error) : resolve(rows as Row[])));
      });
    try {
      return await answeredOn(connection, this.seconds, ask);
    } catch (error) {
      throw new QueryFailedError(statement, parameters, error as Error);
    } finally {
      connection.release();
    }
  }
}
