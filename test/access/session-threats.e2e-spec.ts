import { SessionService } from '../../src/access/auth/session/session.service';
import { UpkeepService } from '../../src/maintenance/upkeep.service';
import { expectProblem } from '../setup/api';
import { startApp, type TestApp, useApp } from '../setup/app';
import { browserWith, codeFor, COOKIE, cookieOf, ownPage, signedIn, startSession } from '../setup/session';
import { count } from '../setup/tracking';

/**
 * What an attacker could try with sessions, row by row. In a browser, so elsewhere (`test/web`, `test/http-server/web-pages.e2e-spec.ts`): injection of
 * scripts under the content security policy, clickjacking, deceptive names, what pages keep after signing out. With an issuer, so in the tests of
 * OpenID Connect: open redirects after the sign-in, mixed-up issuers, replayed codes, rights that the issuer has taken back. More about forged
 * requests is in `same-origin.e2e-spec.ts`.
 */

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const CHANGE = { time_zone: 'Europe/Berlin' };
const TOKEN = { name: 'kept by a thief', scopes: ['read'] };
const LONG_AGO = '2020-01-01 00:00:00.000000';

const fixed = (letter: string) => `sus_${letter.repeat(43)}`;
const forget = () => test.app.get(SessionService).forget();

async function age(id: string, column: string, seconds: number): Promise<void> {
  const { nowPlus } = test.database.dialect;
  await test.database.execute(`UPDATE web_session SET ${column} = ${nowPlus} WHERE id = ?`, [-seconds, id]);
  forget();
}

describe('a forged request', () => {
  it('is no form: only JSON is read', async () => {
    const { cookie } = await signedIn(test);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await test.http
        .post('/api/v1/favorite')
        .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type })
        .send('{"software":"x","version":"1"}');
      expectProblem(response, 415, 'unsupported-media-type');
    }
  });

  it('changes nothing, and signs nobody in as somebody else', async () => {
    const { cookie, agent } = await signedIn(test, 'victim');
    const before = (await agent.get('/api/v1/profile').expect(200)).text;
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    const change = test.http.patch('/api/v1/profile').set({ Cookie: cookie, ...foreign });
    expectProblem(await change.send(CHANGE), 403, 'forbidden');
    const swap = test.http.post('/api/v1/session').set({ Cookie: cookie, ...foreign });
    const response = await swap.send({ token: await test.token('mallory') });
    expectProblem(response, 403, 'forbidden');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await agent.get('/api/v1/profile').expect(200)).text).toBe(before);
  });
});

describe('a stolen database', () => {
  it('has no cookie and no code: what is stored signs nobody in', async () => {
    const { cookie } = await signedIn(test, 'stored');
    const code = await codeFor(test, 'stored');
    const sessions = await test.database.query<{ hash: string }>('SELECT * FROM web_session');
    const links = await test.database.query<{ hash: string }>('SELECT * FROM sign_in_link');
    const text = JSON.stringify([sessions, links, await test.database.query('SELECT * FROM audit_entry')]);
    expect(text).not.toContain(cookie.split('=')[1]);
    expect(text).not.toContain(code);
    for (const { hash } of sessions)
      for (const value of [hash, `sus_${hash}`, `sus_${hash.slice(0, 43)}`])
        expectProblem(await test.http.get('/api/v1/profile').set('Cookie', `${COOKIE}=${value}`), 401, 'unauthorized');
    for (const { hash } of links) expectProblem(await startSession(test, { code: hash }), 401, 'unauthorized');
  });
});

describe('a stolen cookie', () => {
  it('cannot be read by scripts', async () => {
    const response = await startSession(test, { token: await test.token() });
    expect(response.headers['set-cookie']![0]).toMatch(/; HttpOnly;.* SameSite=Strict/);
    expect(response.text).not.toContain(cookieOf(response).split('=')[1]);
  });

  it('is seen by its owner, who ends it from another browser or with a token', async () => {
    const [stolen, other] = [await signedIn(test, 'owner'), await signedIn(test, 'owner')];
    const { body } = await other.agent.get('/api/v1/session').expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(stolen.id);
    await (await test.as('owner')).delete(`/api/v1/session/${stolen.id}`).expect(204);
    expectProblem(await stolen.agent.get('/api/v1/profile'), 401, 'unauthorized');
  });

  it('does not become a token, nor last beyond the end of the session', async () => {
    const { agent, id } = await signedIn(test, 'robbed');
    await age(id, 'created_at', 3_700);
    expectProblem(await agent.post('/api/v1/token').send(TOKEN), 403, 'sign-in-again');
    await age(id, 'idle_until', 1);
    expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
  });

  it('can do no more than what was signed in with', async () => {
    const { agent } = await signedIn(test, 'weak', ['read']);
    expectProblem(await agent.patch('/api/v1/profile').send(CHANGE), 403, 'forbidden');
    expectProblem(await agent.post('/api/v1/token').send(TOKEN), 403, 'forbidden');
    expectProblem(await agent.get('/api/v1/audit'), 403, 'forbidden');
  });
});

