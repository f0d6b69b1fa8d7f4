import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { TimeSlice } from 'small-parts';
import type { CursorColumns, Listed } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import type { ListSpec } from '../api/list/list-spec';
import { type ListStatement, type PageSql, pageSql, totalSql } from '../api/list/list-sql';
import { Outage } from '../common/outage';
import { Config } from '../config/config';
import type { DatabaseKind } from '../config/database-url';
import { type Dialect, dialectOf } from './dialect';
import { isAway, isContention, isUnwritable } from './errors';
import { checkWithin, joinedTransaction, pendingPrecondition } from './first-transaction';
import { Mutex, PageTurns } from './turns';
import type { Parameter, Sql, Transaction } from './sql';
import { answered, type ConnectionUsage, type Destroyable, poolOf, type ServerPool } from './server-pool';

export type { Parameter, Sql, Transaction } from './sql';

/** The result of a statement: the rows of a SELECT, or how many rows it changed. */
export interface Outcome {
  rows: unknown[];
  affected: number;
}

/** A write that failed because the database cannot be written, and when, by `performance.now`. */
export interface FailedWrite {
  error: unknown;
  at: number;
}

/** `execute`: the server keeps the statement that it has read. Timestamps then come without a fraction that is zero: see `toApiTimestamp`. */
type How = 'query' | 'execute';

const TRIES = 6;

/** Pages of lists that are read at once on a server: half of the connections, so that short statements find one. */
const PAGES_AT_ONCE = 5;

/**
 * Runs statements and transactions.
 *
 * On a server, every transaction has a connection of its own under READ COMMITTED (under REPEATABLE READ, claims would block inserts:
 * docs/architecture.md). The embedded database has one connection, so other statements of this process wait until a transaction ends. Its
 * statements block the event loop: a long transaction yields between them, and each statement has to be short, over a page of rows.
 */
@Injectable()
export class Database implements Sql {
  readonly dialect: Dialect;
  private readonly logger = new Logger('Database');
  private readonly outage = new Outage(
    ({ message: reason }) => this.logger.error({ msg: 'the database does not answer', reason }),
    (seconds) => this.logger.log({ msg: 'the database answers again', seconds }),
  );
  /** Reads may succeed meanwhile: `WriteProbe` finds out when it ends. */
  readonly unwritable = new Outage(
    ({ message: reason }) => {
      this.logger.error({ msg: 'the database cannot be written', reason });
      this.whenUnwritable();
    },
    (seconds) => this.logger.log({ msg: 'the database can be written again', seconds }),
  );
  whenUnwritable: () => void = () => undefined;
  private readonly embeddedTurn = new Mutex();
  /** null on the embedded database. */
  private readonly pool: ServerPool | null;
  private readonly pages: PageTurns;
  /** The last write that failed this way. */
  failedWrite: FailedWrite | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {
    const { type } = dataSource.options;
    this.dialect = dialectOf(type === 'better-sqlite3' ? 'sqlite' : (type as DatabaseKind));
    this.pool = poolOf(dataSource);
    this.pages = new PageTurns(this.dialect.embedded ? 1 : PAGES_AT_ONCE);
    if (this.dialect.embedded) this.yieldBetweenStatements();
  }

  async query<Row>(statement: string, parameters: Parameter[] = []): Promise<Row[]> {
    return (await this.single('query', statement, parameters)).rows as Row[];
  }

  /**
   * As `query`, with a prepared statement, which the server keeps: the text must be one of a few, whatever the caller sends.
   */
  async queryPrepared<Row>(statement: string, parameters: Parameter[] = []): Promise<Row[]> {
    return (await this.single('execute', statement, parameters)).rows as Row[];
  }

