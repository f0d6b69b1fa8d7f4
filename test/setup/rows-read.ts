import type { Outcome } from '../../src/database/database';
import type { TestApp } from './app';
import { aroundStatements } from './statements';

/** A statement without its values, the most rows and index entries that it read at once, and how often it ran. */
export interface Reading {
  statement: string;
  most: number;
  times: number;
}

const MEASURED = /^\s*(SELECT|INSERT|UPDATE|DELETE)\b/i;

/** What the statements of this application read while `work` runs, by the counters of a database server. */
export async function rowsRead(test: TestApp, work: () => Promise<unknown>): Promise<Reading[]> {
  const readings = new Map<string, Reading>();
  const stop = aroundStatements(test, async (run, statement, parameters) => {
    if (!MEASURED.test(statement)) return run(statement, parameters);
    const [first, before] = [await soFar(run), await soFar(run)];
    const outcome = await run(statement, parameters);
    // Asking for the counters counts too.
    note(readings, statement, (await soFar(run)) - before - (before - first));
    return outcome;
  });
  try {
    await work();
  } finally {
    stop();
  }
  return [...readings.values()];
}

async function soFar(run: (statement: string) => Promise<Outcome>): Promise<number> {
  const { rows } = await run(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
  return (rows as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
}

function note(readings: Map<string, Reading>, text: string, rows: number): void {
  const statement = text.replace(/\s+/g, ' ').replace(/\?(, \?)+/g, '?, …');
  const { most, times } = readings.get(statement) ?? { most: 0, times: 0 };
  readings.set(statement, { statement, most: Math.max(most, rows), times: times + 1 });
}
