import type { INestApplicationContext } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';

/**
 * The statements of one transaction of the service, to be run again by the limit server for other rows. What differs from one request
 * to the next has a name in place of its value.
 */
export interface Recorded {
  text: string;
  parameters: (string | number | boolean | null)[];
}

/** A parameter `:name` stands for the value of that name; `:now` for what the statement before it read off the database's clock. */
export const NOW = ':now';
const CLOCK = /^SELECT (?:UTC_TIMESTAMP\(6\)|NOW\(6\)) AS now$/;

/**
 * What `work` runs in its transaction.
 * @param names by their values, such as an id: a parameter with that value becomes `:name`
 * @param unnamed the name of an id that is met first here: one that is made meanwhile
 */
export async function recorded(
  app: INestApplicationContext,
  work: () => Promise<unknown>,
  names: Map<unknown, string>,
  unnamed?: string,
): Promise<Recorded[]> {
  const dataSource = app.get(DataSource);
  const original = dataSource.createQueryRunner.bind(dataSource);
  const statements: Recorded[] = [];
  const nameOf = (value: unknown) => {
    const known = names.get(value);
    if (known !== undefined || !unnamed || !/^[\da-f]{8}-[\da-f-]{27}$/.test(String(value))) return known ?? value;
    names.set(value, `:${unnamed}`);
    return `:${unnamed}`;
  };
  dataSource.createQueryRunner = (...args) => {
    const runner = original(...args);
    const query = runner.query.bind(runner) as (...rest: unknown[]) => Promise<unknown>;
    runner.query = (async (text: string, parameters: unknown[] = [], ...rest: unknown[]) => {
      statements.push({ text, parameters: parameters.map(nameOf) as Recorded['parameters'] });
      const result = await query(text, parameters, ...rest);
      if (CLOCK.test(text)) names.set((result as { raw: { now: string }[] }).raw[0]!.now, NOW);
      return result;
    }) as QueryRunner['query'];
    return runner;
  };
  try {
    await work();
    return statements;
  } finally {
    dataSource.createQueryRunner = original;
  }
}

export const readsClock = (text: string) => CLOCK.test(text);
