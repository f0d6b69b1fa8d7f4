import { rmSync } from 'node:fs';
import supertest, { type Response } from 'supertest';
import { OidcClient } from '../../src/access/auth/oidc/oidc-client';
import { DatabaseClock } from '../../src/database/database-clock';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { expectProblem } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { type Issuer, startIssuer } from '../setup/issuer';
import { createStage, onServerDatabase } from '../setup/process';
import { count } from '../setup/tracking';
import { writeWebFolder } from '../setup/web-folder';

/** Nobody listens there: the tests carry each address that the issuer sends the browser to over to the service. */
const PUBLIC_URL = 'http://tracker.example:4124';
const SIGN_IN = '/sign-in/oidc';
const LONG = `/updates?q=${'x'.repeat(1_000)}`;
const ADA = { sub: 'ada', preferred_username: 'Ada Lovelace', email: 'ada@example.org', groups: ['staff'] };

let issuer: Issuer;
let folder: string;
let environment: Record<string, string>;
let test: TestApp;

beforeAll(async () => {
  issuer = await startIssuer([`${PUBLIC_URL}${SIGN_IN}/callback`]);
  folder = writeWebFolder('<!doctype html>', []);
  environment = {
    PUBLIC_URL,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'tracker',
    OIDC_CLIENT_SECRET: 'secret of tracker',
    OIDC_SIGN_IN_SCOPE: 'openid profile email groups',
    OIDC_SCOPE_CLAIM: 'groups',
    OIDC_SCOPE_MAP: 'staff=read write;operators=admin',
    OIDC_TITLE: 'Example Login',
  };
  test = await startApp(environment, folder);
});

beforeEach(async () => {
  await issuer.account(ADA);
});

afterAll(async () => {
  await test.close();
  await issuer.stop();
  rmSync(folder, { recursive: true });
});

/** The cookies that an answer sets, by name; empty = it makes the browser forget it. */
function cookiesOf(response: Response): Record<string, string> {
  const lines = (response.headers['set-cookie'] ?? []) as unknown as string[];
  return Object.fromEntries(lines.map((line) => /^([^=]+)=([^;]*)/.exec(line)!.slice(1)));
}

interface Begun {
  /** `name=value` of the cookie. */
  cookie: string;
  /** Of the issuer. */
  address: URL;
}

async function begin(url = test.url, to = '/updates'): Promise<Begun> {
  const response = await supertest(url).get(SIGN_IN).query({ to }).redirects(0).expect(303);
  expect(response.headers['cache-control']).toBe('no-store');
  return {
    cookie: `tracker-oidc=${cookiesOf(response)['tracker-oidc']}`,
    address: new URL(response.headers.location!),
  };
}

/** The browser comes back. */
const callback = (address: string | URL, cookie: string, url = test.url) => {
  const { pathname, search } = new URL(address);
  return supertest(url).get(`${pathname}${search}`).set('Cookie', cookie).redirects(0);
};

async function signIn(to?: string): Promise<Response> {
  const { cookie, address } = await begin(test.url, to);
  return callback(await issuer.follow(address.href), cookie);
}

function expectRefused(response: Response, problem: string, to = '/updates'): void {
  const { location } = response.headers;
  expect([response.status, location]).toEqual([303, `/sign-in?${new URLSearchParams({ problem, to }).toString()}`]);
  expect(cookiesOf(response)).not.toHaveProperty('tracker');
}

const current = (response: Response, url = test.url) =>
  supertest(url)
    .get('/api/v1/session/current')
    .set('Cookie', `tracker=${cookiesOf(response).tracker}`);

