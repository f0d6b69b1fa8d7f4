import type { QueryRunner } from 'typeorm';
import { StartError } from '../../config/start-error';
import { createTables, isSqlite, typesOf } from './change-table';
import { systemMessageTables } from './initial/notification.tables';

/** The migrations before the first release were as many as this, and ended with this one. */
const COUNT = 41;
const LAST = 'UnmatchedComponents1764800100000';
/** The last commit that had these, and that makes such a database of an older one. */
const COMMIT = '1173abbc';

const RENAMED = [
  ['channel', 'lane', 'destination'],
  ['delivery', 'lane', 'destination'],
  ['delivery_pace', 'lane', 'destination'],
  ['version', 'standing', 'release_rank'],
  ['bundled_product', 'feed', 'source'],
] as const;

/** Alerts had the id of their favorite for a version, and a negative number for a reminder. */
const ALERTS_ON_SQLITE = [
  'DROP INDEX notification_once',
  'ALTER TABLE notification RENAME COLUMN version_id TO former_version_id',
  'ALTER TABLE notification ADD COLUMN version_id varchar(36)',
  'UPDATE notification SET version_id = former_version_id WHERE subject IS NULL',
  'UPDATE notification SET reminder = 0 WHERE subject IS NOT NULL',
  'ALTER TABLE notification DROP COLUMN former_version_id',
  'CREATE UNIQUE INDEX notification_once ON notification (favorite_id, version_id, reminder)',
];
const ALERTS_ON_SERVER = [
  'ALTER TABLE notification MODIFY version_id varchar(36) CHARACTER SET ascii COLLATE ascii_bin NULL',
  'UPDATE notification SET version_id = NULL, reminder = 0 WHERE subject IS NOT NULL',
];

/** Alerts waited for a digest each as a digest of its own. */
const DIGESTS = `UPDATE delivery SET digest_id = NULL WHERE digest_id = id AND collect_at IS NOT NULL AND state = 'queued'`;

/** Messages of the service had a table for each kind: the columns that it shares with `system_message`, and what else it gives. */
const QUEUED = 'id, next_at, claim_id, attempts, expires_at, created_at';
const MAIL = 'channel_id, user_id, address_key, mailbox_key, slot';
const PAYLOAD = `json_object('type', about_type, 'name', about_name, 'reason', reason)`;
const SYSTEM_MESSAGES = [
  { table: 'confirmation_mail', into: `kind, ${MAIL}`, from: `'confirmation', ${MAIL}` },
  {
    table: 'channel_notice',
    into: 'kind, channel_id, about_channel_id, payload',
    from: `'notice', channel_id, about_channel_id, ${PAYLOAD}`,
  },
  { table: 'operator_report', into: 'kind', from: `'report'` },
];

/** Whether a version before the first release ran this migration. */
export const isOfPreview = (name: string) => Number(name.slice(-13)) <= Number(LAST.slice(-13));

/** The names of the migrations that were run, in their order. */
export async function ledgerOf(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows = (await runner.query('SELECT name FROM migrations ORDER BY timestamp')) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** @throws StartError when it is of a version from before the first release, and not of the last one of these */
export function assertNotOlder(ledger: string[], what: string): void {
  const theirs = ledger.filter(isOfPreview);
  if (theirs.length === 0 || theirs.length === COUNT) return;
  throw new StartError(
    `${what} is too old for this version: its last migration is ${theirs.at(-1)}. Upgrade it with commit ${COMMIT} first; until then, back up and restore with the program that wrote it.`,
  );
}

/** Makes what the last version before the first release left into what `Initial` makes. Each statement can be run again. */
export async function takeOver(runner: QueryRunner): Promise<void> {
  for (const statement of isSqlite(runner) ? ALERTS_ON_SQLITE : ALERTS_ON_SERVER) await runner.query(statement);
  await runner.query(DIGESTS);
  for (const [table, from, to] of RENAMED)
    if (await runner.hasColumn(table, from)) await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
  await runner.query('DROP TABLE IF EXISTS notes_host');
  await createTables(runner, systemMessageTables(typesOf(runner)));
  for (const { table, into, from } of SYSTEM_MESSAGES) {
    if (!(await runner.hasTable(table))) continue;
    await runner.query(
      `INSERT INTO system_message (${QUEUED}, ${into}) SELECT ${QUEUED}, ${from} FROM ${table}
       WHERE id NOT IN (SELECT id FROM system_message)`,
    );
    await runner.query(`DROP TABLE ${table}`);
  }
}
