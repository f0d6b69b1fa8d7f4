import { DataSource, type QueryRunner } from 'typeorm';
import type { Outcome } from '../../src/database/database';
import type { TestApp } from './app';

type Before = (statement: string, parameters: unknown[]) => void | Promise<void>;
type Run = (statement: string, parameters?: unknown[]) => Promise<Outcome>;

/** Calls `before` ahead of every statement of this application. @returns what takes it away again */
export function beforeStatements(test: TestApp, before: Before): () => void {
  const around = async (run: Run, statement: string, parameters: unknown[] = []) => {
    await before(statement, parameters);
    return run(statement, parameters);
  };
  return aroundStatements(test, around);
}

/** Puts `around` in the place of every statement of an application; `run` runs it, or another on its connection. */
export function aroundStatements(
  test: TestApp,
  around: (run: Run, statement: string, parameters?: unknown[]) => Promise<Outcome>,
): () => void {
  let active = true;
  const dataSource = test.app.get(DataSource);
  const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
  const watched = new WeakSet<QueryRunner>();
  dataSource.createQueryRunner = (...args) => {
    const runner = createQueryRunner(...args);
    // The embedded database has one and the same runner for everybody.
    if (watched.has(runner)) return runner;
    watched.add(runner);
    const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<{ raw: unknown; affected?: number }>;
    const run: Run = async (statement, parameters) => {
      const { raw, affected = 0 } = await query(statement, parameters, true);
      return { rows: raw as unknown[], affected };
    };
    runner.query = (async (statement: string, parameters?: unknown[], isStructured?: boolean) => {
      if (!active) return query(statement, parameters, isStructured);
      const { rows, affected } = await around(run, statement, parameters);
      return isStructured ? { raw: rows, records: rows, affected } : rows;
    }) as QueryRunner['query'];
    return runner;
  };
  const stopSingle = test.database.dialect.embedded ? () => undefined : aroundSingle(test, around);
  // Those of a server stay where they are: others may have been put around them.
  return () => {
    active = false;
    stopSingle();
    dataSource.createQueryRunner = createQueryRunner;
  };
}

/** The statements of a server that are not part of a transaction. */
function aroundSingle(test: TestApp, around: Parameters<typeof aroundStatements>[1]): () => void {
  const database = test.database as unknown as { ask(...args: unknown[]): Promise<Outcome> };
  const ask = database.ask.bind(database);
  let active = true;
  database.ask = async (connection, how, statement, parameters) => {
    if (!active) return ask(connection, how, statement, parameters);
    const run: Run = (text, values = []) => ask(connection, text === statement ? how : 'query', text, values);
    return around(run, statement as string, parameters as unknown[]);
  };
  return () => void (active = false);
}
