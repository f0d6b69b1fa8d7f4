import type { DataSource, QueryRunner } from 'typeorm';
import { SERVER_URL } from './database';

/**
 * Runs work again and again, each time killed before the first statement that changes something and that it had not come to before, until it
 * comes to its end.
 * @returns how often it was killed
 */
export async function killedEverywhere(source: DataSource, work: (runner: QueryRunner) => Promise<void>) {
  const runner = source.createQueryRunner();
  const untouched = runner.query;
  const query = untouched.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  const seen = new Set<string>();
  const isKilled = async () => {
    runner.query = (async (...args: unknown[]) => {
      const text = String(args[0]);
      if (/^\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)\b/i.test(text) && !seen.has(text)) {
        seen.add(text);
        throw new Error('killed');
      }
      return query(...args);
    }) as typeof runner.query;
    // The embedded database takes everything back.
    if (!SERVER_URL) await query('BEGIN IMMEDIATE');
    const error = await work(runner).then(
      () => null,
      (reason: Error) => reason,
    );
    // On the embedded database all use this runner.
    runner.query = untouched;
    if (!SERVER_URL) await query(error === null ? 'COMMIT' : 'ROLLBACK');
    if (error !== null && error.message !== 'killed') throw error;
    return error !== null;
  };
  while (await isKilled());
  await runner.release();
  return seen.size;
}
