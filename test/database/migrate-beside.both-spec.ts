import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/config/config';
import { migrate } from '../../src/database/migrate';
import { isContention } from '../../src/database/errors';
import { MIGRATIONS } from '../../src/database/migrations';
import { databaseOptions } from '../../src/database/options';
import { createEmptyDatabase, SERVER_URL, type TestDatabase } from '../setup/database';

const PRODUCTS = 20;
const WRITERS = 4;
/** A statement of a migration waits for two seconds; beyond that the machine is busy. */
const LONGEST_MS = 15_000;

const idOf = (kind: string, n: number) => `${kind.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

(SERVER_URL ? describe : describe.skip)('migrating beside replicas that write', () => {
  let database: TestDatabase;
  const config = () =>
    loadConfig({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, SECRET_KEY: 'x'.repeat(32) });

  beforeEach(async () => {
    database = await createEmptyDatabase();
    const options = { ...databaseOptions(config().database, []), migrations: [MIGRATIONS[0]!] };
    const first = await new DataSource(options).initialize();
    await first.runMigrations();
    await fill(first);
    await first.destroy();
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
    const writers = Promise.all(connections.map((one, n) => writer(idOf('fa', n), one, stop.signal)));
    try {
      expect(await migrate(config())).toHaveLength(MIGRATIONS.length - 1);
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
    await holder.query('SELECT id FROM software LIMIT 1');
    const waits: string[] = [];
    await expect(migrate(config(), { ms: 3_000, onWait: (statement) => waits.push(statement) })).rejects.toThrow(
      /^The migration waited 3 seconds for locks of others, and gave up at: ALTER TABLE software ADD.+ `node dist\/cli\.js migrate` again/,
    );
    expect(waits).toEqual([expect.stringMatching(/^ALTER TABLE software ADD COLUMN/)]);
    expect(await done(holder)).toBe(1);
    await holder.rollback();
    expect(await migrate(config())).toHaveLength(MIGRATIONS.length - 1);
    await holder.end();
  });

  it('changes each table by one statement', async () => {
    const watched = await new DataSource({ ...databaseOptions(config().database, []), logging: false }).initialize();
    const changed: string[] = [];
    watched.subscribers.push({
      beforeQuery: ({ query }) => void changed.push(...(/^ALTER TABLE \w+/.exec(query) ?? [])),
    });
    for (const Migration of MIGRATIONS.slice(1)) {
      changed.length = 0;
      const runner = watched.createQueryRunner();
      await new Migration().up(runner);
      await runner.release();
      expect(changed).toEqual([...new Set(changed)]);
    }
    await watched.destroy();
  });

  async function fill(dataSource: DataSource): Promise<void> {
    const at = '2026-01-01 00:00:00.000000';
    const insert = (table: string, row: Record<string, unknown>) =>
      dataSource.query(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
        Object.values(row),
      );
    const times = { created_at: at, updated_at: at };
    const publisher = idOf('b', 0);
    const user = idOf('c', 0);
    await insert('publisher', { id: publisher, name: 'p', name_key: 'p', facts_from: '', ...times });
    await insert('user', { id: user, name: 'u', ...times });
    for (let n = 0; n < PRODUCTS; n++) {
      const [software, version] = [idOf('50', n), idOf('e', n)];
      const name = `product ${n}`;
      await insert('software', {
        id: software,
        publisher_id: publisher,
        identity: name,
        name,
        name_key: name,
        ...times,
      });
      await insert('version', {
        id: version,
        software_id: software,
        version: '1',
        version_key: '1',
        release_rank: 2,
        created_at: at,
        added_at: at,
      });
      await insert('favorite', {
        id: idOf('fa', n),
        user_id: user,
        software_id: software,
        version_id: version,
        ...times,
      });
    }
  }
});
