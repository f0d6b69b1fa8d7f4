import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../src/entities';
import { loadConfig } from '../../src/config/config';
import { StartError } from '../../src/config/start-error';
import { assertDatabase, migrate } from '../../src/database/migrate';
import { MIGRATIONS } from '../../src/database/migrations';
import { databaseOptions } from '../../src/database/options';
import { SystemMessageRepository } from '../../src/notification/system-message/system-message.repository';
import { startApp } from '../setup/app';
import { createEmptyDatabase, SERVER_URL, type TestDatabase } from '../setup/database';
import { dumpTables, loadDump } from '../setup/dump';
import { killedEverywhere } from '../setup/killed';
import { createStage, start } from '../setup/process';
import { structureOf } from '../setup/structure';

const PAST = '2001-01-01 00:00:00.000000';
/** What was the last version before the first release, and then each release: an upgrade from them is a promise. */
const DUMPS = ['before-0.1', '0.1'];
const PREVIEW = 'before-0.1';
/** It did not have them. */
const NEW_TABLES = [
  'kept_answer',
  'image_digest',
  'catalogue_revision',
  'inventory_label',
  'unmatched_list',
  'update_part',
  'favorite_bulk_run',
  'favorite_bulk_part',
];

/** Of the confirmation mails in each dump. */
const MAIL = { channel_id: '01a21606-0e00-7000-8000-00000000000a', address_key: 'address 1' };

const databases: TestDatabase[] = [];
const sources: DataSource[] = [];

afterEach(async () => {
  for (const source of sources.splice(0)) await source.destroy();
  for (const database of databases.splice(0)) await database.drop();
});

const configOf = ({ url, dataDir }: TestDatabase) =>
  loadConfig({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32) });

/** @param dump null = an empty one */
async function databaseOf(dump: string | null) {
  const database = await createEmptyDatabase();
  databases.push(database);
  if (dump !== null) await loadDump(database.url, dump);
  return { database, config: configOf(database) };
}

async function open(config: ReturnType<typeof configOf>): Promise<DataSource> {
  const source = await new DataSource(databaseOptions(config.database, ENTITIES)).initialize();
  sources.push(source);
  return source;
}

/** The structure that an empty database gets. */
async function newest(): Promise<unknown> {
  const { config } = await databaseOf(null);
  await migrate(config, ENTITIES);
  return structureOf(await open(config));
}

const alertsIn = (source: { query(text: string): Promise<unknown> }) =>
  source.query(
    `SELECT favorite_id, subject, version_id, reminder, state FROM notification
     WHERE kind <> 'update' ORDER BY favorite_id, subject`,
  ) as Promise<{ favorite_id: string; subject: string; version_id: string | null; reminder: number; state: string }[]>;

const { WRITE_DUMP } = process.env;

(WRITE_DUMP ? it : it.skip)('writes the tables of a release to its dump', async () => {
  const { config } = await databaseOf(null);
  await migrate(config, ENTITIES);
  await dumpTables(await open(config), WRITE_DUMP!);
});