describe('a cookie that an attacker chose', () => {
  it('is no session after the victim has signed in with it', async () => {
    const chosen = `${COOKIE}=${fixed('a')}`;
    const response = await startSession(test, { token: await test.token('fixed') }).set('Cookie', chosen);
    expect(response.status).toBe(201);
    expect(cookieOf(response)).not.toBe(chosen);
    expectProblem(await test.http.get('/api/v1/profile').set('Cookie', chosen), 401, 'unauthorized');
  });

  it('is another one at each sign-in', async () => {
    const token = await test.token('often');
    const cookies = new Set<string>();
    for (let round = 0; round < 5; round++) cookies.add(cookieOf(await startSession(test, { token })));
    expect(cookies.size).toBe(5);
  });
});

describe('guessing', () => {
  const limited = useApp({ RATE_LIMIT_FAILED_AUTH: '6/1m' });

  it('of cookies, tokens and codes counts together by address, and bothers nobody who is signed in', async () => {
    const { agent } = await signedIn(limited);
    const guess = (cookie: string) => limited.http.get('/api/v1/profile').set('Cookie', `${COOKIE}=${cookie}`);
    expectProblem(await guess(fixed('b')), 401, 'unauthorized');
    expectProblem(await guess(''), 401, 'unauthorized');
    for (const body of [{ token: 'sut_guess' }, { code: `suc_${'c'.repeat(43)}` }, { code: 'x' }, { token: 'x' }])
      expectProblem(await startSession(limited, body), 401, 'unauthorized');
    for (const refused of [
      await guess(fixed('d')),
      await startSession(limited, { token: 'sut_guess' }),
      await startSession(limited, { code: 'x' }),
      await limited.http.get('/api/v1/profile').set('Authorization', 'Bearer sut_guess'),
    ]) {
      expectProblem(refused, 429, 'too-many-requests');
      expect(refused.headers['ratelimit-policy']).toBe('"failed-auth";q=6;w=60');
    }
    await agent.get('/api/v1/profile').expect(200);
    await startSession(limited, { token: await limited.token() }).expect(201);
    await limited.token('late');
    await browserWith(limited, { code: await codeFor(limited, 'late') });
  });
});

describe('the next person at the machine', () => {
  it('finds nothing after signing out: no session, no cookie, no stored data, no cached answer', async () => {
    const { agent, cookie, id } = await signedIn(test, 'leaving');
    const read = await agent.get('/api/v1/profile').expect(200);
    expect(read.headers['cache-control']).toBe('private, no-store');
    const response = await agent.delete('/api/v1/session/current').expect(204);
    expect(response.headers['clear-site-data']).toBe('"storage"');
    expect(response.headers['set-cookie']![0]).toMatch(/^tracker=; .*Max-Age=0;/);
    expect(await count(test, 'web_session WHERE id = ?', id)).toBe(0);
    expectProblem(await test.http.get('/api/v1/profile').set('Cookie', cookie), 401, 'unauthorized');
  });
});

describe('a flood', () => {
  it('of sign-ins leaves fifty sessions of a user, and of failed ones nothing', async () => {
    const token = await test.token('flood');
    for (let round = 0; round < 60; round++) await startSession(test, { token }).expect(201);
    expect(await count(test, 'web_session s JOIN user u ON u.id = s.user_id WHERE u.name = ?', 'flood')).toBe(50);
    const rows = await count(test, 'web_session');
    const entries = await count(test, 'audit_entry');
    for (let round = 0; round < 20; round++) await startSession(test, { token: `sut_${round}` }).expect(401);
    expect([await count(test, 'web_session'), await count(test, 'audit_entry')]).toEqual([rows, entries]);
  });

  it('of old sessions and links is removed', async () => {
    await codeFor(test, 'flood');
    await test.database.execute('UPDATE web_session SET idle_until = ?', [LONG_AGO]);
    await test.database.execute('UPDATE sign_in_link SET ends_at = ?', [LONG_AGO]);
    await test.app.get(UpkeepService).run();
    expect([await count(test, 'web_session'), await count(test, 'sign_in_link')]).toEqual([0, 0]);
  });
});

describe('a request without a body, or with a large one', () => {
  it('signs nobody in, and is refused before anything is looked up', async () => {
    const post = () => test.http.post('/api/v1/session').set(ownPage(test));
    expectProblem(await post(), 422, 'invalid-body');
    expectProblem(await post().send({ code: 'x'.repeat(10_000) }), 413, 'too-large');
    expectProblem(await post().type('application/json').send('{"code":'), 400, 'invalid-json');
    expect((await post().send({ token: { $ne: '' } })).status).toBe(422);
  });
});
