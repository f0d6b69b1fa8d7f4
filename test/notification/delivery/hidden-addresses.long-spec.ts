import { startApp, type TestApp } from '../../setup/app';
import { createTestDatabase } from '../../setup/database';
import { outside } from '../../setup/receivers';
import { subscribe } from './case-world';

const world = outside();

/** What is reached by none of them, and why: users may not tell one from the other. */
const HOSTS = {
  'a name that does not exist': 'http://nowhere.invalid:8080/hook',
  'a name of an address that is not allowed': 'http://localhost:8080/hook',
};

// Only addresses that nobody has are opened: so these names pass when they are saved, and are judged when they are looked up.
const ENVIRONMENT = { OUTBOUND_ALLOW: '10.255.255.0/24' };

/** A channel to each of them, and one to a literal address that the operator has closed since. */
async function channels(
  use: (test: TestApp, ids: string[], agent: Awaited<ReturnType<TestApp['as']>>) => Promise<void>,
) {
  const database = await createTestDatabase();
  const open = await startApp({ DATABASE_URL: database.url });
  const token = await open.token('prober');
  const literal = await create(open, token, 'http://127.0.0.1:1031/hook');
  await open.close();
  const test = await startApp({ ...ENVIRONMENT, DATABASE_URL: database.url });
  const agent = await test.as('prober');
  const ids = [literal];
  for (const url of Object.values(HOSTS)) ids.push(await create(test, token, url));
  await use(test, ids, agent);
  await test.close();
  await database.drop();
}

async function create(test: TestApp, token: string, url: string): Promise<string> {
  const { body } = await test.http
    .post('/api/v1/channel')
    .set('Authorization', `Bearer ${token}`)
    .send({ type: 'webhook', name: 'hook', settings: { url } })
    .expect(201);
  return body.data.id as string;
}

describe('what a user may not reach', () => {
  it('looks the same in a test whether it is forbidden, unknown or resolves to what is forbidden, and takes as long', async () => {
    await channels(async (_test, ids, agent) => {
      const seen = await Promise.all(
        ids.map(async (id) => {
          const begun = performance.now();
          const { body } = await agent.post(`/api/v1/channel/${id}/test`).expect(200);
          // A slow machine adds to it; what is looked up quickly must not come back quickly.
          expect(performance.now() - begun).toBeGreaterThan(5_900);
          return body.data as object;
        }),
      );
      expect(seen[0]).toEqual({
        state: 'failed',
        code: 'unreachable',
        error: 'The address is unknown or not allowed, or nothing answers there',
        duration: 0,
      });
      expect(seen).toEqual([seen[0], seen[0], seen[0]]);
    });
  });

  it.each(Object.entries(HOSTS))('looks the same in the log of deliveries: %s', async (_what, url) => {
    const test = await startApp(ENVIRONMENT);
    const subscriber = await subscribe(test, url);
    await subscriber.news();
    expect(await test.deliver()).toMatchObject({ queued: 1 });
    const { body } = await subscriber.agent.get('/api/v1/notification').expect(200);
    const [notification] = body.data as { id: string }[];
    const one = await subscriber.agent.get(`/api/v1/notification/${notification!.id}`).expect(200);
    const [delivery] = one.body.data.deliveries as { state: string; last_error: string; attempts: number }[];
    const shown = JSON.stringify(one.body.data);
    expect(delivery).toMatchObject({
      state: 'queued',
      attempts: 1,
      last_error: 'The address is unknown or not allowed, or nothing answers there',
    });
    expect(shown).toMatch(/"duration":0,"outcome":"retry","code":"unreachable"/);
    expect(await subscriber.readChannel()).toMatchObject({ state: 'failing' });
    await test.close();
  });
});

it('a receiver that answers shows how long it took', async () => {
  const test = await startApp();
  const hook = await world.http();
  hook.will(200);
  const agent = await test.as('somebody');
  const id = await create(test, await test.token('somebody'), hook.url);
  const { body } = await agent.post(`/api/v1/channel/${id}/test`).expect(200);
  expect(body.data).toMatchObject({ state: 'sent', code: '200' });
  expect(body.data.duration).toBeGreaterThan(0);
  await test.close();
});
