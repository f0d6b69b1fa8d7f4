import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../lib/compare';
import { createDatabase } from '../lib/database';
import { environment, migrate, ROOT, runCli } from '../lib/programs';
import type { Measure, Result, World } from './measure';

const ROUNDS = 3;
const SECONDS_AT_MOST = { SQLite: 10, server: 15 };
const CATALOGUE = join(ROOT, 'data', 'catalogue.ndjson.gz');

/** The bundled catalogue into an empty database, by the command line: from its start to its end. */
export const importing: Measure = {
  name: 'import',
  title: 'Import of the bundled catalogue',
  run: async (world) => [
    line('SQLite', await rounds(() => intoSqlite()), SECONDS_AT_MOST.SQLite),
    line('the server', await rounds(() => intoServer(world)), SECONDS_AT_MOST.server),
  ],
};

async function rounds(work: () => Promise<number>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) seconds.push(await work());
  return median(seconds);
}

async function intoSqlite(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
  try {
    const url = `sqlite:${join(folder, 'tracker.sqlite')}`;
    await migrate(url);
    return await timed(url);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function intoServer({ settings, address }: World): Promise<number> {
  const own = { ...address, database: `${address.database}_import` };
  const url = new URL(settings.databaseUrl);
  url.pathname = `/${own.database}`;
  await createDatabase(own);
  await migrate(url.href);
  return timed(url.href);
}

async function timed(databaseUrl: string): Promise<number> {
  const start = performance.now();
  await runCli(['catalogue', 'import', CATALOGUE], environment(databaseUrl));
  return (performance.now() - start) / 1_000;
}

const line = (where: string, seconds: number, atMost: number): Result => ({
  what: `into ${where}`,
  aim: `≤ ${atMost} s`,
  measured: `**${seconds.toFixed(1)} s**`,
  holds: seconds <= atMost,
});
