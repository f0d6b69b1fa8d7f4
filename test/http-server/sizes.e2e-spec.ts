import { expectProblem, known, raw } from '../setup/api';
import { useApp } from '../setup/app';
import { type Agent, newUser } from '../setup/tracking';

describe('what one request may have', () => {
  const test = useApp({ BODY_LIMIT: '2048', QUERY_LIMIT: '300', HEADER_LIMIT: '4096' });

  it('of query is limited', async () => {
    const agent = await test.as();
    const query = (length: number) => `name=${'x'.repeat(length - 5)}`;
    expectProblem(await agent.get(`/api/v1/software?${query(300)}`), 400, 'invalid-query'); // longer than a name may be
    const refused = await agent.get(`/api/v1/software?${query(301)}`);
    expectProblem(refused, 414, 'uri-too-long');
    expect(refused.body.detail).toBe('A query has at most 300 bytes.');
    expectProblem(await test.http.get(`/nowhere?${query(301)}`), 414, 'uri-too-long');
  });

  it.each([
    ['a header', `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(5_000)}\r\n\r\n`],
    ['an address', `GET /${'x'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('of headers is limited: %s that is too long', async (_what, request) => {
    const { status, headers, body } = await raw(test, request);
    expect([status, headers['content-type'], headers.connection]).toEqual([
      431,
      'application/problem+json; charset=utf-8',
      'close',
    ]);
    expect(JSON.parse(body)).toMatchObject({ type: '/docs/problems#headers-too-large', status: 431 });
  });
});

describe('what one user may have', () => {
  const FAVORITES = 3;
  const CHANNELS = 2;
  const TOKENS = 4;
  const test = useApp({
    FAVORITES_PER_USER: String(FAVORITES),
    CHANNELS_PER_USER: String(CHANNELS),
    TOKENS_PER_USER: String(TOKENS),
  });

  const channel = { type: 'log', name: 'log', settings: {} };

  it('of favorites is limited, and there is room again when one is gone', async () => {
    const agent = await newUser(test, null);
    const software = await Promise.all(Array.from({ length: 5 }, (_, n) => known(test, `Something ${n}`)));
    const create = (n: number) => agent.post('/api/v1/favorite').send({ software: software[n]!.id, version: '1.0' });
    const first = await create(0).expect(201);
    for (const n of [1, 2]) await create(n).expect(201);
    const refused = await create(3);
    expectProblem(refused, 409, 'limit-reached');
    expect(refused.body).toMatchObject({ limit: FAVORITES, detail: 'A user has at most 3 favorites.' });
    // What is there already is told as ever, and can be changed.
    expectProblem(await create(0), 409, 'conflict');
    await agent.patch(`/api/v1/favorite/${first.body.data.uuid}`).send({ notes: 'mine' }).expect(200);
    await agent.delete(`/api/v1/favorite/${first.body.data.uuid}`).expect(204);
    await create(3).expect(201);
    const { body } = await agent.get('/api/v1/favorite?includeTotal').expect(200);
    expect(body.meta.total).toBe(FAVORITES);
  });

  it('of channels is limited, for each user, also by requests at the same time', async () => {
    const [agent, other] = [await newUser(test, null), await newUser(test, null)];
    const answers = await Promise.all(Array.from({ length: 12 }, () => agent.post('/api/v1/channel').send(channel)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(CHANNELS).fill(201), ...Array(10).fill(409)]);
    expect((await agent.get('/api/v1/channel').expect(200)).body.data).toHaveLength(CHANNELS);
    const refused = await agent.post('/api/v1/channel').send(channel);
    expectProblem(refused, 409, 'limit-reached');
    expect(refused.body).toMatchObject({ limit: CHANNELS });
    await other.post('/api/v1/channel').send(channel).expect(201);
  });

  describe('of tokens', () => {
    const tokenBody = { name: 'one', scopes: ['read'] };
    const make = (agent: Agent, more: object = {}) => agent.post('/api/v1/token').send({ ...tokenBody, ...more });
    const tokens = async (agent: Agent) =>
      (await agent.get('/api/v1/token?includeTotal').expect(200)).body.meta.total as number;

    it('is limited, the one that asks counted, also by requests at the same time', async () => {
      const agent = await newUser(test, null);
      const answers = await Promise.all(Array.from({ length: 10 }, () => make(agent)));
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array(TOKENS - 1).fill(201),
        ...Array(7).fill(409),
      ]);
      const refused = await make(agent);
      expectProblem(refused, 409, 'limit-reached');
      expect(refused.body).toMatchObject({ limit: TOKENS, detail: 'A user has at most 4 tokens.' });
      expect(await tokens(agent)).toBe(TOKENS);
      const made = answers.find(({ status }) => status === 201)!;
      await agent.delete(`/api/v1/token/${made.body.data.id}`).expect(204);
      await make(agent).expect(201);
    });

    it('does not keep anybody out by those that have expired', async () => {
      const agent = await newUser(test, null);
      const { body } = await make(agent, { expires_at: '2099-01-01' }).expect(201);
      for (let n = 2; n < TOKENS; n++) await make(agent).expect(201);
      await test.database.execute(`UPDATE access_token SET expires_at = '2020-01-01 00:00:00' WHERE id = ?`, [
        body.data.id,
      ]);
      await make(agent).expect(201);
      expect(await tokens(agent)).toBe(TOKENS);
      expectProblem(await make(agent), 409, 'limit-reached');
    });

    it('is none for the command line', async () => {
      for (let n = 0; n <= TOKENS; n++) await test.token('operator');
      const agent = await test.as('operator');
      expectProblem(await make(agent), 409, 'limit-reached');
    });
  });
});
