import type { Duplex } from 'node:stream';
import { createConnection } from 'mysql2/promise';
import { connectionShortage } from '../../src/database/advice';
import { isUnavailable } from '../../src/database/errors';
import { startApp, useApp } from '../setup/app';
import { onServerDatabase } from '../setup/process';

(onServerDatabase ? describe : describe.skip)('a connection to a server', () => {
  const test = useApp();

  it('has its transactions under READ COMMITTED, also many at once', async () => {
    const level = test.config.database.kind === 'mysql' ? '@@transaction_isolation' : '@@tx_isolation';
    const ask = () =>
      test.database.transaction(
        async (sql) => (await sql.query<{ level: string }>(`SELECT ${level} AS level`))[0]!.level,
      );
    expect(new Set(await Promise.all(Array.from({ length: 30 }, ask)))).toEqual(new Set(['READ-COMMITTED']));
  });

  it('has a SQL mode of its own, under which texts stay texts and are not cut', async () => {
    const modes = Array.from({ length: 30 }, () => test.database.query('SELECT @@SESSION.sql_mode AS mode'));
    const own = { mode: 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION' };
    expect(await Promise.all(modes)).toEqual(modes.map(() => [own]));
    const [hostile, long] = [`\\' UNION SELECT 'out' -- `, 'x'.repeat(37)];
    expect(await test.database.query('SELECT ? AS said', [hostile])).toEqual([{ said: hostile }]);
    await test.database.execute('CREATE TABLE said (word VARCHAR(36))');
    await expect(test.database.execute('INSERT INTO said (word) VALUES (?)', [long])).rejects.toThrow(/too long/);
  });

  it('makes identifiers that are told apart by their end too, and hold no address of the server', async () => {
    const { uuid } = test.database.dialect;
    const made: string[] = [];
    for (let number = 0; number < 200; number++)
      made.push((await test.database.query<{ id: string }>(`SELECT ${uuid} AS id`))[0]!.id);
    const [{ own }] = (await test.database.query<{ own: string }>('SELECT UUID() AS own')) as [{ own: string }];
    for (const id of made)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-03[0-9a-f]{10}$/);
    expect(new Set(made.map((id) => id.slice(-8))).size).toBe(200);
    expect(made.map((id) => id.slice(-12))).not.toContain(own.slice(-12));
  });

  it('is missed at the start where the server or the user has too few for one more replica', async () => {
    expect(await connectionShortage(test.database)).toBeNull();
    // An anonymous user of this host would be taken before one of any host.
    const [here] = await test.database.query<{ host: string }>("SELECT SUBSTRING_INDEX(USER(), '@', -1) AS host");
    const name = `few_${process.pid}`;
    const user = `'${name}'@'${here!.host}'`;
    await test.database.execute(`CREATE USER ${user} IDENTIFIED BY 'few' WITH MAX_USER_CONNECTIONS 6`);
    try {
      await test.database.execute(`GRANT ALL PRIVILEGES ON *.* TO ${user}`);
      const url = new URL(test.config.database.location);
      [url.username, url.password] = [name, 'few'];
      const other = await startApp({ DATABASE_URL: url.href });
      const shortage = await connectionShortage(other.database);
      expect(shortage!.needed - shortage!.left).toBe(4);
      await other.close();
    } finally {
      await test.database.execute(`DROP USER ${user}`);
    }
  });

  it('is lent to one at a time, also after a statement that failed', async () => {
    const { database } = test;
    const inUse = new Set<number>();
    const alone = () =>
      database.transaction(async (sql) => {
        const [{ id }] = (await sql.query<{ id: number }>('SELECT CONNECTION_ID() AS id')) as [{ id: number }];
        const wasInUse = inUse.has(id);
        inUse.add(id);
        await sql.query('SELECT SLEEP(0.01)');
        inUse.delete(id);
        return wasInUse ? 'shared' : 'alone';
      });
    const failing = () => database.query('SELECT nothing FROM nowhere').catch(() => 'failed');
    const became = await Promise.all(Array.from({ length: 90 }, (_, number) => (number % 3 ? failing() : alone())));
    expect(new Set(became)).toEqual(new Set(['alone', 'failed']));
    expect(database.usage()).toMatchObject({ used: 0, waiting: 0 });
  });

  it('is there for a transaction, however many pages are read at the same time', async () => {
    const { database } = test;
    let read = 0;
    const page = { text: 'SELECT SLEEP(0.5)', parameters: [], oneOfFew: false };
    const pages = Array.from({ length: 20 }, () => database.page(page).then(() => read++));
    await expect(database.transaction((sql) => sql.query('SELECT 1 AS one'))).resolves.toEqual([{ one: 1 }]);
    expect({ read, ...database.usage() }).toMatchObject({ read: 0, used: 5, waiting: 15 });
    await Promise.all(pages);
    expect(database.usage()).toMatchObject({ used: 0, waiting: 0 });
  });

  it('that was lost a moment ago fails what comes next as a database does that is away', async () => {
    const connection = await createConnection(test.config.database.location.replace(/^mariadb:/, 'mysql:'));
    connection.on('error', () => undefined);
    const { stream } = (connection as unknown as { connection: { stream: Duplex } }).connection;
    stream.destroy(new Error('cut'));
    const failures: unknown[] = [];
    for (let tries = 0; tries < 3; tries++)
      failures.push(await connection.query('SELECT 1').catch((error: unknown) => error));
    expect(failures.map((failure) => [(failure as Error).message, isUnavailable(failure)])).toEqual(
      failures.map((failure) => [(failure as Error).message, true]),
    );
    expect(failures).toContainEqual(expect.objectContaining({ message: expect.stringContaining('closed state') }));
  });
});