  /** One page of a list. @param counted by which its rows are counted, where fewer tables do */
  async list<Row>(
    spec: ListSpec,
    request: ListRequest,
    statement: ListStatement,
    counted = statement,
  ): Promise<Listed<Row>> {
    const rows = await this.page<CursorColumns & Row>(pageSql(spec, request, statement));
    return { rows, total: request.includeTotal ? await this.count(totalSql(request, counted)) : undefined };
  }

  /** The rows of one page of a list, which may have to wait for its turn. */
  page<Row>(page: PageSql): Promise<Row[]> {
    return this.reading(() => this.pageRead<Row>(page));
  }

  /**
   * Runs `read` as one page of a list, for a page that takes several statements: otherwise the rows of many requests would wait in memory for
   * their next statement. It must not call `page`.
   */
  reading<T>(read: () => Promise<T>): Promise<T> {
    return joinedTransaction() ? read() : this.pages.run(read);
  }

  /** The rows of one page inside of `reading`. */
  async pageRead<Row>({ text, parameters, oneOfFew }: PageSql): Promise<Row[]> {
    return (await this.single(oneOfFew ? 'execute' : 'query', text, parameters)).rows as Row[];
  }

  /** Is retried, as a transaction is. */
  async execute(statement: string, parameters: Parameter[] = []): Promise<number> {
    const joined = joinedTransaction();
    if (joined) return joined.execute(statement, parameters);
    if (pendingPrecondition()) return this.transaction((sql) => sql.execute(statement, parameters));
    return (await this.retried(() => this.single('query', statement, parameters))).affected;
  }

  /** The number in the column `total` of a statement's one row. */
  async count(statement: { text: string; parameters: Parameter[] }): Promise<number> {
    const [row] = await this.query<{ total: number | string }>(statement.text, statement.parameters);
    return Number(row!.total);
  }

