import supertest from 'supertest';
import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { type Browser, COOKIE, cookieOf, ownPage, signedIn } from '../setup/session';

const test = useApp();
let browser: Browser;

beforeAll(async () => {
  browser = await signedIn(test);
});

type Headers = Record<string, string>;

const CHANGE = { time_zone: 'Europe/Berlin' };
const HOSTILE = { Origin: 'https://evil.example' };

/** What a page elsewhere can make a browser send. */
const FOREIGN: [string, () => Headers][] = [
  ['of another site', () => ({ 'Sec-Fetch-Site': 'cross-site', ...HOSTILE })],
  ['of another host of the same site', () => ({ 'Sec-Fetch-Site': 'same-site', Origin: 'http://other.127.0.0.1' })],
  ['of no page at all', () => ({ 'Sec-Fetch-Site': 'none' })],
  ['of another site that claims our origin', () => ({ 'Sec-Fetch-Site': 'cross-site', ...ownPage(test) })],
  ['with two words about its site', () => ({ 'Sec-Fetch-Site': 'same-origin, cross-site', ...ownPage(test) })],
  ['of another origin, from an old browser', () => HOSTILE],
  ['of a sandboxed page (`Origin: null`)', () => ({ Origin: 'null' })],
  ['of another port', () => ({ Origin: 'http://127.0.0.1:1' })],
  ['of another scheme', () => ({ Origin: test.url.replace('http:', 'https:') })],
  ['of a host that begins like ours', () => ({ Origin: `${test.url}.evil.example` })],
  ['without any of this', () => ({})],
];

describe('a change by cookie', () => {
  it.each<[string, () => Headers]>([
    ['of our page', () => ({ 'Sec-Fetch-Site': 'same-origin', ...ownPage(test) })],
    ['of our page that sends no origin', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['of our page in an old browser', () => ownPage(test)],
  ])('%s is made', async (_, headers) => {
    const request = test.http.patch('/api/v1/profile').set({ Cookie: browser.cookie, ...headers() });
    await request.send(CHANGE).expect(200);
  });

  it.each(FOREIGN)('%s is refused, by every method', async (_, headers) => {
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      const path = method === 'put' ? '/api/v1/favorite/x/policy' : '/api/v1/profile';
      const real = { post: '/api/v1/favorite', put: path, patch: path, delete: `/api/v1/session/${browser.id}` };
      const response = await test.http[method](real[method])
        .set({ Cookie: browser.cookie, ...headers() })
        .send(CHANGE);
      expectProblem(response, 403, 'forbidden');
    }
    await browser.agent.get('/api/v1/profile').expect(200);
  });

  it.each(FOREIGN)('%s starts no session either', async (_, headers) => {
    const token = await test.token('victim');
    const response = await test.http.post('/api/v1/session').set(headers()).send({ token });
    expectProblem(response, 403, 'forbidden');
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each(FOREIGN)('%s means nothing to a request with a token', async (_, headers) => {
    const bearer = { Authorization: `Bearer ${await test.token('bearer')}` };
    await test.http
      .patch('/api/v1/profile')
      .set({ ...bearer, ...headers() })
      .send(CHANGE)
      .expect(200);
  });

  it('reads are answered wherever they come from: nobody else can see the answer', async () => {
    const response = await test.http.get('/api/v1/profile').set({ Cookie: browser.cookie, ...HOSTILE });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(response.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('`Authorization` beside the cookie', () => {
  it('wins: the caller is who the token says', async () => {
    const response = await browser.agent
      .get('/api/v1/profile')
      .set('Authorization', `Bearer ${await test.token('zoe')}`)
      .expect(200);
    expect(response.body.data.user).toBe('zoe');
  });

  it.each([['Bearer sut_wrong'], ['Bearer'], ['Basic YTpi'], ['Bearer a b'], ['']])(
    'wins also where it is no good (%s), with the same answer as without the cookie',
    async (authorization) => {
      const ask = async (headers: Headers) => {
        const {
          status,
          body,
          headers: given,
        } = await test.http
          .patch('/api/v1/profile')
          .set({ Authorization: authorization, 'X-Request-Id': 'same', ...headers })
          .send(CHANGE);
        return { status, body: body as object, headers: { ...given, date: '' } };
      };
      const without = await ask({});
      expect(without.status).toBe(401);
      expect(await ask({ Cookie: browser.cookie, ...HOSTILE })).toEqual(without);
      expect(without.headers).not.toHaveProperty('set-cookie');
    },
  );
});

describe('pages of `CORS_ORIGINS`', () => {
  const open = useApp({ CORS_ORIGINS: 'https://app.example.org' });

  it('never get to use a session', async () => {
    const { cookie } = await signedIn(open);
    const Origin = 'https://app.example.org';
    const read = await open.http.get('/api/v1/profile').set({ Cookie: cookie, Origin }).expect(200);
    expect(read.headers['access-control-allow-origin']).toBe(Origin);
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
    const asked = { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'content-type' };
    const preflight = await open.http.options('/api/v1/profile').set({ Origin, ...asked });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    expectProblem(
      await open.http.patch('/api/v1/profile').set({ Cookie: cookie, Origin }).send(CHANGE),
      403,
      'forbidden',
    );
  });
});

describe('behind a proxy', () => {
  const PUBLIC_URL = 'https://updates.example.org';
  const proxied = useApp({ PUBLIC_URL });

  it('our origin is `PUBLIC_URL`, and over https the cookie has `Secure` and a name that no other host can set', async () => {
    const token = await proxied.token();
    const response = await proxied.http.post('/api/v1/session').set('Origin', PUBLIC_URL).send({ token }).expect(201);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-tracker=sus_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    const cookie = cookieOf(response, '__Host-tracker');
    const change = (headers: Headers) => supertest(proxied.url).patch('/api/v1/profile').set(headers).send(CHANGE);
    await change({ Cookie: cookie, Origin: PUBLIC_URL }).expect(200);
    expectProblem(await change({ Cookie: cookie, Origin: 'http://updates.example.org' }), 403, 'forbidden');
    // What a page of a neighbouring host could set.
    const tossed = cookie.replace('__Host-tracker', COOKIE);
    expectProblem(await change({ Cookie: tossed, Origin: PUBLIC_URL }), 401, 'unauthorized');
    await change({ Cookie: `${COOKIE}=sus_other; ${cookie}`, Origin: PUBLIC_URL }).expect(200);
  });

  it('a page that was opened over http is told where to sign in, and its code is not used up', async () => {
    const token = await proxied.token();
    const from = (headers: Headers, body: object = { token }) =>
      proxied.http.post('/api/v1/session').set(headers).send(body);
    const response = await from({ Host: 'tracker.lan:3000', Origin: 'http://tracker.lan:3000' });
    expectProblem(response, 403, 'forbidden');
    expect(response.body.detail).toContain(`Sign in at ${PUBLIC_URL}`);
    expect(response.headers['set-cookie']).toBeUndefined();
    for (const host of ['localhost:3000', '127.0.0.1:3000'])
      await from({ Host: host, Origin: `http://${host}` }).expect(201);
    await from({ Host: 'tracker.lan', Origin: 'https://updates.example.org' }).expect(201);
    const { body } = await proxied.http.get('/api/v1/sign-in').expect(200);
    expect(body.data.origin).toBe(PUBLIC_URL);
  });
});
