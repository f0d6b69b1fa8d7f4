import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Database } from '../../src/database/database';
import { isAway } from '../../src/database/errors';
import { Proxy } from '../crash/proxy';
import { startApp, type TestApp } from '../setup/app';
import { createTestDatabase, SERVER_URL, type TestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';

/** A statement that waited for a server which said nothing has ended by then. */
const FAIL_OVER_MS = 10_000;

(SERVER_URL ? describe : describe.skip)('several hosts', () => {
  let database: TestDatabase;
  let test: TestApp;
  let ways: { first: Proxy; second: Proxy };
  /** By the database's id of each connection. */
  const ids = { first: new Set<number>(), second: new Set<number>() };

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    const target = { host: url.hostname, port: Number(url.port || 3306) };
    ways = {
      first: new Proxy(target, (id) => ids.first.add(id)),
      second: new Proxy(target, (id) => ids.second.add(id)),
    };
    const ports = [await ways.first.listen(), await ways.second.listen()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
    test = await startApp({ DATABASE_URL: database.url.replace(url.host, hosts) });
  });

  afterAll(async () => {
    await test.close();
    await ways.first.close();
    await ways.second.close();
    await database.drop();
  });

  const used = async () => {
    const [row] = await test.database.query<{ id: number }>('SELECT CONNECTION_ID() AS id');
    return ids.first.has(Number(row!.id)) ? 'first' : 'second';
  };
  const write = () => test.database.transaction((sql) => sql.query('SELECT 1 AS one'));

  it('are used in their order', async () => {
    expect(await Promise.all([used(), used(), used()])).toEqual(['first', 'first', 'first']);
  });

  it('are not asked while one before them is good', async () => {
    const looks = { first: 0, second: 0 };
    const count = (name: 'first' | 'second') =>
      ways[name].set({
        fragment: 'global_status',
        when: 'after',
        spring: () => {
          looks[name]++;
          count(name);
        },
      });
    count('first');
    count('second');
    await eventually(() => looks.first === 3);
    expect(looks.second).toBe(0);
    ways.first.heal();
    ways.second.heal();
  });

  it('are left when they refuse connections, and used again', async () => {
    const end = performance.now() + FAIL_OVER_MS * 3;
    ways.first.refuse(true);
    ways.first.cut();
    await eventually(async () => (await used()) === 'second');
    ways.first.refuse(false);
    await eventually(async () => (await used()) === 'first');
    expect(performance.now()).toBeLessThan(end);
  });

  it('are left when they say nothing, also by who waits for an answer', async () => {
    const slow = test.database.query('SELECT SLEEP(300)').catch((error: unknown) => error);
    await eventually(async () => (await sleeping(test.database)) === 1);
    const end = performance.now() + FAIL_OVER_MS;
    ways.first.hush(true);
    expect(isAway(await slow)).toBe(true);
    await eventually(async () => (await used()) === 'second');
    await write();
    // On a machine with something else to do: three times as long.
    expect(performance.now()).toBeLessThan(end + 2 * FAIL_OVER_MS);
    expect(test.database.usage()).toMatchObject({ used: 0, waiting: 0 });
    ways.first.cut();
    ways.first.hush(false);
    await eventually(async () => (await used()) === 'first');
  });

  it('fail what comes while none answers, and are found again', async () => {
    for (const way of Object.values(ways)) {
      way.refuse(true);
      way.cut();
    }
    await eventually(async () => isAway(await write().catch((error: unknown) => error)));
    for (const way of Object.values(ways)) way.refuse(false);
    await eventually(async () => (await used()) === 'first');
  });
});

/** Statements of this database that sleep. */
async function sleeping(database: Database): Promise<number> {
  const rows = await database.query(
    "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP(300)%'",
  );
  return rows.length;
}

(SERVER_URL ? describe : describe.skip)('connections that a burst has opened', () => {
  it('are closed half a minute later, but for four at most', async () => {
    const database = await createTestDatabase();
    const test = await startApp({ DATABASE_URL: database.url });
    const other = await createConnection(database.url.replace(/^mariadb:/, 'mysql:'));
    const open = async () => {
      const text = 'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()';
      return (await other.query<RowDataPacket[]>(text))[0].length;
    };
    try {
      await Promise.all(Array.from({ length: 20 }, () => test.database.query('SELECT SLEEP(0.5)')));
      expect(await open()).toBe(10);
      await eventually(async () => (await open()) <= 4, 60_000);
      expect(test.database.usage().idle).toBe(await open());
    } finally {
      await other.end();
      await test.close();
      await database.drop();
    }
  }, 120_000);
});