describe.each(DUMPS)('a database of %s', (dump) => {
  it('gets the tables that an empty one gets', async () => {
    const { config } = await databaseOf(dump);
    const ran = await migrate(config, ENTITIES);
    expect(ran).toEqual(MIGRATIONS.map(({ name }) => name).slice(dump === PREVIEW ? 0 : 1));
    expect(await migrate(config, ENTITIES)).toEqual([]);
    const source = await open(config);
    expect(await structureOf(source)).toEqual(await newest());
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('goes on with what it has: nothing is lost, and nothing is told twice', async () => {
    const { database } = await databaseOf(dump);
    const test = await startApp({ DATABASE_URL: database.url, DATA_DIR: database.dataDir });
    try {
      const before = await alertsIn(test.database);
      expect(before.map(({ version_id, reminder }) => [version_id, reminder])).toEqual([
        [null, 0],
        [null, 0],
        [null, 0],
      ]);
      const ada = await test.as('user 1');
      const { body } = await ada.get('/api/v1/notification?sort=created_at').expect(200);
      expect(body.data).toMatchObject([
        { kind: 'support.ending', state: 'sent', version: { version: '14.23' } },
        { kind: 'update', state: 'sent', version: { version: '14.24' } },
        { kind: 'update', state: 'sent', version: { version: '14.24' } },
      ]);
      const favorites = await ada.get('/api/v1/favorite?includeDeployments').expect(200);
      expect(favorites.body.data).toMatchObject([
        { version: { version: '14.23' }, update_available: true, deployments: [{ inventory: 'prod' }] },
      ]);
      // The same thresholds are looked at once more, and what waits for a digest is due.
      await test.database.execute('UPDATE favorite SET alert_at = ? WHERE support IS NOT NULL', [PAST]);
      await test.database.execute('UPDATE delivery SET collect_at = ? WHERE collect_at IS NOT NULL', [PAST]);
      await test.check();
      await test.deliver();
      const after = await alertsIn(test.database);
      const subjects = before.map(({ subject }) => subject);
      expect(after.filter(({ subject }) => subjects.includes(subject))).toEqual(
        before.map((alert) => ({ ...alert, state: 'sent' })),
      );
      const digest = await test.database.query<{ kind: string; state: string; digest_id: string | null }>(
        `SELECT n.kind, d.state, d.digest_id FROM delivery d JOIN notification n ON n.id = d.notification_id
           JOIN channel c ON c.id = d.channel_id WHERE c.name = 'daily' AND n.created_at < '2026-11-27' ORDER BY n.kind`,
      );
      expect(digest).toMatchObject([
        { kind: 'support.ending', state: 'sent' },
        { kind: 'update', state: 'sent' },
      ]);
      expect(digest[0]!.digest_id).not.toBeNull();
      expect(digest[1]!.digest_id).toBe(digest[0]!.digest_id);
      const states = await test.database.query<{ state: string }>(
        `SELECT state FROM notification WHERE kind = 'update' ORDER BY created_at`,
      );
      expect(states.map(({ state }) => state).slice(0, 5)).toEqual(['sent', 'sent', 'sent', 'cancelled', 'sent']);
    } finally {
      await test.close();
    }
  });

  it('goes on with the messages of the service: what waits can be claimed, and what limits count is there', async () => {
    const { database } = await databaseOf(dump);
    const test = await startApp({ DATABASE_URL: database.url, DATA_DIR: database.dataDir });
    try {
      const { database: sql } = test;
      expect(await sql.query('SELECT kind, attempts, next_at FROM system_message ORDER BY id')).toEqual([
        { kind: 'confirmation', attempts: 0, next_at: '2026-11-26 04:03:45.000000' },
        { kind: 'confirmation', attempts: 1, next_at: null },
        { kind: 'notice', attempts: 2, next_at: '2026-11-26 04:03:45.000000' },
        { kind: 'report', attempts: 1, next_at: null },
      ]);
      expect(
        await sql.query(
          "SELECT channel_id, user_id, address_key, mailbox_key, slot FROM system_message WHERE kind = 'confirmation' ORDER BY id",
        ),
      ).toEqual([
        { ...MAIL, user_id: '01a21606-0a85-72e7-a72f-bcc11f1bf153', mailbox_key: 'mailbox 1', slot: 1 },
        { ...MAIL, user_id: null, mailbox_key: null, slot: 2 },
      ]);
      const queue = test.app.get(SystemMessageRepository);
      expect(await queue.claimDue('confirmation', 10)).toMatchObject([{ ...MAIL, attempts: 1, expired: 0 }]);
      const [notice] = await queue.claimDue('notice', 10);
      expect(notice).toMatchObject({
        channel_id: '01a21606-0ac9-730e-9dfe-b2f6efbe7855',
        about_channel_id: '01a21606-0e00-7000-8000-00000000000b',
        type: 'log',
        attempts: 3,
        expired: 0,
      });
      expect(JSON.parse(notice!.payload!)).toEqual({ type: 'webhook', name: 'Größe L', reason: 'it answers 410' });
      expect(await queue.claimDue('report', 10)).toEqual([]);
    } finally {
      await test.close();
    }
  });
});

describe('taking over a database from before the first release', () => {
  it('can be cut off anywhere, and goes on', async () => {
    const wanted = await newest();
    const { config } = await databaseOf(PREVIEW);
    const source = await open(config);
    const kills = await killedEverywhere(source, async (runner) => {
      for (const Migration of MIGRATIONS) await new Migration().up(runner);
    });
    expect(kills).toBe(SERVER_URL ? 22 : 35);
    expect(await structureOf(source)).toEqual(wanted);
    expect(await migrate(config, ENTITIES)).toContain(MIGRATIONS[0]!.name);
    expect(await structureOf(source)).toEqual(wanted);
  });

  it('keeps every row of the tables that stay', async () => {
    const { config } = await databaseOf(PREVIEW);
    const source = await open(config);
    const counts = async () => {
      const found: Record<string, unknown> = {};
      for (const { tableName } of source.entityMetadatas.filter(({ tableName }) => !NEW_TABLES.includes(tableName)))
        found[tableName] = ((await source.query(`SELECT * FROM ${tableName}`)) as unknown[]).length;
      return found;
    };
    const before = await counts();
    await migrate(config, ENTITIES);
    expect(await counts()).toEqual(before);
    expect(before).toMatchObject({ software_source: 1, notes_reader: 1, update_mark: 1 });
  });

  it('leaves the names of its migrations, so that a program of that time changes nothing', async () => {
    const { config } = await databaseOf(PREVIEW);
    const source = await open(config);
    const names = async () =>
      ((await source.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[]).map(({ name }) => name);
    const before = await names();
    await migrate(config, ENTITIES);
    expect(await names()).toEqual([...before, ...MIGRATIONS.map(({ name }) => name)]);
  });

  it('is refused when it is older, in one sentence, by the command line and at the start', async () => {
    const sentence =
      'The database is too old for this version: its last migration is HomeAssistant1796000000160. Upgrade it with commit fea9a144 first; until then, back up and restore with the program that wrote it.';
    const stage = await createStage({}, createEmptyDatabase());
    try {
      const { DATABASE_URL: url, DATA_DIR: dataDir } = stage.env;
      await loadDump(url!, PREVIEW);
      const config = configOf({ url: url!, dataDir: dataDir!, drop: () => Promise.resolve() });
      const source = await open(config);
      await source.query("DELETE FROM migrations WHERE name = 'Traceparent1796000000170'");
      const before = await structureOf(source);
      for (const ask of [() => migrate(config, ENTITIES), () => assertDatabase(config)])
        await expect(ask()).rejects.toEqual(new StartError(sentence));
      for (const args of [['migrate'], ['user', 'list']])
        expect(await stage.cli(args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
      for (const MIGRATE of ['true', 'false'])
        expect(await start('main', [], { ...stage.env, MIGRATE, LOG_LEVEL: 'error' }).finished).toMatchObject({
          code: 1,
          stderr: `${sentence}\n`,
        });
      if (config.database.kind === 'sqlite') {
        const file = config.database.location;
        const copy = `${file}.copy`;
        expect(await stage.cli(['backup', copy])).toEqual({
          ...{ code: 1, stdout: '' },
          stderr: `${sentence.replace('The database', file)}\n`,
        });
        expect(readdirSync(dirname(file)).filter((name) => name.includes('.copy'))).toEqual([]);
      }
      expect(await structureOf(source)).toEqual(before);
    } finally {
      for (const source of sources.splice(0)) await source.destroy();
      await stage.drop();
    }
  });
});
