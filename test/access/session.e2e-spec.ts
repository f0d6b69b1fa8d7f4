import supertest from 'supertest';
import { SessionService } from '../../src/access/auth/session/session.service';
import { UpkeepService } from '../../src/operations/upkeep/upkeep.service';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { VERSION } from '../../src/common/version';
import { expectProblem, MOMENT, UNKNOWN_ID, UUID } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { browserWith, codeFor, COOKIE, cookieOf, ownPage, signedIn, startSession } from '../setup/session';
import { count } from '../setup/tracking';

const test = useApp();

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const forget = () => test.app.get(SessionService).forget();
const change = async (set: string, id: string) => {
  await test.database.execute(`UPDATE web_session SET ${set} WHERE id = ?`, [id]);
  forget();
};

describe('signing in with a token', () => {
  it('answers who is signed in, and sets a cookie that scripts and other sites cannot use', async () => {
    const token = await test.token('anna', ['read', 'admin']);
    const response = await startSession(test, { token }).set(
      'User-Agent',
      'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
    );
    expect(response.status).toBe(201);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^tracker=sus_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/),
    ]);
    expect(response.headers.location).toBe(`${test.url}/api/v1/session/current`);
    const { data } = response.body;
    expect(data).toEqual({
      id: expect.stringMatching(UUID),
      user: { id: expect.stringMatching(UUID), name: 'anna' },
      means: 'token',
      token: expect.stringMatching(UUID),
      scopes: ['read', 'admin'],
      agent: 'Firefox on Linux',
      created_at: expect.stringMatching(MOMENT),
      last_used_at: data.created_at,
      idle_until: expect.stringMatching(MOMENT),
      ends_at: expect.stringMatching(MOMENT),
      current: true,
      features: { mail: false, sources: 'off' },
      version: VERSION,
    });
    expect([days(data.created_at, data.idle_until), days(data.created_at, data.ends_at)]).toEqual([7, 30]);
  });

  it('is not possible with what is no token of the service', async () => {
    for (const token of ['sut_wrong', 'x', 'eyJhbGciOiJub25lIn0.e30.'])
      expectProblem(await startSession(test, { token }), 401, 'unauthorized');
    for (const body of [{}, undefined, { token: 'sut_x', code: 'suc_x' }])
      expect(expectProblem(await startSession(test, body!), 422, 'invalid-body')).toEqual(['token']);
    expectProblem(await startSession(test, {}).type('text/plain').send('{"token":"x"}'), 415, 'unsupported-media-type');
    expectProblem(await startSession(test, { token: 'x'.repeat(3_000) }), 413, 'too-large');
  });

  it('is not possible with a token that was revoked a moment ago on another replica', async () => {
    const token = await test.token('moment');
    await test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`).expect(200);
    await test.database.execute('DELETE FROM access_token');
    expectProblem(await startSession(test, { token }), 401, 'unauthorized');
    expect(await count(test, 'web_session s JOIN user u ON u.id = s.user_id WHERE u.name = ?', 'moment')).toBe(0);
  });

  it('again in the same browser ends the session that it had', async () => {
    const first = await signedIn(test, 'again');
    const token = await test.token('again');
    const second = await startSession(test, { token }).set('Cookie', first.cookie).expect(201);
    expect(cookieOf(second)).not.toBe(first.cookie);
    expectProblem(await first.agent.get('/api/v1/profile'), 401, 'unauthorized');
    const { body } = await test.http.get('/api/v1/session').set('Cookie', cookieOf(second)).expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.data.id]);
  });
});

describe('a cookie', () => {
  it('that an attacker chose is no session after the victim has signed in with it', async () => {
    const chosen = `${COOKIE}=sus_${'a'.repeat(43)}`;
    const response = await startSession(test, { token: await test.token('fixed') }).set('Cookie', chosen);
    expect([response.status, cookieOf(response) === chosen]).toEqual([201, false]);
    expectProblem(await test.http.get('/api/v1/profile').set('Cookie', chosen), 401, 'unauthorized');
  });

  it('is not in the database, nor is a code: what is stored signs nobody in', async () => {
    const { cookie } = await signedIn(test, 'stored');
    const code = await codeFor(test, 'stored');
    const sessions = await test.database.query<{ hash: string }>('SELECT * FROM web_session');
    const links = await test.database.query<{ hash: string }>('SELECT * FROM sign_in_link');
    const text = JSON.stringify([sessions, links, await test.database.query('SELECT * FROM audit_entry')]);
    for (const secret of [cookie.split('=')[1], code]) expect(text).not.toContain(secret);
    for (const { hash } of sessions)
      for (const value of [hash, `sus_${hash}`, `sus_${hash.slice(0, 43)}`])
        expectProblem(await test.http.get('/api/v1/profile').set('Cookie', `${COOKIE}=${value}`), 401, 'unauthorized');
    for (const { hash } of links) expectProblem(await startSession(test, { code: hash }), 401, 'unauthorized');
  });
});

describe('a session', () => {
  it('reads and writes like the token that it was started with, and no more', async () => {
    const reader = await signedIn(test, 'reader', ['read']);
    expect((await reader.agent.get('/api/v1/profile').expect(200)).body.data.user).toBe('reader');
    const refused = await reader.agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Berlin' });
    expectProblem(refused, 403, 'forbidden');
    expect(refused.body.detail).toBe('This needs a session with the scope write.');
    const writer = await signedIn(test, 'writer', ['read', 'write']);
    await writer.agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Berlin' }).expect(200);
    const [entry] = await test.database.query<{ means: string; credential: string }>(
      "SELECT means, credential FROM audit_entry WHERE action = 'profile.updated' ORDER BY created_at DESC LIMIT 1",
    );
    expect(entry).toEqual({ means: 'session', credential: writer.id });
  });

  it('tells about itself with any scope; to a token there is none', async () => {
    const publisher = await signedIn(test, 'publisher', ['catalogue:write']);
    const { body } = await publisher.agent.get('/api/v1/session/current').expect(200);
    expect(body.data).toMatchObject({ id: publisher.id, scopes: ['catalogue:write'], user: { name: 'publisher' } });
    expectProblem(await (await test.as('publisher')).get('/api/v1/session/current'), 404, 'not-found');
    expectProblem(await test.http.get('/api/v1/session/current'), 401, 'unauthorized');
    expectProblem(await (await test.as('publisher')).delete('/api/v1/session/current'), 404, 'not-found');
  });

  it('is over for requests that were under way when it ended', async () => {
    for (let round = 0; round < 3; round++) {
      const { agent } = await signedIn(test, 'under way');
      forget();
      const reads = Array.from({ length: 5 }, () => agent.get('/api/v1/profile'));
      const [end] = await Promise.all([agent.delete('/api/v1/session/current'), ...reads]);
      expect(end.status).toBe(204);
      expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
    }
  });

  it('is listed to its user, by session and by token, and to nobody else', async () => {
    const [one, two] = [await signedIn(test, 'list'), await signedIn(test, 'list', ['read'])];
    await signedIn(test, 'another');
    const { body } = await two.agent.get('/api/v1/session').expect(200);
    expect(body.data).toMatchObject([
      { id: two.id, current: true, scopes: ['read'], means: 'token', agent: 'Unknown browser' },
      { id: one.id, current: false, scopes: ['read', 'write'] },
    ]);
    const asked = await (await test.as('list')).get('/api/v1/session').expect(200);
    expect(asked.body.data).toMatchObject([
      { id: two.id, current: false },
      { id: one.id, current: false },
    ]);
  });

  it('ends at sign-out: here at once, and the browser forgets it', async () => {
    const { agent, cookie, id } = await signedIn(test, 'leaver', ['read']);
    await agent.get('/api/v1/profile').expect(200);
    const response = await agent.delete('/api/v1/session/current').expect(204);
    expect(response.headers['set-cookie']).toEqual([`${COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`]);
    expect(response.headers['clear-site-data']).toBe('"storage"');
    const after = await test.http.get('/api/v1/profile').set('Cookie', cookie);
    expectProblem(after, 401, 'unauthorized');
    expect(after.headers['set-cookie']).toEqual(response.headers['set-cookie']);
    const entries = await test.database.query<{ action: string; means: string }>(
      'SELECT action, means FROM audit_entry WHERE resource_id = ? ORDER BY id',
      [id],
    );
    expect(entries).toEqual([
      { action: 'session.created', means: 'session' },
      { action: 'session.ended', means: 'session' },
    ]);
  });

  it("can be ended from another one of its user's, and by nobody else", async () => {
    const [one, two] = [await signedIn(test, 'pair'), await signedIn(test, 'pair')];
    const eve = await signedIn(test, 'eve');
    expectProblem(await eve.agent.delete(`/api/v1/session/${one.id}`), 404, 'not-found');
    await one.agent.get('/api/v1/profile').expect(200);
    await two.agent.delete(`/api/v1/session/${one.id}`).expect(204);
    expectProblem(await one.agent.get('/api/v1/profile'), 401, 'unauthorized');
    expectProblem(await two.agent.delete(`/api/v1/session/${one.id}`), 404, 'not-found');
    expectProblem(await two.agent.delete(`/api/v1/session/${UNKNOWN_ID}`), 404, 'not-found');
    await two.agent.get('/api/v1/profile').expect(200);
  });

  it.each([
    ['without use for seven days', "idle_until = '2020-01-01 00:00:00.000000'"],
    ['thirty days old', "idle_until = '2020-01-01 00:00:00.000000', ends_at = '2020-01-01 00:00:00.000000'"],
  ])('%s has ended, and its row goes', async (_, set) => {
    const { agent, id } = await signedIn(test, 'old');
    await change(set, id);
    expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
    const { sessions } = await test.app.get(UpkeepService).run();
    expect(sessions).toBe(1);
    expect(await count(test, 'web_session WHERE id = ?', id)).toBe(0);
  });

  it('that is used lasts longer, but not beyond its end; its use is recorded once a minute', async () => {
    const { agent, id } = await signedIn(test, 'used');
    const row = async () =>
      (
        await test.database.query<{ last_used_at: string; idle_until: string; ends_at: string }>(
          'SELECT last_used_at, idle_until, ends_at FROM web_session WHERE id = ?',
          [id],
        )
      )[0]!;
    const fresh = await row();
    forget();
    await agent.get('/api/v1/profile').expect(200);
    expect(await row()).toEqual(fresh);
    await change("last_used_at = '2026-01-01 00:00:00.000000'", id);
    await agent.get('/api/v1/profile').expect(200);
    await eventually(async () => expect((await row()).last_used_at > fresh.last_used_at).toBe(true));
    expect((await row()).idle_until > fresh.idle_until).toBe(true);
    const { later } = await lateEnd(86_400);
    await change(`last_used_at = '2026-01-01 00:00:00.000000', ends_at = '${later}'`, id);
    await agent.get('/api/v1/profile').expect(200);
    await eventually(async () => expect((await row()).idle_until).toBe(later));
  });

  it('is one of fifty of a user: the oldest goes', async () => {
    const oldest = await signedIn(test, 'many');
    const second = await signedIn(test, 'many');
    const token = await test.token('many');
    for (let made = 2; made < 50; made++) await startSession(test, { token }).expect(201);
    await oldest.agent.get('/api/v1/profile').expect(200);
    await startSession(test, { token }).expect(201);
    forget();
    expectProblem(await oldest.agent.get('/api/v1/profile'), 401, 'unauthorized');
    expect((await second.agent.get('/api/v1/session').expect(200)).body.data).toHaveLength(50);
  });

  it('ends when its user is disabled, and does not come back', async () => {
    const { agent } = await signedIn(test, 'disabled');
    const code = await codeFor(test, 'disabled');
    const { body } = await agent.get('/api/v1/session/current').expect(200);
    await test.app.get(UserRemoval).disable(body.data.user.id as string);
    forget();
    expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
    await test.app.get(UserRemoval).enable(body.data.user.id as string);
    forget();
    expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
    expectProblem(await startSession(test, { code }), 401, 'unauthorized');
  });

  it('goes with its user', async () => {
    const { agent, id } = await signedIn(test, 'deleted');
    const { body } = await agent.get('/api/v1/session/current').expect(200);
    await test.app.get(UserRemoval).remove(body.data.user.id as string);
    const answer = await agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Paris' });
    expectProblem(answer, 401, 'unauthorized');
    expect(await count(test, 'web_session WHERE id = ?', id)).toBe(0);
  });
});

const lateEnd = async (seconds: number) => {
  const [row] = await test.database.query<{ later: string }>(`SELECT ${test.database.dialect.nowPlus} AS later`, [
    seconds,
  ]);
  return row!;
};

async function webToken(user: string, expires: string): Promise<{ id: string; token: string }> {
  const agent = await test.as(user);
  const body = { name: 'web', scopes: ['read', 'write'], expires_at: expires };
  return (await agent.post('/api/v1/token').send(body).expect(201)).body.data;
}

describe('the token that a session was started with', () => {
  it('takes the session along when it expires', async () => {
    const { later } = await lateEnd(86_400);
    const expires = `${later.replace(' ', 'T')}Z`;
    const made = await webToken('brief', expires);
    const response = await startSession(test, { token: made.token });
    expect(Date.parse(response.body.data.ends_at as string)).toBe(Date.parse(expires));
    expect(response.body.data.idle_until).toBe(response.body.data.ends_at);
  });
});

describe('a token that a session makes', () => {
  const BODY = { name: 'made in a browser', scopes: ['read', 'write'] };

  it('has the token of the session as its parent, and its limits, and both end with that', async () => {
    const { later } = await lateEnd(86_400);
    const made = await webToken('maker', later);
    const { agent, id } = await browserWith(test, { token: made.token });
    expectProblem(await agent.post('/api/v1/token').send(BODY), 403, 'forbidden');
    expectProblem(await agent.post('/api/v1/token').send({ ...BODY, scopes: ['admin'] }), 403, 'forbidden');
    const child = await agent
      .post('/api/v1/token')
      .send({ ...BODY, expires_at: later })
      .expect(201);
    expect(child.body.data.parent).toBe(made.id);
    await (await test.as('maker')).delete(`/api/v1/token/${made.id}?offspring`).expect(204);
    const asked = await test.http.get('/api/v1/profile').set('Authorization', `Bearer ${child.body.data.token}`);
    expectProblem(asked, 401, 'unauthorized');
    expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
    expect(await count(test, "audit_entry WHERE action = 'session.ended' AND resource_id = ?", id)).toBe(1);
  });

  it('of a sign-in link has no parent and no end', async () => {
    await test.token('linked');
    const { agent } = await browserWith(test, { code: await codeFor(test, 'linked') });
    const { body } = await agent.post('/api/v1/token').send(BODY).expect(201);
    expect(body.data).toMatchObject({ parent: null, expires_at: null });
  });

  it('needs a sign-in within the last hour', async () => {
    const { agent, id, cookie } = await signedIn(test, 'tired');
    const { later } = await lateEnd(-3_601);
    await change(`created_at = '${later}'`, id);
    const refused = await agent.post('/api/v1/token').send(BODY);
    expectProblem(refused, 403, 'sign-in-again');
    await agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Rome' }).expect(200);
    const again = await startSession(test, { token: await test.token('tired') }).set('Cookie', cookie);
    await supertest(test.url)
      .post('/api/v1/token')
      .set({ ...ownPage(test), Cookie: cookieOf(again) })
      .send(BODY)
      .expect(201);
  });

  it('is not made by a session that ended a moment ago on another replica, which is not shown either', async () => {
    const { agent, id } = await signedIn(test, 'elsewhere');
    await agent.get('/api/v1/profile').expect(200);
    await test.database.execute('DELETE FROM web_session WHERE id = ?', [id]);
    expectProblem(await agent.post('/api/v1/token').send(BODY), 401, 'unauthorized');
    expect(await count(test, 'access_token t JOIN user u ON u.id = t.user_id WHERE u.name = ?', 'elsewhere')).toBe(1);
    const other = await signedIn(test, 'elsewhere');
    await other.agent.get('/api/v1/session/current').expect(200);
    await test.database.execute('DELETE FROM web_session WHERE id = ?', [other.id]);
    expectProblem(await other.agent.get('/api/v1/session/current'), 401, 'unauthorized');
  });
});
