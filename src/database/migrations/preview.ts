import type { QueryRunner } from 'typeorm';
import { StartError } from '../../config/start-error';
import { type Change, changeTable, hashOf, longTextOf, uuidOf } from './change-table';

/** The last commit before the first release, which had these migrations. It makes such a database of an older one. */
const COMMIT = 'fea9a144';
const COUNT = 13;
const [FIRST, LAST] = [1765000000000, 1796000000170];

const stampOf = (name: string) => Number(name.slice(-13));

/** Whether a version before the first release ran this migration. */
export const isOfPreview = (name: string) => stampOf(name) < 1797000000000;

/** The names of the migrations that were run, in their order. */
export async function ledgerOf(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows = (await runner.query('SELECT name FROM migrations ORDER BY timestamp')) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** @throws StartError when it is of a version from before the first release, and not of the last one of these */
export function assertNotOlder(ledger: string[], what: string): void {
  const theirs = ledger.filter(isOfPreview);
  const needed = theirs.filter((name) => stampOf(name) >= FIRST && stampOf(name) <= LAST);
  if (theirs.length === 0 || needed.length === COUNT) return;
  throw new StartError(
    `${what} is too old for this version: its last migration is ${theirs.at(-1)}. Upgrade it with commit ${COMMIT} first; until then, back up and restore with the program that wrote it.`,
  );
}

/** What nothing reads any more. */
const DROPPED = ['user_day', 'user_update', 'inventory_change'];

const changesOf = (runner: QueryRunner): Record<string, Change> => ({
  favorite: { add: { last_change: uuidOf(runner) } },
  inventory: {
    add: {
      ...{ labels: longTextOf(runner), unmatched_hash: hashOf(runner) },
      ...{ content_key: hashOf(runner), outcome: longTextOf(runner) },
    },
    drop: ['unmatched_list'],
  },
  deployment: {
    add: { tag: longTextOf(runner).replace('text', 'varchar(128)') },
    dropIndexes: ['deployment_favorite'],
    addIndexes: { deployment_in_use: 'favorite_id, version_id, inventory_id' },
  },
  favorite_bulk_item: { add: { software_id: uuidOf(runner) } },
  update_mark: { drop: ['traceparent'], add: { parts_of: 'integer' } },
  notification: { drop: ['traceparent'] },
  notes_reader: { drop: ['answer_hash'] },
  software_source: { drop: ['repository'], dropIndexes: ['software_source_repository'] },
});

/** Makes what the last version before the first release left into what `Initial` makes, but for tables that are missing. Can be run again. */
export async function takeOver(runner: QueryRunner): Promise<void> {
  for (const table of DROPPED) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  for (const [table, change] of Object.entries(changesOf(runner))) await changeTable(runner, table, change);
}
