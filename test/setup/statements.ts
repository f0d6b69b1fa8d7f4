import { DataSource, type QueryRunner } from 'typeorm';
import type { Outcome, Sql } from '../../src/database/database';
import type { TestApp } from './app';

type Before = (statement: string, parameters: unknown[]) => void | Promise<void>;
type Run = (statement: string, parameters?: unknown[]) => Promise<Outcome>;

/** Calls `before` ahead of every statement of this application. @returns what takes it away again */
export function beforeStatements(test: TestApp, before: Before): () => void {
  if (!test.database.dialect.embedded)
    return aroundServerStatements(test, async (run, statement, parameters = []) => {
      await before(statement, parameters);
      return run(statement, parameters);
    });
  const dataSource = test.app.get(DataSource);
  const original = dataSource.createQueryRunner.bind(dataSource);
  const watched = new WeakSet<QueryRunner>();
  let active = true;
  dataSource.createQueryRunner = (...args) => {
    const runner = original(...args);
    // The embedded database has one and the same runner for everybody.
    if (watched.has(runner)) return runner;
    watched.add(runner);
    const query = runner.query.bind(runner) as (...rest: unknown[]) => Promise<unknown>;
    runner.query = (async (statement: string, parameters: unknown[] = [], ...rest: unknown[]) => {
      if (active) await before(statement, parameters);
      return query(statement, parameters, ...rest);
    }) as QueryRunner['query'];
    return runner;
  };
  return () => {
    active = false;
    dataSource.createQueryRunner = original;
  };
}

/** Puts `around` in the place of every statement of an application on a server; `run` runs it, or another on its connection. */
export function aroundServerStatements(
  test: TestApp,
  around: (run: Run, statement: string, parameters?: unknown[]) => Promise<Outcome>,
): () => void {
  const { connections } = test.database as unknown as { connections: { ask(...args: unknown[]): Promise<Outcome> } };
  const ask = connections.ask.bind(connections);
  let active = true;
  connections.ask = async (connection, how, statement, parameters, passOn) => {
    if (!active) return ask(connection, how, statement, parameters, passOn);
    const run: Run = (text, values) => ask(connection, text === statement ? how : 'query', text, values);
    const outcome = await around(run, statement as string, parameters as unknown[]);
    // It gives the connection back, which `run` still needed.
    (passOn as ((answer: () => void) => void) | undefined)?.(() => undefined);
    return outcome;
  };
  // It stays where it is: another one may have been put around it.
  return () => void (active = false);
}

/** Makes the application stand still ahead of the first statement that matches, as a suspended machine would. */
export function standStillBefore(test: TestApp, pattern: RegExp): { reached: Promise<void>; goOn(): void } {
  let reach: () => void;
  let goOn: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const stop = beforeStatements(test, async (statement) => {
    if (!pattern.test(statement)) return;
    stop();
    reach();
    await gate;
  });
  return { reached, goOn: () => goOn() };
}

/**
 * The first statement that matches fails, with an error that says nothing about the database being away.
 * @returns whether there was one
 */
export function failOnce(test: TestApp, pattern: RegExp): () => boolean {
  let met = false;
  const stop = beforeStatements(test, (statement) => {
    if (met || !pattern.test(statement)) return;
    met = true;
    stop();
    throw Object.assign(new Error('Query execution was interrupted'), { code: 'ER_QUERY_INTERRUPTED', errno: 1317 });
  });
  return () => met;
}

/** The first transaction with such a statement is done, and its end is not heard: whoever runs it gets an error. */
export function loseEndOnce({ database }: TestApp, pattern: RegExp): void {
  const run = database.transaction.bind(database);
  database.transaction = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    let meant = false;
    const watched = (sql: Sql): Sql => ({
      ...sql,
      execute: (statement, parameters) => {
        meant ||= pattern.test(statement);
        return sql.execute(statement, parameters);
      },
    });
    const result = await run((sql) => work(watched(sql)));
    if (!meant) return result;
    Reflect.deleteProperty(database, 'transaction');
    throw Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });
  };
}
