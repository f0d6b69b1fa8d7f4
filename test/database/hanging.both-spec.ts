import { Proxy } from '../crash/proxy';
import { startApp, type TestApp } from '../setup/app';
import { createTestDatabase, SERVER_URL, type TestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { newUser } from '../setup/tracking';

/** Nobody waits for it here. */
const TIMEOUT_SECONDS = 300;
const CLIENTS = 15;

(SERVER_URL ? describe : describe.skip)('a database that takes connections and says nothing', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let test: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = new Proxy({ host: url.hostname, port: Number(url.port || 3306) }, () => undefined);
    url.hostname = '127.0.0.1';
    url.port = String(await proxy.listen());
    test = await startApp({ DATABASE_URL: url.href, DATABASE_TIMEOUT: `${TIMEOUT_SECONDS}s` });
  });

  afterAll(async () => {
    await test.close();
    await proxy.close();
    await database.drop();
  });

  it('is waited for by those who were there first, for seconds, by nobody else, and is used when it answers again', async () => {
    const ada = await newUser(test);
    const ask = async () => (await ada.get('/api/v1/favorite')).status;
    const all = () => Promise.all(Array.from({ length: CLIENTS }, ask));
    expect(await all()).toEqual(Array(CLIENTS).fill(200));
    proxy.hush(true);
    const start = performance.now();
    expect(await all()).toEqual(Array(CLIENTS).fill(503));
    // Ten seconds, on a machine with nothing else to do.
    expect(performance.now() - start).toBeLessThan((TIMEOUT_SECONDS * 1_000) / 4);
    const known = performance.now();
    for (let times = 0; times < 20; times++) expect(await ask()).toBe(503);
    // Each would wait for five seconds.
    expect(performance.now() - known).toBeLessThan(20 * 2_000);
    proxy.hush(false);
    await eventually(async () => (await ask()) === 200);
    expect(await all()).toEqual(Array(CLIENTS).fill(200));
  });

  it('does not count as that while a statement takes long', async () => {
    expect(await test.database.query('SELECT SLEEP(12) AS slept')).toEqual([{ slept: 0 }]);
  });
});
