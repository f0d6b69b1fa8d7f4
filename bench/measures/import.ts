import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { median } from '../lib/compare';
import { createDatabase } from '../lib/database';
import { environment, migrate, ROOT, runCli } from '../lib/programs';
import { type Settings, times } from '../settings';
import type { Measure, Result, World } from './measure';

const ROUNDS = 3;
const SECONDS_AT_MOST = { SQLite: 10, server: 15 };
const CATALOGUE = join(ROOT, 'data', 'catalogue.ndjson.gz');

/** The bundled catalogue, all of its files, into an empty database, by the command line: from its start to its end. */
export const importing: Measure = {
  name: 'import',
  title: 'Import of the bundled catalogue',
  async run(world) {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
    const file = world.settings.check ? firstLines(folder) : null;
    try {
      return [
        line('SQLite', await rounds(world.settings, () => intoSqlite(folder, file)), SECONDS_AT_MOST.SQLite),
        line('the server', await rounds(world.settings, () => intoServer(world, file)), SECONDS_AT_MOST.server),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function firstLines(folder: string): string {
  const file = join(folder, 'first.ndjson');
  writeFileSync(file, gunzipSync(readFileSync(CATALOGUE)).toString().split('\n').slice(0, 20).join('\n'));
  return file;
}

async function rounds(settings: Settings, work: () => Promise<number>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < times(settings, ROUNDS); round++) seconds.push(await work());
  return median(seconds);
}

async function intoSqlite(folder: string, file: string | null): Promise<number> {
  const database = join(mkdtempSync(join(folder, 'data-')), 'tracker.sqlite');
  await migrate(`sqlite:${database}`);
  return timed(`sqlite:${database}`, file);
}

async function intoServer({ settings, address }: World, file: string | null): Promise<number> {
  const own = { ...address, database: `${address.database}_import` };
  const url = new URL(settings.databaseUrl);
  url.pathname = `/${own.database}`;
  await createDatabase(own);
  await migrate(url.href);
  return timed(url.href, file);
}

async function timed(databaseUrl: string, file: string | null): Promise<number> {
  const start = performance.now();
  await runCli(['catalogue', 'refresh', ...(file === null ? [] : [file])], environment(databaseUrl));
  return (performance.now() - start) / 1_000;
}

const line = (where: string, seconds: number, atMost: number): Result => ({
  what: `into ${where}`,
  aim: `≤ ${atMost} s`,
  measured: `**${seconds.toFixed(1)} s**`,
  holds: seconds <= atMost,
});