describe('signing in at the issuer', () => {
  it('is offered by its title', async () => {
    const { body } = await test.http.get('/api/v1/sign-in').expect(200);
    expect(body.data).toEqual({
      methods: ['token', 'link', 'oidc'],
      oidc: { title: 'Example Login' },
      origin: PUBLIC_URL,
    });
  });

  it('goes there with PKCE, state and nonce, and keeps them sealed in a cookie', async () => {
    const response = await test.http.get(SIGN_IN).redirects(0).expect(303);
    const [cookie] = response.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^tracker-oidc=v1\.[\w-]+\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const { origin, searchParams } = new URL(response.headers.location!);
    expect(origin).toBe(issuer.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'tracker',
      response_type: 'code',
      scope: 'openid profile email groups',
      redirect_uri: `${PUBLIC_URL}${SIGN_IN}/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('starts a session of twelve hours with the scopes of the person, who is made at first sight', async () => {
    const response = await signIn('/software/1?tab=notes');
    expect([response.status, response.headers.location]).toEqual([303, '/software/1?tab=notes']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['set-cookie']).toEqual([
      'tracker-oidc=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^tracker=sus_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    const { body } = await current(response).expect(200);
    expect(body.data).toMatchObject({ user: { name: 'Ada Lovelace' }, means: 'oidc', scopes: ['read', 'write'] });
    expect(Date.parse(body.data.ends_at) - Date.parse(body.data.created_at)).toBeLessThanOrEqual(43_200_000);
    const users = await test.database.query('SELECT issuer, subject, email FROM user WHERE name = ?', ['Ada Lovelace']);
    expect(users).toEqual([{ issuer: issuer.url, subject: 'ada', email: 'ada@example.org' }]);
  });

  it('leads the same person to the same user, with the scopes of now', async () => {
    await signIn();
    await issuer.account({ ...ADA, preferred_username: 'Ada King', groups: ['staff', 'operators'] });
    const { body } = await current(await signIn()).expect(200);
    expect(body.data).toMatchObject({ user: { name: 'Ada Lovelace' }, scopes: ['read', 'write', 'admin'] });
    expect(await count(test, 'user WHERE subject = ?', 'ada')).toBe(1);
  });

  // What is a page is asked in web-pages.e2e-spec.ts.
  it.each(['//evil.example/', LONG, ''])('leads to the updates when it is to lead elsewhere: %s', async (to) => {
    const response = await signIn(to);
    expect([response.status, response.headers.location]).toEqual([303, '/updates']);
  });
});

describe('nobody is let in', () => {
  it('without the cookie of the browser that began, or with one that was changed', async () => {
    const { cookie, address } = await begin();
    const back = await issuer.follow(address.href);
    expectRefused(await callback(back, ''), 'oidc-expired');
    const changed = `${cookie.slice(0, -2)}${cookie.endsWith('A') ? 'B' : 'A'}A`;
    expectRefused(await callback(back, changed), 'oidc-expired');
    expectRefused(await callback(back, 'tracker-oidc=v1.00000000.AAAA'), 'oidc-expired');
    expect((await callback(back, cookie)).headers.location).toBe('/updates');
  });

  it('with the answer to another sign-in, of the same browser or of another', async () => {
    const [one, other] = [await begin(), await begin()];
    const back = await issuer.follow(one.address.href);
    expectRefused(await callback(back, other.cookie), 'oidc-expired');
    const mixed = new URL(back);
    mixed.searchParams.set('state', other.address.searchParams.get('state')!);
    // Its verifier is not that of the code, nor its nonce.
    expectRefused(await callback(mixed, other.cookie), 'oidc-refused');
  });

  it('with a code that was used', async () => {
    const { cookie, address } = await begin();
    const back = await issuer.follow(address.href);
    expect((await callback(back, cookie)).headers.location).toBe('/updates');
    expectRefused(await callback(back, cookie), 'oidc-refused');
  });

  it('with the answer of another issuer, or one that does not say of which', async () => {
    for (const iss of ['https://evil.example', '']) {
      const { cookie, address } = await begin();
      const back = await issuer.follow(address.href);
      const own = `iss=${encodeURIComponent(issuer.url)}`;
      expect(back).toContain(own);
      expectRefused(await callback(back.replace(own, iss && `iss=${iss}`), cookie), 'oidc-refused');
    }
  });

  it('ten minutes later', async () => {
    const { cookie, address } = await begin();
    const back = await issuer.follow(address.href);
    const clock = test.app.get(DatabaseClock);
    const later = jest.spyOn(clock, 'now').mockImplementation((sql) => clock.later(sql, 601));
    expectRefused(await callback(back, cookie), 'oidc-expired');
    later.mockRestore();
  });

  it('who declines there, or has done nothing there; and what the issuer says is not shown', async () => {
    await issuer.account(null);
    const { cookie, address } = await begin(test.url, '/software/1');
    const back = await issuer.follow(address.href);
    expect(new URL(back).searchParams.get('error_description')).toContain('<b>');
    const declined = await callback(back, cookie);
    expectRefused(declined, 'oidc-denied', '/software/1');
    expect(declined.headers.location).not.toMatch(/not.today/);
    for (const [error, problem] of [
      ['temporarily_unavailable', 'oidc-unavailable'],
      ['<script>', 'oidc-refused'],
      ['constructor', 'oidc-refused'],
    ]) {
      const begun = await begin();
      const answer = new URL(back);
      answer.searchParams.set('state', begun.address.searchParams.get('state')!);
      answer.searchParams.set('error', error!);
      expectRefused(await callback(answer, begun.cookie), problem!);
    }
  });

  it('who has no rights here, whom no claim identifies, or who is disabled', async () => {
    await issuer.account({ ...ADA, sub: 'guest', preferred_username: 'guest', groups: ['visitors'] });
    expectRefused(await signIn(), 'oidc-no-scope');
    expect(await count(test, 'user WHERE subject = ?', 'guest')).toBe(0);
    await issuer.account({ ...ADA, sub: ' spaced ' });
    expectRefused(await signIn(), 'oidc-no-user');
    await issuer.account({ ...ADA, sub: 'gone', preferred_username: 'gone' });
    const before = await signIn();
    const { id } = (await current(before).expect(200)).body.data.user;
    await test.database.execute(`UPDATE user SET disabled_at = ${test.database.dialect.now} WHERE id = ?`, [id]);
    expectRefused(await signIn(), 'oidc-disabled');
  });

  it('as the user who was removed: the same person is a new one', async () => {
    await issuer.account({ ...ADA, sub: 'removed', preferred_username: 'removed' });
    const { body } = await current(await signIn()).expect(200);
    const begun = await begin();
    const back = await issuer.follow(begun.address.href);
    await test.app.get(UserRemoval).remove(body.data.user.id);
    const again = await current(await callback(back, begun.cookie)).expect(200);
    expect(again.body.data.user.id).not.toBe(body.data.user.id);
  });

  it.each([
    ['client', { OIDC_CLIENT_ID: '', OIDC_AUDIENCE: 'urn:tracker' }, true],
    ['web application', {}, false],
  ])('while there is no %s', async (_what, change, isWeb) => {
    const other = await startApp({ ...environment, ...change }, isWeb ? folder : undefined);
    for (const path of [SIGN_IN, `${SIGN_IN}/callback?code=x&state=y`])
      expectProblem(await other.http.get(path), 404, 'not-found');
    expect((await other.http.get('/api/v1/sign-in').expect(200)).body.data.oidc).toBeNull();
    await other.close();
  });
});

describe('the issuer', () => {
  const forget = () => Object.assign(test.app.get(OidcClient), { known: null });

  afterEach(forget);

  it('may be away: it is said in words, at the beginning and at the end', async () => {
    const { cookie, address } = await begin();
    const back = await issuer.follow(address.href);
    await issuer.away();
    expectRefused(await callback(back, cookie), 'oidc-unavailable');
    forget();
    expectRefused(await test.http.get(`${SIGN_IN}?to=/software/1`).redirects(0), 'oidc-unavailable', '/software/1');
    await issuer.back();
    forget();
    expect((await signIn()).headers.location).toBe('/updates');
  });

  it('is asked about itself once, however many people sign in', async () => {
    await issuer.count();
    forget();
    await Promise.all(Array.from({ length: 10 }, () => begin()));
    const asked = await issuer.count();
    expect(asked['/.well-known/openid-configuration']).toBe(1);
  });

  it('is not waited for when it accepts connections and answers nothing', async () => {
    const { cookie, address } = await begin();
    const back = await issuer.follow(address.href);
    await issuer.silence();
    expectRefused(await callback(back, cookie), 'oidc-unavailable');
    await issuer.speak();
  });
});

describe('the limit of an address', () => {
  it('is said in words too', async () => {
    const other = await startApp({ ...environment, RATE_LIMIT_PAGES: '2/1m' }, folder);
    await other.http.get(SIGN_IN).redirects(0).expect(303);
    await other.http.get(SIGN_IN).redirects(0).expect(303);
    const limited = await other.http.get(SIGN_IN).redirects(0).expect(303);
    expect(limited.headers.location).toBe('/sign-in?problem=too-many');
    expect(limited.headers).not.toHaveProperty('set-cookie');
    await other.close();
  });
});

const onServer = onServerDatabase ? it : it.skip;

describe('two replicas', () => {
  onServer('begin and finish it together, and have one session', async () => {
    const stage = await createStage({ ...environment, WORKER: 'false' });
    const [one, other] = [await stage.serve(), await stage.serve()];
    const { cookie, address } = await begin(one.url);
    const response = await callback(await issuer.follow(address.href), cookie, other.url);
    expect([response.status, response.headers.location]).toEqual([303, '/updates']);
    for (const { url } of [one, other])
      expect((await current(response, url).expect(200)).body.data.user.name).toBe('Ada Lovelace');
    await stage.drop();
  });
});