  /**
   * Runs `work` in one transaction. After a deadlock or a lock wait timeout it is rolled back and run again, up to six times in all, so `work`
   * must have no effect outside of the database.
   *
   * The first one of a request with a precondition looks at it first. What it reads for that stays as it is until the end: on a server under
   * SERIALIZABLE, which locks every row that is read (two such writers deadlock, one runs again and finds the change of the other); the
   * embedded database has one writer.
   */
  async transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const joined = joinedTransaction();
    if (joined) return work(joined);
    return this.retried(() => this.onRunner((runner) => this.once(runner, work)));
  }

  /**
   * Runs `work` that writes much, in transactions. The embedded database copies its log into its file once, at the end, instead of after each few
   * megabytes: a process that is killed meanwhile loses nothing, as the next one reads the log.
   */
  async writingMuch<T>(work: () => Promise<T>): Promise<T> {
    const { begin, end } = this.dialect.writingMuch;
    for (const statement of begin) await this.query(statement);
    try {
      return await work();
    } finally {
      for (const statement of end) await this.query(statement);
    }
  }

  /** Writes something that leaves no trace. @throws the error with which any write would fail now */
  async probeWrite(): Promise<void> {
    const { begin, write, end } = this.dialect.writeProbe;
    await this.onRunner(async (runner) => {
      await runner.query(begin);
      try {
        await runner.query(write);
      } catch (error) {
        await runner.query(end).catch(() => undefined); // the first error is the one that matters
        throw error;
      }
      await runner.query(end);
    });
  }

  usage(): ConnectionUsage {
    const { used, idle, waiting } = this.pool?.usage() ?? this.embeddedUsage();
    return { used, idle, waiting: waiting + this.pages.waiting };
  }

  private embeddedUsage(): ConnectionUsage {
    const { pending } = this.embeddedTurn;
    const used = Math.min(pending, 1);
    return { used, idle: 1 - used, waiting: pending - used };
  }

  private async retried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isUnwritable(error)) this.failedWrite = { error, at: performance.now() };
        if (attempt === TRIES || !isContention(error)) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  private async once<T>(runner: QueryRunner, work: (sql: Transaction) => Promise<T>): Promise<T> {
    const precondition = pendingPrecondition();
    if (precondition && !this.dialect.embedded) await runner.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
    // IMMEDIATE takes SQLite's write lock at once: a transaction that reads first could not get it later if another process wrote.
    await runner.query(this.dialect.embedded ? 'BEGIN IMMEDIATE' : 'START TRANSACTION');
    try {
      const sql = this.handle(runner);
      const problem = precondition && (await checkWithin(precondition, sql));
      const result = await work(sql);
      if (problem) throw problem;
      await runner.query('COMMIT');
      if (precondition) precondition.check = null;
      return result;
    } catch (error) {
      // The connection may be gone, and then the server has rolled back by itself; the first error is the one that matters.
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private async single(how: How, statement: string, parameters: Parameter[]): Promise<Outcome> {
    const joined = joinedTransaction();
    if (joined) return { rows: await joined.query(statement, parameters), affected: 0 };
    const { pool } = this;
    if (pool) return this.watched(() => this.onPool(pool, how, statement, parameters));
    return this.onRunner((runner) => outcomeOf(runner, statement, parameters));
  }

  private async onPool(pool: ServerPool, how: How, statement: string, parameters: Parameter[]): Promise<Outcome> {
    const connection = await pool.lend();
    try {
      return await this.ask(connection, how, statement, parameters);
    } finally {
      connection.release();
    }
  }

  /** Fails as a query runner does. */
  private async ask(
    connection: PoolConnection,
    how: How,
    statement: string,
    parameters: Parameter[],
  ): Promise<Outcome> {
    this.dataSource.logger.logQuery(statement, parameters);
    const run = () =>
      new Promise<unknown>((resolve, reject) => {
        const done = (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result));
        if (how === 'execute') connection.execute(statement, parameters, done);
        else connection.query(statement, parameters, done);
      });
    try {
      const result = await answered(connection, this.config.databaseTimeout, run, this.pool);
      if (Array.isArray(result)) return { rows: result, affected: 0 };
      return { rows: [], affected: (result as ResultSetHeader).affectedRows };
    } catch (error) {
      throw new QueryFailedError(statement, parameters, error as Error);
    }
  }

  private onRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const run = () => this.withRunner(work);
    return this.watched(() => (this.dialect.embedded ? this.embeddedTurn.run(run) : run()));
  }

  private async watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.outage.end();
      return result;
    } catch (error) {
      if (isAway(error)) this.outage.note(error);
      if (isUnwritable(error)) this.unwritable.note(error);
      throw error;
    }
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      if (!this.dialect.embedded) await boundSilence(runner, this.config.databaseTimeout, this.pool);
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  private handle(runner: QueryRunner): Transaction {
    return {
      dialect: this.dialect,
      manager: runner.manager,
      query: async <Row>(statement: string, parameters?: Parameter[]) =>
        (await outcomeOf(runner, statement, parameters)).rows as Row[],
      execute: async (statement, parameters) => (await outcomeOf(runner, statement, parameters)).affected,
    };
  }

  /** The embedded database works on this thread, and a long transaction must not block it. */
  private yieldBetweenStatements(): void {
    const slice = new TimeSlice();
    const beforeQuery = () => (slice.isOver ? slice.next() : undefined);
    this.dataSource.subscribers.push({ beforeQuery });
  }
}

/** Bounds how long the server may say nothing to each statement of the runner and of its manager. */
async function boundSilence(runner: QueryRunner, seconds: number, pool: ServerPool | null): Promise<void> {
  const connection = (await runner.connect()) as Destroyable;
  const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
  runner.query = ((...given) => answered(connection, seconds, () => query(...given), pool)) as QueryRunner['query'];
}

async function outcomeOf(runner: QueryRunner, statement: string, parameters: Parameter[] = []): Promise<Outcome> {
  const { raw, affected } = await runner.query(statement, parameters, true);
  return { rows: raw as unknown[], affected: affected ?? 0 };
}
