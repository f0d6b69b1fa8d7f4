import { type DataSource, QueryFailedError } from 'typeorm';
import type { Parameter } from './database';

type Callback = (error: Error | null, rows: unknown) => void;

/** What is used of a connection of mysql2's pool. */
interface PooledConnection {
  query(statement: string, parameters: Parameter[], callback: Callback): void;
  execute(statement: string, parameters: Parameter[], callback: Callback): void;
  release(): void;
}

/** The part of TypeORM's driver for the MySQL family that lends connections. */
interface LendingDriver {
  obtainMasterConnection(): Promise<PooledConnection>;
}

/**
 * Runs single statements on a connection of TypeORM's pool, without one of its query runners: for a statement that takes a tenth of a
 * millisecond, they take as much again (bench/results.md). Errors are those that a query runner throws.
 */
export class ServerConnections {
  constructor(private readonly dataSource: DataSource) {}

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

  private async run<Row>(how: 'query' | 'execute', statement: string, parameters: Parameter[]): Promise<Row[]> {
    this.dataSource.logger.logQuery(statement, parameters);
    try {
      const connection = await (this.dataSource.driver as unknown as LendingDriver).obtainMasterConnection();
      return await new Promise<Row[]>((resolve, reject) => {
        connection[how](statement, parameters, (error, rows) => {
          connection.release();
          if (error) reject(error);
          else resolve(rows as Row[]);
        });
      });
    } catch (error) {
      throw new QueryFailedError(statement, parameters, error as Error);
    }
  }
}
