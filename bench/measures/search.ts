import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { INestApplicationContext } from '@nestjs/common';
import type * as Upkeeps from '../../src/software/search/search-upkeep';
import { startApplication } from '../lib/application';
import { built } from '../lib/built';
import { median } from '../lib/compare';
import { type Address, rowsOf } from '../lib/database';
import { migrate, type Program, startService } from '../lib/programs';
import { COMMON_PART, publisherName, RARE_PART, softwareName, tokenOf } from '../seed/facts';
import { tablesOf } from '../seed/rows';
import { type Settings, type Sizes, times } from '../settings';
import type { Measure, Result, World } from './measure';

const { SearchUpkeep } = built<typeof Upkeeps>('software/search/search-upkeep');

const PREFIX_AT_MOST_MS = 10;
const PART_AT_MOST_MS = 100;
const REQUESTS = 40;
/** Enough for the list of software. */
const TABLES = ['user', 'access_token', 'publisher', 'software', 'version'];

interface Search {
  what: string;
  q: string;
  atMost: number | null;
  more?: string;
}

/** `q` of the list of software, one request after the other, on the server and on SQLite; and what the terms cost. */
export const search: Measure = {
  name: 'search',
  title: 'Search',
  run: async (world) => [...(await onServer(world)), ...(await onSqlite(world.settings))],
};

function searches(sizes: Sizes): Search[] {
  const [first = '', second = ''] = softwareName(4_710).split(' ');
  const middle = RARE_PART.slice(2, -1);
  return [
    { what: 'a whole name', q: softwareName(sizes.software - 1), atMost: PREFIX_AT_MOST_MS },
    { what: 'a beginning that few names have', q: RARE_PART.slice(0, 5), atMost: PREFIX_AT_MOST_MS },
    { what: 'a beginning that a fiftieth of the names has', q: first.slice(0, 4), atMost: PREFIX_AT_MOST_MS },
    { what: 'the first letter alone', q: first.slice(0, 1), atMost: null },
    { what: 'two words', q: `${second} ${first}`, atMost: null },
    { what: 'a name and its publisher', q: `${RARE_PART} ${publisherName(17).split(' ')[0]}`, atMost: null },
    { what: 'a part that few names have', q: middle, atMost: PART_AT_MOST_MS },
    { what: 'a part that an eighth of the names has', q: COMMON_PART.slice(1), atMost: PART_AT_MOST_MS },
    { what: 'the same, counted', q: COMMON_PART.slice(1), atMost: null, more: '&includeTotal' },
    { what: 'a typing mistake', q: RARE_PART.replace('co', 'oc'), atMost: null },
    { what: 'nothing', q: 'wxyzzyx', atMost: null },
  ];
}

async function onServer({ settings, address }: World): Promise<Result[]> {
  const before = await bytesOf(address);
  const filled = await fill(settings.databaseUrl);
  const bytes = await bytesOf(address);
  const results = await measured('server', settings.databaseUrl, settings);
  return [
    ...filled.map((one) => named('server', one)),
    size('server', bytes, settings.sizes, bytes > before),
    ...results,
  ];
}

async function onSqlite(settings: Settings): Promise<Result[]> {
  const { sizes } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
  const file = join(folder, 'tracker.sqlite');
  try {
    await migrate(`sqlite:${file}`);
    load(file, sizes);
    const before = statSync(file).size;
    const filled = await fill(`sqlite:${file}`);
    const bytes = statSync(file).size - before;
    const results = await measured('SQLite', `sqlite:${file}`, settings);
    return [...filled.map((one) => named('SQLite', one)), size('SQLite', bytes, sizes, true), ...results];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function load(file: string, sizes: Sizes): void {
  const database = new Sqlite(file);
  database.pragma('foreign_keys = OFF');
  database.exec('BEGIN');
  for (const { table, columns, rows } of tablesOf(sizes).filter((one) => TABLES.includes(one.table))) {
    const insert = database.prepare(
      `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of rows) insert.run(row);
  }
  database.exec('COMMIT');
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Makes the terms that are missing, as a worker does when it starts. */
async function fill(databaseUrl: string): Promise<Result[]> {
  const app: INestApplicationContext = await startApplication(databaseUrl);
  try {
    const start = performance.now();
    const { software } = await app.get(SearchUpkeep).refresh();
    const seconds = (performance.now() - start) / 1_000;
    const rate = Math.round(software / seconds).toLocaleString('en');
    return software === 0 ? [] : [result('terms made for products', null, `**${seconds.toFixed(0)} s** (${rate}/s)`)];
  } finally {
    await app.close();
  }
}

async function bytesOf(address: Address): Promise<number> {
  await rowsOf(address, 'ANALYZE TABLE software_term, publisher_term');
  const [row] = await rowsOf<{ bytes: string }>(
    address,
    `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name IN ('software_term', 'publisher_term')`,
  );
  return Number(row!.bytes);
}

const size = (where: string, bytes: number, { software }: Sizes, fresh: boolean): Result =>
  named(
    where,
    result(
      'terms in the database',
      null,
      `**${(bytes / 2 ** 20).toFixed(0)} MB** (${(bytes / software / 1_024).toFixed(1)} kB a product${fresh ? '' : ', made before'})`,
    ),
  );

async function measured(where: string, databaseUrl: string, settings: Settings): Promise<Result[]> {
  const service = await startService(databaseUrl);
  try {
    const results: Result[] = [];
    for (const one of searches(settings.sizes))
      results.push(named(where, await timed(service, one, times(settings, REQUESTS))));
    return results;
  } finally {
    await service.stop();
  }
}

async function timed(service: Program, { what, q, atMost, more = '' }: Search, requests: number): Promise<Result> {
  const taken: number[] = [];
  for (let number = 0; number < requests; number++) {
    const start = performance.now();
    const url = `${service.url}/api/v1/software?q=${encodeURIComponent(q)}${more}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${tokenOf(0)}` } });
    const body = (await response.json()) as { data: unknown[] };
    taken.push(performance.now() - start);
    if (response.status !== 200 || (body.data.length === 0) !== (what === 'nothing'))
      throw new Error(`${q}: ${JSON.stringify(body)}`);
  }
  const late = taken.toSorted((a, b) => a - b)[Math.floor(requests * 0.95)]!;
  const p50 = median(taken);
  const text = `**${p50.toFixed(1)} ms**, p95 ${late.toFixed(1)} ms`;
  return { ...result(`${what}: \`${q}\``, atMost, text), holds: atMost === null ? null : p50 <= atMost };
}

const result = (what: string, atMost: number | null, measuredText: string): Result => ({
  what,
  aim: atMost === null ? '' : `≤ ${atMost} ms`,
  measured: measuredText,
  holds: null,
});

const named = (where: string, one: Result): Result => ({ ...one, what: `${where}: ${one.what}` });
