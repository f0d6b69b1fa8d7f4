import { DataSource, type QueryRunner } from 'typeorm';
import type { TestApp } from './app';

/** A statement without its values, the most rows and index entries that it read at once, and how often it ran. */
export interface Reading {
  statement: string;
  most: number;
  times: number;
}

const MEASURED = /^\s*(SELECT|INSERT|UPDATE|DELETE)\b/i;

/** What the statements of this application read while `work` runs, by the counters of a database server. */
export async function rowsRead(test: TestApp, work: () => Promise<unknown>): Promise<Reading[]> {
  const dataSource = test.app.get(DataSource);
  const original = dataSource.createQueryRunner.bind(dataSource);
  const readings = new Map<string, Reading>();
  dataSource.createQueryRunner = (...args) => {
    const runner = original(...args);
    const query = runner.query.bind(runner) as (...rest: unknown[]) => Promise<unknown>;
    runner.query = (async (statement: string, ...rest: unknown[]) => {
      if (!MEASURED.test(statement)) return query(statement, ...rest);
      const [first, before] = [await soFar(query), await soFar(query)];
      const answer = await query(statement, ...rest);
      // Asking for the counters counts too.
      note(readings, statement, (await soFar(query)) - before - (before - first));
      return answer;
    }) as QueryRunner['query'];
    return runner;
  };
  try {
    await work();
  } finally {
    dataSource.createQueryRunner = original;
  }
  return [...readings.values()];
}

async function soFar(query: (statement: string) => Promise<unknown>): Promise<number> {
  const rows = (await query(`SHOW SESSION STATUS LIKE 'Handler_read%'`)) as { Value: string }[];
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
}

function note(readings: Map<string, Reading>, text: string, rows: number): void {
  const statement = text.replace(/\s+/g, ' ').replace(/\?(, \?)+/g, '?, …');
  const { most, times } = readings.get(statement) ?? { most: 0, times: 0 };
  readings.set(statement, { statement, most: Math.max(most, rows), times: times + 1 });
}
