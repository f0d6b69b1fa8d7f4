import supertest from 'supertest';
import { startApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, type Server, type Stage } from '../setup/process';

/** Many more than one transaction takes at the start. */
const FAVORITES = 1_500;

/** A user with so many favorites on 1.0, and 2.0 on offer. @returns a token */
async function stageFavorites(stage: Stage): Promise<string> {
  const test = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
  const token = await test.token('ada');
  for (let made = 0; made < FAVORITES; made += 500)
    await test.import(...Array.from({ length: 500 }, (_, at) => product(`Product ${made + at}`, ['1.0', '2.0'])));
  const { uuid, now } = test.database.dialect;
  await test.database.execute(
    `INSERT INTO favorite (id, user_id, software_id, version_id, available_version_id, update_available, notes, notifications_enabled,
       use_default_notification, notify_always, created_at, updated_at)
     SELECT ${uuid}, u.id, s.id, v.id, s.latest_version_id, 1, s.name, 1, 1, 0, ${now}, ${now}
     FROM user u CROSS JOIN software s JOIN version v ON v.software_id = s.id AND v.version = '1.0' WHERE u.name = 'ada'`,
  );
  await test.check();
  await test.close();
  return token;
}

describe('a service that is killed while it changes many favorites', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await createStage();
  });

  afterEach(() => stage.drop());

  const agentOf = ({ url }: Server, token: string) => supertest.agent(url).set('Authorization', `Bearer ${token}`);
  type Agent = ReturnType<typeof agentOf>;
  type Favorite = { uuid: string; version: { version: string }; notes: string };

  async function all(agent: Agent): Promise<Favorite[]> {
    const found: Favorite[] = [];
    for (let page = 1; ; page++) {
      const { body } = await agent.get(`/api/v1/favorite?per_page=200&page=${page}`).expect(200);
      found.push(...(body.data as Favorite[]));
      if (!body.meta.has_more) return found.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    }
  }

  const plain = (favorites: Favorite[]) => favorites.map(({ uuid, version, notes }) => [uuid, version.version, notes]);
  const last = async (agent: Agent) =>
    (await agent.get('/api/v1/favorite/bulk?per_page=1').expect(200)).body.data[0] as { id: string; changed: number };

  it.each(['update', 'delete'])(
    'leaves what it did, which can be undone, also by an undo that is killed itself: %s',
    async (action) => {
      const token = await stageFavorites(stage);
      let server = await stage.serve();
      let agent = agentOf(server, token);
      const before = plain(await all(agent));
      expect(before).toHaveLength(FAVORITES);
      const body = { action, filter: { update_available: true }, expect: FAVORITES };
      const answer = agent
        .post('/api/v1/favorite/bulk')
        .send(body)
        .then(
          () => 'answered',
          () => 'cut off',
        );
      await eventually(async () => (await last(agent))?.changed > 0);
      await server.stop('SIGKILL');
      expect(await answer).toBe('cut off');

      server = await stage.serve();
      agent = agentOf(server, token);
      const { id, changed } = await last(agent);
      expect(changed).toBeGreaterThan(0);
      expect(changed).toBeLessThan(FAVORITES);
      const left = await all(agent);
      const isChanged = ({ version }: Favorite) => version.version === '2.0';
      expect(action === 'delete' ? FAVORITES - left.length : left.filter(isChanged).length).toBe(changed);

      const undo = `/api/v1/favorite/bulk/${id}/undo`;
      const cut = agent.post(undo).then(
        () => 'answered',
        () => 'cut off',
      );
      await server.stop('SIGKILL');
      await cut;
      server = await stage.serve();
      agent = agentOf(server, token);
      // What the first undo has done is done, and the second does the rest.
      const { status } = await agent.post(undo);
      expect([200, 409]).toContain(status);
      expect(plain(await all(agent))).toEqual(before);

      // And the caller repeats it.
      const { body: again } = await agent.post('/api/v1/favorite/bulk').send(body).expect(200);
      expect(again.data).toMatchObject({ matched: FAVORITES, changed: FAVORITES, failed: [] });
      await server.stop();
    },
    240_000,
  );
});
