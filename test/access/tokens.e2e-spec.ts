import { type Agent, expectProblem, known, MOMENT, UNKNOWN_ID, UUID } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { DatabaseClock } from '../../src/database/database-clock';
import { TokenService } from '../../src/access/auth/token.service';
import { SessionService } from '../../src/access/auth/session/session.service';
import { TokenRepository } from '../../src/access/auth/token.repository';
import { UserService } from '../../src/access/user/user.service';

const test = useApp();

const bearer = (token: string) => test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`);

async function create(agent: Agent, body: object): Promise<{ id: string; token: string }> {
  return (await agent.post('/api/v1/token').send(body).expect(201)).body.data;
}

describe('without a valid token', () => {
  it.each([
    [undefined, 'Bearer realm="api"'],
    ['Basic YTpi', 'Bearer realm="api"'],
    ['Bearer', 'error="invalid_request"'],
    ['Bearer a b', 'error="invalid_request"'],
    ['Bearer sut_nothing', 'error="invalid_token"'],
    [`Bearer ${'x'.repeat(5_000)}`, 'error="invalid_token"'],
    ['Bearer sut_\u00e9', 'error="invalid_token"'],
    ["Bearer sut_'--", 'error="invalid_token"'],
  ])('the header %s is 401 with a challenge of RFC 6750', async (header, challenge) => {
    const request = test.http.get('/api/v1/favorite');
    const response = await (header === undefined ? request : request.set('Authorization', header));
    expectProblem(response, 401, 'unauthorized');
    expect(response.headers['www-authenticate']).toContain('Bearer realm="api"');
    expect(response.headers['www-authenticate']).toContain(challenge);
  });

  it('nothing else is told: not about the body, the query, the type or the id', async () => {
    const http = test.http;
    const json = (text: string) => http.post('/api/v1/favorite').set('Content-Type', 'application/json').send(text);
    const answers = [
      json('{'),
      json('[]'),
      json(`{"notes":"${'x'.repeat(300_000)}"}`),
      http.post('/api/v1/favorite').set('Content-Type', 'text/plain').send('x'),
      http.post('/api/v1/favorite?x=1').send({}),
      http.get('/api/v1/software?page=0&x'),
      http.get('/api/v1/software/nothing'),
      http.patch(`/api/v1/favorite/${UNKNOWN_ID}`).send({ notes: 1 }),
      http.post('/api/v1/catalogue').set('Content-Type', 'text/plain').send('x'),
    ];
    for (const answer of await Promise.all(answers)) {
      expectProblem(answer, 401, 'unauthorized');
      expect(answer.body).not.toHaveProperty('errors');
    }
  });

  it('a good one in the query or in the body is not taken', async () => {
    const token = await test.token('elsewhere');
    expectProblem(await test.http.get(`/api/v1/profile?access_token=${token}`), 401, 'unauthorized');
    const form = test.http.post('/api/v1/favorite').type('form').send({ access_token: token });
    expectProblem(await form, 401, 'unauthorized');
    expectProblem(await test.http.post('/api/v1/favorite').send({ access_token: token }), 401, 'unauthorized');
    const both = await bearer(token).query({ access_token: token });
    expect(expectProblem(both, 400, 'invalid-query')).toEqual(['access_token']);
  });

  it('the scheme may be written in any case', async () => {
    const token = await test.token('schemes');
    for (const scheme of ['bearer', 'BEARER'])
      await test.http.get('/api/v1/profile').set('Authorization', `${scheme} ${token}`).expect(200);
  });
});

describe('a token', () => {
  it('is shown once, has 256 random bits and a prefix, and is stored as a hash only', async () => {
    const ada = await test.as('once');
    const response = await ada
      .post('/api/v1/token')
      .send({ name: 'dashboard', scopes: ['read'] })
      .expect(201);
    expect(response.body.data).toEqual({
      id: expect.stringMatching(UUID),
      name: 'dashboard',
      parent: expect.stringMatching(UUID),
      scopes: ['read'],
      expires_at: null,
      last_used_at: null,
      created_at: expect.stringMatching(MOMENT),
      token: expect.stringMatching(/^sut_[A-Za-z0-9_-]{43}$/),
    });
    const { token, ...rest } = response.body.data;
    expect(response.headers.location).toBe(`${test.url}/api/v1/token/${rest.id}`);
    const { body } = await ada.get('/api/v1/token').expect(200);
    expect(body.data.find((one: { id: string }) => one.id === rest.id)).toEqual(rest);
    expect(JSON.stringify(body)).not.toContain(token);
    const rows = await test.database.query('SELECT * FROM access_token');
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
    await bearer(token).expect(200);
  });

  it('shows when it was used last, once a minute, whichever replica sees it', async () => {
    const ada = await test.as('noted');
    const { id, token } = await create(ada, { name: 'noted', scopes: ['read'] });
    const { database } = test;
    const usedAt = async () => {
      const { body } = await ada.get('/api/v1/token').expect(200);
      const { last_used_at: at } = body.data.find((one: { id: string }) => one.id === id) as { last_used_at: string };
      expect(at).toMatch(MOMENT);
      return at;
    };
    // Each knows nothing of what the others remember.
    const replica = () =>
      new TokenService(
        database,
        test.app.get(TokenRepository),
        test.app.get(DatabaseClock),
        test.app.get(UserService),
        test.config,
        test.app.get(SessionService),
      );
    const use = () => Promise.all(Array.from({ length: 5 }, () => replica().authenticate(token)));
    const usedBefore = async (seconds: number) => {
      const ago = `UPDATE access_token SET last_used_at = ${database.dialect.nowPlus} WHERE id = ?`;
      await database.execute(ago, [-seconds, id]);
      return usedAt();
    };
    const lately = await usedBefore(50);
    await use();
    expect(await usedAt()).toBe(lately);
    const longAgo = await usedBefore(70);
    await use();
    await eventually(async () => expect(await usedAt()).not.toBe(longAgo));
  });

  it.each([
    [['write'], ['read']],
    [
      ['read', 'write'],
      ['read', 'admin'],
    ],
    [['read', 'write'], ['catalogue:write']],
    [
      ['write', 'catalogue:write'],
      ['write', 'catalogue:write', 'admin'],
    ],
  ] as const)('with %j cannot make one with %j', async (own, asked) => {
    const agent = await test.as(`grant-${own.join('-')}`, [...own]);
    const response = await agent.post('/api/v1/token').send({ name: 'more', scopes: asked });
    expect(expectProblem(response, 403, 'forbidden')).toEqual(['scopes']);
    await agent.post('/api/v1/token').send({ name: 'same', scopes: own }).expect(201);
  });

  it('belongs to its user: another one neither sees nor revokes it', async () => {
    const ada = await test.as('own-ada');
    const eve = await test.as('own-eve', ['read', 'write', 'admin']);
    const { id, token } = await create(ada, { name: 'mine', scopes: ['read'] });
    const { body } = await eve.get('/api/v1/token?includeTotal').expect(200);
    expect(body.meta.total).toBe(1);
    expect(JSON.stringify(body)).not.toContain(id);
    expectProblem(await eve.delete(`/api/v1/token/${id}`), 404, 'not-found');
    expectProblem(await eve.delete('/api/v1/token/nothing'), 404, 'not-found');
    expect((await bearer(token).expect(200)).body.data.user).toBe('own-ada');
  });

  it('that is revoked is refused at once where it was revoked, and can be revoked once', async () => {
    const ada = await test.as('revoke');
    const { id, token } = await create(ada, { name: 'short', scopes: ['read'] });
    await bearer(token).expect(200);
    expect((await ada.delete(`/api/v1/token/${id}`).expect(204)).text).toBe('');
    expectProblem(await bearer(token), 401, 'unauthorized');
    expectProblem(await ada.delete(`/api/v1/token/${id}`), 404, 'not-found');
  });

  it('that another replica revoked, or that expired, is refused within five seconds', async () => {
    const ada = await test.as('replicas');
    const revoked = await create(ada, { name: 'revoked', scopes: ['read'] });
    const expired = await create(ada, { name: 'expired', scopes: ['read'], expires_at: '2099-01-01' });
    for (const { token } of [revoked, expired]) await bearer(token).expect(200);
    const past = '2020-01-01 00:00:00.000000';
    await test.database.execute('DELETE FROM access_token WHERE id = ?', [revoked.id]);
    await test.database.execute('UPDATE access_token SET expires_at = ? WHERE id = ?', [past, expired.id]);
    const refused = async (token: string) => void expectProblem(await bearer(token), 401, 'unauthorized');
    await Promise.all([revoked, expired].map(({ token }) => eventually(() => refused(token))));
  });

  it('shows its expiry in UTC and is refused after it', async () => {
    const ada = await test.as('expiry');
    const body = { name: 'later', scopes: ['read'], expires_at: '2099-06-01T12:00:00.5+02:00' };
    const { body: answer } = await ada.post('/api/v1/token').send(body).expect(201);
    expect(answer.data.expires_at).toBe('2099-06-01T10:00:00.500000Z');
    const past = await create(ada, { name: 'past', scopes: ['read'], expires_at: '2099-01-01' });
    await test.database.execute(`UPDATE access_token SET expires_at = '2020-01-01 00:00:00' WHERE id = ?`, [past.id]);
    expectProblem(await bearer(past.token), 401, 'unauthorized');
  });

  it('does not make one that lives longer than itself', async () => {
    const ada = await test.as('mortal');
    const body = { name: 'a day', scopes: ['read', 'write'], expires_at: '2099-01-01' };
    const { token } = await create(ada, body);
    const ask = (expires_at: string | null) =>
      test.http
        .post('/api/v1/token')
        .set('Authorization', `Bearer ${token}`)
        .send({ ...body, expires_at });
    expect((await ask(null).expect(403)).body.errors[0].field).toBe('expires_at');
    await ask('2099-01-02').expect(403);
    await ask('2098-12-31').expect(201);
    expect(expectProblem(await ask('2020-01-01'), 422, 'invalid-body')).toEqual(['expires_at']);
  });
});

describe('a user who is gone after a restore', () => {
  it('is refused as one whom nobody knows, whatever is asked, and is not remembered', async () => {
    const { id: software } = await known(test, 'Kept');
    const unknown = await bearer('sut_unknown');
    const asks: ((by: Agent) => ReturnType<Agent['get']>)[] = [
      (agent) => agent.get('/api/v1/profile'),
      (agent) => agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Berlin' }),
      (agent) => agent.post('/api/v1/favorite').send({ software, version: '1.0' }),
      (agent) => agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }),
      (agent) => agent.post('/api/v1/token').send({ name: 'another', scopes: ['read'] }),
    ];
    for (const ask of asks) {
      const agent = await test.as('restored');
      await agent.get('/api/v1/profile').expect(200);
      await test.database.execute("DELETE FROM user WHERE name = 'restored'");
      const answer = await ask(agent);
      expectProblem(answer, 401, 'unauthorized');
      expect(answer.body.detail).toBe(unknown.body.detail);
      expect(answer.headers['www-authenticate']).toBe(unknown.headers['www-authenticate']);
    }
    const agent = await test.as('restored');
    await agent.get('/api/v1/software').expect(200);
    await test.database.execute("DELETE FROM user WHERE name = 'restored'");
    for (const path of ['profile', 'software']) expectProblem(await agent.get(`/api/v1/${path}`), 401, 'unauthorized');
  });
});
