import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PageSql } from '../common/list/list-sql';
import { TimeSlice } from '../common/time-slice';
import { Config } from '../config/config';
import type { DatabaseKind } from '../config/database-url';
import { type Dialect, dialectOf } from './dialect';
import { isContention, isUnwritable } from './errors';
import { Mutex } from './mutex';
import { PageTurns } from './page-turns';
import { type ConnectionUsage, type How, ServerConnections } from './server-connections';

export type Parameter = string | number | boolean | null;

/** What a statement runs on: the database itself, or the transaction that is under way. */
export interface Sql {
  readonly dialect: Dialect;
  /** Rows of a SELECT, columns named as in the statement. */
  query<Row>(statement: string, parameters?: Parameter[]): Promise<Row[]>;
  /** The number of rows that an INSERT, UPDATE or DELETE changed. */
  execute(statement: string, parameters?: Parameter[]): Promise<number>;
}

/** What came of a statement: the rows of a SELECT, or how many rows it changed. */
export interface Outcome {
  rows: unknown[];
  affected: number;
}

/** A write that failed as nothing can be written, and when, by `performance.now`. */
export interface FailedWrite {
  error: unknown;
  at: number;
}

/** Runs a statement on the connection that was lent. */
export type Ask = (statement: string, parameters?: Parameter[]) => Promise<Outcome>;

const TRIES = 6;

/**
 * The one way to the database.
 *
 * On a server, every transaction has a connection of its own under READ COMMITTED (under REPEATABLE READ, claims would block
 * inserts: docs/architecture.md). The embedded database has one connection, so there a transaction has it alone:
 * other statements of this process wait until it ends and never see or join a half-done one. Its statements block the event
 * loop, so a long transaction yields between them; each statement has to be short by itself, over a page of rows.
 */
@Injectable()
export class Database implements Sql {
  readonly dialect: Dialect;
  private readonly embeddedTurn = new Mutex();
  /** The embedded database works on this thread, and waiting for it lets nothing else run. */
  private readonly embeddedSlice = new TimeSlice();
  private readonly embeddedPages = new PageTurns(1);
  /** null on the embedded database, which has one connection. */
  private readonly connections: ServerConnections | null;
  /** The last one. */
  failedWrite: FailedWrite | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    config: Config,
  ) {
    const { type } = dataSource.options;
    this.dialect = dialectOf(type === 'better-sqlite3' ? 'sqlite' : (type as DatabaseKind));
    this.connections = this.dialect.embedded ? null : new ServerConnections(dataSource, config.databaseTimeout);
  }

  async query<Row>(statement: string, parameters: Parameter[] = []): Promise<Row[]> {
    return (await this.single('query', statement, parameters)).rows as Row[];
  }

  /**
   * As `query`, for a statement whose text is one of few: it stays prepared on the server. Its parameters may differ each time,
   * its text must not depend on what a caller sends but for a choice among some.
   */
  async queryPrepared<Row>(statement: string, parameters: Parameter[] = []): Promise<Row[]> {
    return (await this.single('execute', statement, parameters)).rows as Row[];
  }

  /** The rows of one page of a list, which may have to wait for its turn. */
  async page<Row>({ text, parameters, oneOfFew }: PageSql): Promise<Row[]> {
    const how = oneOfFew ? 'execute' : 'query';
    const { connections } = this;
    const page = connections
      ? connections.page(how, text, parameters)
      : this.embeddedPages.run(() => this.single(how, text, parameters));
    return (await page).rows as Row[];
  }

  /**
   * Runs `read` when it is its turn among the pages of lists, for what reads more than the rows of one: else rows of many requests
   * would wait in memory for their next statement. It must not ask for another page.
   */
  reading<T>(read: () => Promise<T>): Promise<T> {
    return (this.connections?.pages ?? this.embeddedPages).run(read);
  }

  /** The rows of one page inside of `reading`. */
  async pageRead<Row>({ text, parameters, oneOfFew }: PageSql): Promise<Row[]> {
    return (await this.single(oneOfFew ? 'execute' : 'query', text, parameters)).rows as Row[];
  }

  /** A deadlock or a lock wait that timed out has undone the statement, and it is run again. */
  async execute(statement: string, parameters: Parameter[] = []): Promise<number> {
    return (await this.retried((ask) => ask(statement, parameters))).affected;
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
    return this.retried((ask) => this.once(ask, work));
  }

  /** Writes something that leaves no trace. @throws what every write would now */
  async probeWrite(): Promise<void> {
    const { begin, write, end } = this.dialect.writeProbe;
    await this.lent(async (ask) => {
      await ask(begin);
      try {
        await ask(write);
      } catch (error) {
        await ask(end).catch(() => undefined); // the first error is the one that matters
        throw error;
      }
      await ask(end);
    });
  }

  usage(): ConnectionUsage {
    if (this.connections) return this.connections.usage();
    const { pending } = this.embeddedTurn;
    const used = Math.min(pending, 1);
    return { used, idle: 1 - used, waiting: pending - used + this.embeddedPages.waiting };
  }

  private async retried<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.lent(work);
      } catch (error) {
        if (isUnwritable(error)) this.failedWrite = { error, at: performance.now() };
        if (attempt === TRIES || !isContention(error)) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  private async once<T>(ask: Ask, work: (sql: Sql) => Promise<T>): Promise<T> {
    // IMMEDIATE takes SQLite's write lock at once: a transaction that reads first could not get it later if another process wrote.
    await ask(this.dialect.embedded ? 'BEGIN IMMEDIATE' : 'START TRANSACTION');
    try {
      const result = await work(this.handle(ask));
      await ask('COMMIT');
      return result;
    } catch (error) {
      // The connection may be gone, and then the server has rolled back by itself; the first error is the one that matters.
      await ask('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private single(how: How, statement: string, parameters: Parameter[]): Promise<Outcome> {
    if (this.connections) return this.connections.single(how, statement, parameters);
    return this.lent((ask) => ask(statement, parameters));
  }

  private lent<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    return this.connections ? this.connections.lend(work) : this.embeddedTurn.run(() => this.withRunner(work));
  }

  private async withRunner<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const ask: Ask = async (statement, parameters = []) => {
      if (this.embeddedSlice.isOver) await this.embeddedSlice.next();
      const { raw, affected } = await runner.query(statement, parameters, true);
      return { rows: raw as unknown[], affected: affected ?? 0 };
    };
    try {
      return await work(ask);
    } finally {
      await runner.release();
    }
  }

  private handle(ask: Ask): Sql {
    return {
      dialect: this.dialect,
      query: async <Row>(statement: string, parameters?: Parameter[]) =>
        (await ask(statement, parameters)).rows as Row[],
      execute: async (statement, parameters) => (await ask(statement, parameters)).affected,
    };
  }
}
