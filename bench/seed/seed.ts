import { createHash } from 'node:crypto';
import type { Connection } from 'mysql2/promise';
import type * as Migrations from '../../src/database/migrations';
import type { Settings, Sizes } from '../settings';
import { built } from '../lib/built';
import { connect, createDatabase, type Address } from '../lib/database';
import { migrate } from '../lib/programs';
import { finishUpkeep } from '../lib/upkeep';
import { tablesOf, type TableRows, type Value } from './rows';

/** Raised when the rows are made differently: then a database of before is made anew. */
const REVISION = 4;
/** Nor does a database serve whose tables are those of an older version. */
const { MIGRATIONS } = built<typeof Migrations>('database/migrations');
const ROWS_AT_ONCE = 1_000;
/** Statements under way while the next rows are made. */
const WRITERS = 3;

/** Fills the database with made-up data of these sizes, unless it has it already. */
export async function seed(settings: Settings, address: Address): Promise<void> {
  const wanted = JSON.stringify({ revision: REVISION, tables: MIGRATIONS.at(-1)!.name, ...settings.sizes });
  if ((await seededWith(address)) === wanted) return console.log(`Using the data of before in ${address.database}.`);
  console.log(`Making ${address.database} anew: ${describe(settings.sizes)} …`);
  const start = performance.now();
  await createDatabase(address);
  await migrate(settings.databaseUrl);
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => writer(address)));
  for (const rows of tablesOf(settings.sizes)) await load(writers, rows);
  await finishUpkeep(settings.databaseUrl);
  await finish(writers[0]!, wanted);
  await Promise.all(writers.map((connection) => connection.end()));
  console.log(`  in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
}

const describe = (sizes: Sizes) =>
  Object.entries(sizes)
    .map(([name, size]) => `${size.toLocaleString('en')} ${name}`)
    .join(', ');

async function seededWith(address: Address): Promise<string | null> {
  const connection = await connect({ ...address, database: null });
  try {
    const [rows] = await connection.query(
      'SELECT table_comment AS text FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
      [address.database, 'bench_seed'],
    );
    if ((rows as unknown[]).length === 0) return null;
    const [seeds] = await connection.query(`SELECT settings FROM ${address.database}.bench_seed`);
    return (seeds as { settings: string }[])[0]?.settings ?? null;
  } finally {
    await connection.end();
  }
}

/** The rows fit together by the way they are made; checking each of them would double the time. */
async function writer(address: Address): Promise<Connection> {
  const connection = await connect(address);
  await connection.query('SET SESSION foreign_key_checks = 0, unique_checks = 0');
  return connection;
}

async function load(writers: Connection[], { table, columns, rows }: TableRows): Promise<void> {
  const start = performance.now();
  const source = rows[Symbol.iterator]();
  let count = 0;
  const write = async (connection: Connection) => {
    for (;;) {
      const page = take(source, ROWS_AT_ONCE);
      if (page.length === 0) return;
      count += page.length;
      await connection.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [page]);
    }
  };
  await Promise.all(writers.map(write));
  const seconds = (performance.now() - start) / 1_000;
  console.log(`  ${count.toLocaleString('en')} rows of ${table} in ${seconds.toFixed(1)} s`);
}

function take(source: Iterator<Value[]>, count: number): Value[][] {
  const page: Value[][] = [];
  while (page.length < count) {
    const next = source.next();
    if (next.done) break;
    page.push(next.value);
  }
  return page;
}

/** The note of the sizes comes last: a load that was cut off is begun anew. */
async function finish(connection: Connection, wanted: string): Promise<void> {
  await connection.query('ANALYZE TABLE user, access_token, channel, publisher, software, version, favorite');
  await connection.query('CREATE TABLE bench_seed (id CHAR(8) PRIMARY KEY, settings TEXT NOT NULL)');
  const id = createHash('sha256').update(wanted).digest('hex').slice(0, 8);
  await connection.query('INSERT INTO bench_seed VALUES (?, ?)', [id, wanted]);
}
