import { type DataSource, QueryFailedError } from 'typeorm';
import { Together } from '../common/together';
import { answeredOn, type ServerConnection } from './answered';
import type { Ask, Outcome, Parameter } from './database';
import { PageTurns } from './page-turns';

type Callback = (error: Error | null, result: unknown) => void;
/** Whether the server keeps the statement that it has read: see `ServerConnections.single`. */
export type How = 'query' | 'execute';

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
 * Pages of lists that a process reads at once: half of its connections. A page takes the database as long as many other statements. However
 * many are asked for, these find a connection, and wait behind fewer others for a processor, which counts where they hold rows (bench/results.md).
 */
const PAGES_AT_ONCE = 5;

/**
 * Runs statements on connections of TypeORM's pool, without one of its query runners: for a statement that takes a tenth of a
 * millisecond, they take as much again (bench/results.md). Errors are those that a query runner throws.
 */
export class ServerConnections {
  readonly pages = new PageTurns(PAGES_AT_ONCE);
  private readonly answered = new Together();

  /** @param seconds that one waits for an answer: see `answeredOn` */
  constructor(
    private readonly dataSource: DataSource,
    private readonly seconds: number,
  ) {}

  /** Lends one connection for what `work` does. */
  async lend<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const connection = await this.driver.obtainMasterConnection();
    try {
      return await work((statement, parameters) => this.ask(connection, 'query', statement, parameters));
    } finally {
      connection.release();
    }
  }

  /**
   * One statement by itself. Its connection goes to who waits for one before anybody looks at the rows: the server has the next
   * statement while an answer is made of these (bench/results.md), together with those of others.
   * @param how `execute`: the server reads the statement once for each connection, and keeps it. Moments come without their fraction then
   * when it is zero: see `toApiMoment`.
   */
  single(how: How, statement: string, parameters: Parameter[]): Promise<Outcome> {
    return this.handOn(how, statement, parameters, () => undefined);
  }

  /** The same for a page of a list, which may have to wait for its turn. */
  async page(how: How, statement: string, parameters: Parameter[]): Promise<Outcome> {
    return this.handOn(how, statement, parameters, await this.pages.enter());
  }

  usage(): ConnectionUsage {
    const { _allConnections: all, _freeConnections: free, _connectionQueue: queue } = this.driver.pool;
    return { used: all.length - free.length, idle: free.length, waiting: queue.length + this.pages.waiting };
  }

  /** @param leave comes after its connection was given back */
  private async handOn(how: How, statement: string, parameters: Parameter[], leave: () => void): Promise<Outcome> {
    let connection: PooledConnection | undefined;
    const giveBack = () => {
      connection?.release();
      leave();
    };
    try {
      connection = await this.driver.obtainMasterConnection();
      return await this.ask(connection, how, statement, parameters, (answer) => {
        giveBack();
        this.answered.add(answer);
      });
    } catch (error) {
      // Not in the callback: there mysql2 has not yet taken a connection that is lost out of its pool.
      giveBack();
      throw error;
    }
  }

  private get driver(): LendingDriver {
    return this.dataSource.driver as unknown as LendingDriver;
  }

  /** @param passOn gives the answer to who waits for it */
  private async ask(
    connection: PooledConnection,
    how: How,
    statement: string,
    parameters: Parameter[] = [],
    passOn = AT_ONCE,
  ): Promise<Outcome> {
    this.dataSource.logger.logQuery(statement, parameters);
    const run = () =>
      new Promise<unknown>((resolve, reject) => {
        connection[how](statement, parameters, (error, result) => {
          if (error) return reject(error);
          passOn(() => resolve(result));
        });
      });
    try {
      return outcomeOf(await answeredOn(connection, this.seconds, run));
    } catch (error) {
      throw new QueryFailedError(statement, parameters, error as Error);
    }
  }
}

/** The next statement of a transaction, which holds rows, waits for nobody. */
const AT_ONCE = (answer: () => void) => answer();

/** Of a SELECT mysql2 gives the rows, of anything else how many it changed. */
function outcomeOf(result: unknown): Outcome {
  if (Array.isArray(result)) return { rows: result, affected: 0 };
  return { rows: [], affected: (result as { affectedRows: number }).affectedRows };
}
