import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/config/config';
import { migrate } from '../../src/database/migrate';
import { isContention } from '../../src/database/errors';
import { MIGRATIONS } from '../../src/database/migrations';
import { databaseOptions } from '../../src/database/options';
import { ENTITIES } from '../../src/entities';
import { createEmptyDatabase, SERVER_URL, type TestDatabase } from '../setup/database';
import { loadDump } from '../setup/dump';

const WRITERS = 4;
/** A statement of a migration waits for two seconds; beyond that the machine is busy. */
const LONGEST_MS = 15_000;

(SERVER_URL ? describe : describe.skip)('migrating beside replicas that write', () => {
  let database: TestDatabase;
  const config = () =>
    loadConfig({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, SECRET_KEY: 'x'.repeat(32) });

  beforeEach(async () => {
    database = await createEmptyDatabase();
    await loadDump(database.url, 'before-0.1');
  });

  afterEach(() => database.drop());

  const done = async (connection: Connection) =>
    ((await connection.query('SELECT name FROM migrations'))[0] as unknown[]).length;

  /** Writes as a page of an update check does, which holds favorites and then reads products. @returns the longest that one took */
  async function writer(favorite: string, connection: Connection, signal: AbortSignal): Promise<number> {
    let longest = 0;
    while (!signal.aborted) {
      const start = performance.now();
      await write(favorite, connection).catch(async (error: unknown) => {
        // As the service does, which then runs the transaction again.
        await connection.rollback();
        if (!isContention(error)) throw error;
      });
      longest = Math.max(longest, performance.now() - start);
    }
    return longest;
  }

  async function write(favorite: string, connection: Connection): Promise<void> {
    await connection.beginTransaction();
    await connection.query('UPDATE favorite SET notes = UUID() WHERE id = ?', [favorite]);
    await pause(10);
    await connection.query(
      `UPDATE favorite f JOIN software s ON s.id = f.software_id SET f.available_version_id = s.latest_version_id WHERE f.id = ?`,
      [favorite],
    );
    await connection.query('SELECT id FROM software LIMIT 5 LOCK IN SHARE MODE');
    await connection.query('SELECT id FROM user LOCK IN SHARE MODE');
    await connection.commit();
  }

  it('goes on when a table is free for a moment, and lets requests go between', async () => {
    const stop = new AbortController();
    const connections = await Promise.all(Array.from({ length: WRITERS }, () => createConnection(database.url)));
    const [favorites] = await connections[0]!.query<RowDataPacket[]>('SELECT id FROM favorite');
    const writers = Promise.all(connections.map((one, n) => writer(favorites[n]!.id as string, one, stop.signal)));
    try {
      expect(await migrate(config(), ENTITIES)).toHaveLength(MIGRATIONS.length);
    } finally {
      stop.abort();
      const longest = await writers;
      await Promise.all(connections.map((one) => one.end()));
      expect(Math.max(...longest)).toBeLessThan(LONGEST_MS);
    }
  });

  it('gives up when a table is not free for long, says what to do, and goes on at the next run', async () => {
    const holder = await createConnection(database.url);
    await holder.beginTransaction();
    await holder.query('SELECT software_id FROM software_source LIMIT 1');
    const before = await done(holder);
    const waits: string[] = [];
    await expect(
      migrate(config(), ENTITIES, { ms: 3_000, onWait: (statement) => waits.push(statement) }),
    ).rejects.toThrow(
      /^The migration waited 3 seconds for locks of others, and gave up at: ALTER TABLE software_source DROP.+ `node dist\/cli\.js migrate` again/,
    );
    expect(waits).toEqual([expect.stringMatching(/^ALTER TABLE software_source DROP INDEX/)]);
    expect(await done(holder)).toBe(before);
    await holder.rollback();
    expect(await migrate(config(), ENTITIES)).toHaveLength(MIGRATIONS.length);
    await holder.end();
  });

  it('changes each table by one statement', async () => {
    const watched = await new DataSource({
      ...databaseOptions(config().database, ENTITIES),
      logging: false,
    }).initialize();
    const changed: string[] = [];
    watched.subscribers.push({
      beforeQuery: ({ query }) => void changed.push(...(/^ALTER TABLE \w+/.exec(query) ?? [])),
    });
    for (const Migration of MIGRATIONS) {
      changed.length = 0;
      const runner = watched.createQueryRunner();
      await new Migration().up(runner);
      await runner.release();
      expect(changed).toEqual([...new Set(changed)]);
    }
    await watched.destroy();
  });
});
