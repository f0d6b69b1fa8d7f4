import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryResult, type QueryRunner } from 'typeorm';
import type { PageSql } from '../common/list/list-sql';
import { Config } from '../config/config';
import type { DatabaseKind } from '../config/database-url';
import { answered } from './answered';
import { type Dialect, dialectOf } from './dialect';
import { isContention } from './errors';
import { Mutex } from './mutex';
import { type ConnectionUsage, ServerConnections } from './server-connections';

export type Parameter = string | number | boolean | null;

/** What a statement runs on: the database itself, or the transaction that is under way. */
export interface Sql {
  readonly dialect: Dialect;
  /** Rows of a SELECT, columns named as in the statement. */
  query<Row>(statement: string, parameters?: Parameter[]): Promise<Row[]>;
  /** The number of rows that an INSERT, UPDATE or DELETE changed. */
  execute(statement: string, parameters?: Parameter[]): Promise<number>;
}

const TRIES = 6;

/**
 * The one way to the database.
 *
 * On a server, every transaction has a connection of its own under READ COMMITTED (under REPEATABLE READ, claims would block
 * inserts: docs/architecture.md). The embedded database has one connection, so there a transaction has it alone:
 * other statements of this process wait until it ends and never see or join a half-done one.
 */
@Injectable()
export class Database implements Sql {
  readonly dialect: Dialect;
  private readonly embeddedTurn = new Mutex();
  /** null on the embedded database, which has one connection. */
  private readonly connections: ServerConnections | null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {
    const { type } = dataSource.options;
    this.dialect = dialectOf(type === 'better-sqlite3' ? 'sqlite' : (type as DatabaseKind));
    this.connections = this.dialect.embedded ? null : new ServerConnections(dataSource, config.databaseTimeout);
  }

  async query<Row>(statement: string, parameters: Parameter[] = []): Promise<Row[]> {
    if (this.connections) return this.connections.query(statement, parameters);
    return this.inTurn(() => this.withRunner((runner) => this.handle(runner).query<Row>(statement, parameters)));
  }

  /**
   * As `query`, for a statement whose text is one of few: it stays prepared on the server. Its parameters may differ each time,
   * its text must not depend on what a caller sends but for a choice among some.
   */
  async queryPrepared<Row>(statement: string, parameters: Parameter[] = []): Promise<Row[]> {
    return this.connections ? this.connections.prepared(statement, parameters) : this.query(statement, parameters);
  }

  /** The rows of one page of a list. */
  page<Row>({ text, parameters, oneOfFew }: PageSql): Promise<Row[]> {
    return oneOfFew ? this.queryPrepared(text, parameters) : this.query(text, parameters);
  }

  /** A deadlock or a lock wait that timed out has undone the statement, and it is run again. */
  async execute(statement: string, parameters: Parameter[] = []): Promise<number> {
    return this.retried((runner) => this.handle(runner).execute(statement, parameters));
  }

  /** The number in the column `total` of a statement's one row. */
  async count(statement: { text: string; parameters: Parameter[] }): Promise<number> {
    const [row] = await this.query<{ total: number | string }>(statement.text, statement.parameters);
    return Number(row!.total);
  }

  /**
   * Runs `work` in one transaction. A deadlock or a lock wait that timed out rolls it back and runs it again, up to six times,
   * so `work` must do nothing outside the database.
   */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.retried((runner) => this.once(runner, work));
  }

  usage(): ConnectionUsage {
    if (this.connections) return this.connections.usage();
    const { pending } = this.embeddedTurn;
    const used = Math.min(pending, 1);
    return { used, idle: 1 - used, waiting: pending - used };
  }

  private async retried<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.inTurn(() => this.withRunner(work));
      } catch (error) {
        if (attempt === TRIES || !isContention(error)) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  private async once<T>(runner: QueryRunner, work: (sql: Sql) => Promise<T>): Promise<T> {
    await this.begin(runner);
    try {
      const result = await work(this.handle(runner));
      await this.ask(runner, 'COMMIT');
      return result;
    } catch (error) {
      // The connection may be gone, and then the server has rolled back by itself; the first error is the one that matters.
      await this.ask(runner, 'ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private async begin(runner: QueryRunner): Promise<void> {
    // IMMEDIATE takes SQLite's write lock at once: a transaction that reads first could not get it later if another process wrote.
    if (this.dialect.embedded) return void (await this.ask(runner, 'BEGIN IMMEDIATE'));
    await this.ask(runner, 'START TRANSACTION');
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.dialect.embedded ? this.embeddedTurn.run(work) : work();
  }

  private handle(runner: QueryRunner): Sql {
    return {
      dialect: this.dialect,
      query: async <Row>(statement: string, parameters: Parameter[] = []) =>
        (await this.ask(runner, statement, parameters)).raw as Row[],
      execute: async (statement, parameters = []) => (await this.ask(runner, statement, parameters)).affected ?? 0,
    };
  }

  private ask(runner: QueryRunner, statement: string, parameters: Parameter[] = []): Promise<QueryResult> {
    const run = () => runner.query(statement, parameters, true);
    return this.dialect.embedded ? run() : answered(runner, this.config.databaseTimeout, run);
  }
}
