import { useApp } from '../setup/app';
import { SERVER_URL } from '../setup/database';
import { eventually } from '../setup/eventually';
import { logged } from '../setup/logged';
import { isOfOutage } from '../../src/common/outage';

/** More than a process has. */
const CONNECTIONS = 10;

describe('a database that answers but cannot be written', () => {
  const test = useApp();

  beforeAll(async () => {
    await test.http.get('/health/ready').expect(200);
  });

  const ready = async () => (await test.http.get('/health/ready')).status;

  /** On each connection there is. */
  async function everywhere(statement: string): Promise<void> {
    if (!SERVER_URL) return void (await test.database.execute(statement));
    let all = () => {};
    const allThere = new Promise<void>((resolve) => (all = resolve));
    let there = 0;
    const one = () =>
      test.database.transaction(async (sql) => {
        if (++there === CONNECTIONS) all();
        await allThere;
        await sql.execute(statement);
      });
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
  }

  afterEach(() => jest.restoreAllMocks());

  it('is not ready within seconds though nobody writes, and is ready again afterwards: a line each, however often it is asked', async () => {
    const user = await test.as();
    const lines = logged();
    await everywhere(SERVER_URL ? 'SET SESSION TRANSACTION READ ONLY' : 'PRAGMA query_only = 1');
    await eventually(async () => (await ready()) === 503);
    const { body } = await test.http.get('/health/ready').expect(503);
    expect(body.detail).toBe('the database cannot be written: its disk is full, or it is read-only');
    for (let times = 0; times < 10; times++) {
      await test.http.get('/health/ready').expect(503);
      // Its use is recorded, or would be.
      await user.get('/api/v1/favorite').expect(200);
      await user
        .post('/api/v1/token')
        .send({ name: 'x', scopes: ['read'] })
        .expect(503);
    }
    await everywhere(SERVER_URL ? 'SET SESSION TRANSACTION READ WRITE' : 'PRAGMA query_only = 0');
    test.database.failedWrite!.at -= 30_001;
    await eventually(async () => (await ready()) === 200);
    await eventually(() => lines().some(({ msg }) => msg === 'the database can be written again'));
    // What has such an error is logged at debug.
    expect(lines().filter(({ err }) => !isOfOutage(err))).toEqual([
      { level: 'error', msg: 'the database cannot be written', reason: expect.any(String) },
      { level: 'log', msg: 'the database can be written again', seconds: expect.any(Number) },
    ]);
  });

  /** The real errors of a full table and of a full file. */
  const fillUp = async () => {
    const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)`;
    if (SERVER_URL) {
      // 160 MB, of which such a table takes 16 unless the server is told otherwise.
      await test.database.execute('CREATE TABLE small (text CHAR(200)) ENGINE = MEMORY');
      await test.database.execute(
        `INSERT INTO small ${rows} SELECT REPEAT('x', 200) FROM n CROSS JOIN n more ON more.i <= 225`,
      );
    } else {
      await test.database.execute('PRAGMA max_page_count = 1');
      await test.database.execute(`CREATE TABLE big AS ${rows} SELECT i, randomblob(1000) FROM n`);
    }
  };

  it('is not ready at once when a write has failed, for half a minute, although small writes succeed', async () => {
    expect(await ready()).toBe(200);
    await expect(fillUp()).rejects.toThrow(/full/);
    expect(await ready()).toBe(503);
    test.database.failedWrite!.at -= 29_000;
    expect(await ready()).toBe(503);
    test.database.failedWrite!.at -= 1_001;
    await eventually(async () => (await ready()) === 200);
  });

  it('tries one write for many that ask', async () => {
    const probe = jest.spyOn(test.database, 'probeWrite');
    await eventually(async () => (await ready()) === 200 && probe.mock.calls.length > 0);
    const before = probe.mock.calls.length;
    await Promise.all(Array.from({ length: 50 }, ready));
    expect(probe.mock.calls.length).toBeLessThanOrEqual(before + 1);
    probe.mockRestore();
  });

  it('leaves no trace', async () => {
    const rows = await test.database.query('SELECT id FROM migrations WHERE id < 1 OR timestamp = 0');
    expect(rows).toEqual([]);
  });
});
