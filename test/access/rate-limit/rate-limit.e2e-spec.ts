import { setTimeout as pause } from 'node:timers/promises';
import { expectProblem } from '../../setup/api';
import { useApp } from '../../setup/app';
import { TokenService } from '../../../src/access/auth/token.service';
import { eventually } from '../../setup/eventually';
import { codeFor, COOKIE, signedIn, startSession } from '../../setup/session';
import { count } from '../../setup/tracking';

const bad = (number: number) => `sut_${String(number).padStart(43, 'x')}`;

describe('the rate limit', () => {
  const test = useApp({
    RATE_LIMIT: '5/1m',
    RATE_LIMIT_FAILED_AUTH: '4/1m',
    RATE_LIMIT_NO_TOKEN: '6/1m',
    RATE_LIMIT_PAGES: '3/1m',
    TRUST_PROXY: '1',
  });
  let last = 0;

  /** An address that nobody has asked from. */
  const address = () => `198.51.100.${++last}`;

  const ask = (token: string, from: string, path = '/api/v1/profile') =>
    test.http.get(path).set('Authorization', `Bearer ${token}`).set('X-Forwarded-For', from);

  it('is told with each answer, and reached after as many requests as it says', async () => {
    const [token, from] = [await test.token('busy'), address()];
    for (const remaining of [4, 3, 2, 1, 0]) {
      const { status, headers } = await ask(token, from);
      expect([status, headers['ratelimit-policy']]).toEqual([200, '"user";q=5;w=60']);
      expect(headers.ratelimit).toMatch(new RegExp(`^"user";r=${remaining};t=(60|5\\d)$`));
    }
    const refused = await ask(token, from);
    expectProblem(refused, 429, 'too-many-requests');
    expect(refused.body.detail).toBe('Requests of one user: 5 in 1m at most.');
    const { 'retry-after': wait, ratelimit } = refused.headers;
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(60);
    expect(ratelimit).toBe(`"user";r=0;t=${wait}`);
  });

  it('counts all tokens of a user together, and no other user', async () => {
    const [one, other, from] = [await test.token('many tokens'), await test.token('many tokens'), address()];
    for (let number = 0; number < 5; number++) await ask(number % 2 ? one : other, from).expect(200);
    for (const token of [one, other, await test.token('many tokens')])
      expectProblem(await ask(token, from), 429, 'too-many-requests');
    await ask(await test.token('somebody else'), from).expect(200);
  });

  it('counts refused requests of a user as well', async () => {
    const [token, from] = [await test.token('curious', ['read']), address()];
    for (let number = 0; number < 5; number++) {
      const response = await test.http
        .post('/api/v1/channel')
        .set('Authorization', `Bearer ${token}`)
        .set('X-Forwarded-For', from);
      expectProblem(response, 403, 'forbidden');
    }
    expectProblem(await ask(token, from), 429, 'too-many-requests');
  });

  it('refuses bad tokens from an address that sent many, but no valid one, known or not, and no other address', async () => {
    const [from, other] = [address(), address()];
    for (let number = 0; number < 4; number++) expectProblem(await ask(bad(number), from), 401, 'unauthorized');
    const refused = await ask(bad(4), from);
    expectProblem(refused, 429, 'too-many-requests');
    expect(refused.headers.ratelimit).toMatch(/^"failed-auth";r=0;t=\d+$/);
    expect(refused.headers).not.toHaveProperty('www-authenticate');
    await ask(await test.token('new here'), from).expect(200);
    expectProblem(await ask(bad(4), from), 429, 'too-many-requests');
    expectProblem(await ask(bad(5), other), 401, 'unauthorized');
  });

  it('counts guesses of cookies, tokens and codes together, keeps nothing of them, and bothers nobody who is signed in', async () => {
    const from = { 'X-Forwarded-For': address() };
    const { cookie } = await signedIn(test, 'cookies');
    await test.token('late');
    const code = await codeFor(test, 'late');
    const state = async () => [await count(test, 'web_session'), await count(test, 'audit_entry')];
    const before = await state();
    const guess = (value: string) => test.http.get('/api/v1/profile').set({ ...from, Cookie: `${COOKIE}=${value}` });
    expectProblem(await guess(`sus_${'b'.repeat(43)}`), 401, 'unauthorized');
    expectProblem(await guess(''), 401, 'unauthorized');
    for (const body of [{ token: 'sut_guess' }, { code: `suc_${'c'.repeat(43)}` }])
      expectProblem(await startSession(test, body).set(from), 401, 'unauthorized');
    for (const refused of [
      await guess(`sus_${'d'.repeat(43)}`),
      await startSession(test, { token: 'sut_guess' }).set(from),
      await startSession(test, { code: 'x' }).set(from),
      await ask('sut_guess', from['X-Forwarded-For']),
    ]) {
      expectProblem(refused, 429, 'too-many-requests');
      expect(refused.headers['ratelimit-policy']).toBe('"failed-auth";q=4;w=60');
    }
    expect(await state()).toEqual(before);
    await test.http
      .get('/api/v1/profile')
      .set({ ...from, Cookie: cookie })
      .expect(200);
    await startSession(test, { code }).set(from).expect(201);
  });

  it('lets a valid token through in the middle of a flood of bad ones, of which two are looked up at a time', async () => {
    const [token, from] = [await test.token('in the crowd'), address()];
    for (let number = 0; number < 4; number++) await ask(bad(number), from);
    const tokens = test.app.get(TokenService);
    const real = tokens.authenticate.bind(tokens);
    let [running, most] = [0, 0];
    const authenticate = jest.spyOn(tokens, 'authenticate').mockImplementation(async (given) => {
      most = Math.max(most, ++running);
      await pause(2); // a database that takes its time
      return real(given).finally(() => running--);
    });
    const flood = Array.from({ length: 60 }, (_, number) => ask(bad(100 + number), from));
    const valid = ask(token, from);
    const statuses = await Promise.all(flood.map(async (one) => (await one).status));
    authenticate.mockRestore();
    expect([new Set(statuses), (await valid).status, most]).toEqual([new Set([429]), 200, 2]);
  });

  it('refuses a token that was valid before as soon as it is revoked', async () => {
    const [token, from] = [await test.token('proven'), address()];
    await ask(token, from).expect(200);
    for (let number = 0; number < 5; number++) await ask(bad(number), from);
    await ask(token, from).expect(200);
    await test.database.execute("DELETE FROM access_token WHERE user_id = (SELECT id FROM user WHERE name = 'proven')");
    await eventually(async () => expectProblem(await ask(token, from), 429, 'too-many-requests'));
  });

  it('refuses an address that asks again and again without a token, but no token from there', async () => {
    const [from, other] = [address(), address()];
    const anonymous = (of: string) => test.http.get('/api/v1/profile').set('X-Forwarded-For', of);
    for (let number = 0; number < 6; number++) expectProblem(await anonymous(from), 401, 'unauthorized');
    const refused = await anonymous(from);
    expectProblem(refused, 429, 'too-many-requests');
    expect(refused.headers.ratelimit).toMatch(/^"no-token";r=0;t=\d+$/);
    expect(refused.headers['ratelimit-policy']).toBe('"no-token";q=6;w=60');
    expectProblem(await anonymous(other), 401, 'unauthorized');
    await ask(await test.token('late'), from).expect(200);
    for (const path of ['/health/live', '/health/ready', '/metrics', '/docs/openapi.json'])
      for (let number = 0; number < 8; number++) await test.http.get(path).set('X-Forwarded-For', from).expect(200);
  });

  it('takes a network of IPv6 for one address', async () => {
    for (let number = 0; number < 4; number++) await ask(bad(number), `2001:db8:0:1::${number}`);
    expectProblem(await ask(bad(9), '2001:db8:0:1:ffff::9'), 429, 'too-many-requests');
    expectProblem(await ask(bad(9), '2001:db8:0:2::9'), 401, 'unauthorized');
  });

  it.each(['/u/', '/confirm/', '/update/'])('of pages below %s is shown as a page', async (path) => {
    const from = address();
    const open = () => test.http.get(`${path}nothing`).set('X-Forwarded-For', from);
    for (let number = 0; number < 3; number++) expect((await open()).status).not.toBe(429);
    const refused = await open();
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(refused.text).toContain('One moment, please');
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.headers['ratelimit-policy']).toBe('"page";q=3;w=60');
    expect((await test.http.post(`${path}nothing`).set('X-Forwarded-For', from)).status).toBe(429);
    expect((await test.http.get(`${path}nothing`).set('X-Forwarded-For', address())).status).not.toBe(429);
  });

  it('is counted in the metrics', async () => {
    const { text } = await test.http.get('/metrics');
    for (const limit of ['user', 'failed-auth', 'no-token', 'page'])
      expect(text).toMatch(new RegExp(`^http_requests_limited_total\\{limit="${limit}"\\} [1-9]`, 'm'));
  });

  it('leaves nothing behind on the embedded database, and on a server what replicas share', async () => {
    const rows = () => test.database.query<{ key: string; points: number }>('SELECT * FROM rate_limit');
    if (test.database.dialect.embedded) return expect(await rows()).toEqual([]);
    await eventually(async () => {
      const network = (await rows()).find(({ key }) => key === 'failed-auth:2001:db8:0:1::/64');
      expect(network).toMatchObject({ points: 4 });
    });
  });
});
