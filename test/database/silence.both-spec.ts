import { isUnavailable } from '../../src/database/errors';
import { User } from '../../src/access/user/user.entity';
import { Proxy } from '../crash/proxy';
import { attemptsOf, subscribe } from '../notification/delivery/case-world';
import { startApp, type TestApp } from '../setup/app';
import { createTestDatabase, SERVER_URL, type TestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { outside } from '../setup/receivers';
import { count, newUser } from '../setup/tracking';

/** Far above what any statement here takes, far below what a test may. */
const BOUND_SECONDS = 2;

(SERVER_URL ? describe : describe.skip)('a database whose connections die in silence', () => {
  const world = outside();
  let database: TestDatabase;
  let proxy: Proxy;
  let test: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = new Proxy({ host: url.hostname, port: Number(url.port || 3306) }, () => undefined);
    url.hostname = '127.0.0.1';
    url.port = String(await proxy.listen());
    test = await startApp({ DATABASE_URL: url.href, DATABASE_TIMEOUT: `${BOUND_SECONDS}s` });
    await test.database.execute('CREATE TABLE said (word VARCHAR(20) PRIMARY KEY) ENGINE = InnoDB');
  });

  afterAll(async () => {
    await test.close();
    await proxy.close();
    await database.drop();
  });

  const strandAt = (fragment: string, when: 'before' | 'after') =>
    proxy.set({ fragment, when, spring: () => proxy.strand() });

  /** Says a word in a transaction whose end may not come through. @returns how often it was tried, and the error */
  async function say(word: string, lost?: 'before' | 'after'): Promise<{ tries: number; error: unknown }> {
    let tries = 0;
    const error = await test.database
      .transaction(async (sql) => {
        tries++;
        await sql.execute('INSERT INTO said (word) VALUES (?)', [word]);
        if (lost) strandAt('COMMIT', lost);
      })
      .then(
        () => null,
        (reason: unknown) => reason,
      );
    return { tries, error };
  }

  const heard = (word: string) => count(test, 'said WHERE word = ?', word);

  it('fails a transaction of which the end was not heard, and does not do it again by itself', async () => {
    const lost = await say('lost', 'before');
    expect([lost.tries, isUnavailable(lost.error)]).toEqual([1, true]);
    expect(await heard('lost')).toBe(0);

    const done = await say('done', 'after');
    expect([done.tries, isUnavailable(done.error)]).toEqual([1, true]);
    expect(await heard('done')).toBe(1);
  });

  it('fails a transaction whose entity manager is not answered', async () => {
    strandAt('nobody@example.org', 'before');
    const stranded = test.database.transaction(({ manager }) =>
      manager.findOneBy(User, { email: 'nobody@example.org' }),
    );
    expect(isUnavailable(await stranded.catch((reason: unknown) => reason))).toBe(true);
    expect(await test.database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets go of what an open transaction held', async () => {
    expect((await say('held')).error).toBeNull();
    const change = `UPDATE said SET word = 'held' WHERE word = 'held'`;
    strandAt('and then', 'before');
    const stranded = test.database.transaction(async (sql) => {
      await sql.query('SELECT word FROM said WHERE word = ? FOR UPDATE', ['held']);
      await sql.query(`SELECT 'and then' AS word`);
    });
    expect(isUnavailable(await stranded.catch((reason: unknown) => reason))).toBe(true);
    // Waits for the lock of a session that nobody will ever end, unless the server does.
    await test.database.execute(change);
  });

  it('costs each of them one statement, however many they are', async () => {
    const everywhere = () =>
      Promise.allSettled(Array.from({ length: 10 }, () => test.database.query('SELECT SLEEP(0.1)')));
    await everywhere();
    proxy.strand();
    const lost = (await everywhere()).filter(({ status }) => status === 'rejected');
    expect(lost.length).toBeGreaterThan(0);
    expect((await everywhere()).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
  });

  it('is 503 to a client, and well again for the next one', async () => {
    const ada = await newUser(test);
    strandAt('favorite', 'before');
    expect((await ada.get('/api/v1/favorite')).status).toBe(503);
    expect((await ada.get('/api/v1/favorite')).status).toBe(200);
    expect((await test.http.get('/health/ready')).status).toBe(200);
  });

  it.each(['before', 'after'] as const)('gets the record of what was sent, lost %s it was written', async (when) => {
    const receiver = await world.http();
    const subscriber = await subscribe(test, receiver.url);
    await subscriber.news();
    receiver.will((response) => {
      strandAt('UPDATE delivery SET state', when);
      response.writeHead(200).end();
    });
    // Claims of what comes next may meet such a connection too, and then end this round.
    await test.deliver().catch((error: unknown) => expect(isUnavailable(error)).toBe(true));
    await eventually(async () =>
      expect((await subscriber.rows())[0]).toMatchObject({ state: 'sent', attempts: 1, claim_id: null }),
    );
    expect(receiver.requests).toHaveLength(1);
    expect(await attemptsOf(test, (await subscriber.rows())[0]!.id)).toHaveLength(1);
  });
});
