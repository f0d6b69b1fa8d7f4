import { useApp } from '../../setup/app';
import { outside } from '../../setup/receivers';
import { newUser } from '../../setup/tracking';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('a channel', () => {
  const world = outside();
  const test = useApp();

  const create = async (agent: Awaited<ReturnType<typeof newUser>>, settings: object) =>
    (await agent.post('/api/v1/channel').send({ type: 'webhook', name: 'hook', settings }).expect(201)).body.data as {
      id: string;
      settings: { url: string; secret: string };
    };

  it('has its settings sealed in the database', async () => {
    const agent = await newUser(test, null);
    const { id } = await create(agent, { url: 'https://hooks.example.org/canary-path', secret: SECRET });
    const [row] = await test.database.query<{ settings: string }>('SELECT settings FROM channel WHERE id = ?', [id]);
    expect(row!.settings).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    for (const secret of ['canary', 'whsec', SECRET.slice(6), 'hooks.example']) {
      expect(row!.settings).not.toContain(secret);
      expect(Buffer.from(row!.settings.split('.')[2]!, 'base64url').toString('latin1')).not.toContain(secret);
    }
  });

  it('shows a secret that the service made once', async () => {
    const agent = await newUser(test, null);
    const { id, settings } = await create(agent, { url: 'https://hooks.example.org/' });
    expect(settings.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body } = await agent.get(`/api/v1/channel/${id}`).expect(200);
    expect(body.data.settings.secret).toBe(`••••${settings.secret.slice(-4)}`);
  });

  it('is tested with a signed message that is no notification', async () => {
    const hook = await world.http();
    const agent = await newUser(test, null);
    const { id } = await create(agent, { url: hook.url, secret: SECRET });
    hook.will(202);
    const { body } = await agent.post(`/api/v1/channel/${id}/test`).expect(200);
    expect(body.data).toEqual({ state: 'sent', code: '202', error: null, duration: expect.any(Number) });
    expect(hook.requests[0]!.verified(SECRET)).toMatchObject({ type: 'test' });
    expect((await agent.get('/api/v1/notification').expect(200)).body.data).toEqual([]);
  });

  it('says what went wrong in a test, and is not called failing for it', async () => {
    const hook = await world.http();
    const agent = await newUser(test, null);
    const { id } = await create(agent, { url: hook.url, secret: SECRET });
    hook.will(500);
    const { body } = await agent.post(`/api/v1/channel/${id}/test`).expect(200);
    expect(body.data).toMatchObject({ state: 'failed', code: '500', error: expect.stringContaining('500') });
    expect((await agent.get(`/api/v1/channel/${id}`).expect(200)).body.data).toMatchObject({ enabled: true });
  });

  it('is tested at most five times a minute, and others of other users all the same', async () => {
    const hook = await world.http();
    const [agent, other] = [await newUser(test, null), await newUser(test, null)];
    const mine = [await create(agent, { url: hook.url }), await create(agent, { url: hook.url })];
    const theirs = await create(other, { url: hook.url });
    hook.will(...Array.from({ length: 6 }, () => 200));
    for (let round = 0; round < 5; round++) await agent.post(`/api/v1/channel/${mine[round % 2]!.id}/test`).expect(200);
    const refused = await agent.post(`/api/v1/channel/${mine[0]!.id}/test`).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    await other.post(`/api/v1/channel/${theirs.id}/test`).expect(200);
  });

  it("of another user cannot be tested, and does not use up the caller's turns", async () => {
    const [agent, other] = [await newUser(test, null), await newUser(test, null)];
    const { id } = await create(agent, { url: 'https://hooks.example.org/' });
    for (let round = 0; round < 6; round++) await other.post(`/api/v1/channel/${id}/test`).expect(404);
  });
});
