import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FirstDataService } from '../../src/app/first-data.service';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { type Browser, ownPage, signedIn } from '../setup/session';
import { writeWebFolder } from '../setup/web-folder';

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const INDEX =
  '<!doctype html><meta property="csp-nonce" nonce="%CSP_NONCE%"><div id="ghost"><!--frame--></div><link rel="stylesheet"><!--data--><p>end</p>';
const FRAMES = { '/updates': '<b>updates</b>', '*': '<b>any</b>' };
/** As `web/src/first-list.ts` is built: both lists, and one that the API refuses. */
const FIRST_LIST = `exports.listQuery = (path, search) => path === '/software/bad' ? 'kind=nonsense' : path === '/updates'
  ? 'update_available=true&page=1&per_page=200&sort=kind&includeProduct=true&includeTotal=true' + search.replace('?', '&') : null;`;
const HOSTILE = `</script><img src=x onerror=alert(1)><!-- "'&`;

let folder: string;
let test: TestApp;
let browser: Browser;

beforeAll(async () => {
  folder = writeWebFolder(INDEX, [], undefined, {
    frames: FRAMES,
    scriptHashes: ['sha256-abc='],
    firstList: 'first-list.cjs',
  });
  writeFileSync(join(folder, 'first-list.cjs'), FIRST_LIST);
  test = await startApp({ RATE_LIMIT: '200/1m' }, folder);
  await test.import(
    product(HOSTILE, [{ version: '1.0.0' }, { version: '2.0.0' }]),
    product('Redis', [{ version: '8.0.0' }, { version: '8.1.0' }]),
  );
  browser = await signedIn(test);
  const { body } = await browser.agent.get('/api/v1/software?per_page=10').expect(200);
  for (const { id, name } of body.data)
    await browser.agent
      .post('/api/v1/favorite')
      .send({ software: id, version: name === 'Redis' ? '8.0.0' : '1.0.0' })
      .expect(201);
});

afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const page = (path: string, cookie?: string) => {
  const request = test.http.get(path).set('Accept', HTML);
  return cookie ? request.set('Cookie', cookie) : request;
};

const dataOf = (html: string) => {
  const found = /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(html);
  return found && JSON.parse(found[1]!);
};

describe('the page of somebody who is signed in', () => {
  it('has what the API answers for its address, and its frame', async () => {
    const { text, headers } = await page('/updates', browser.cookie).expect(200);
    const { at, list, ...rest } = dataOf(text);
    const query = 'update_available=true&page=1&per_page=200&sort=kind&includeProduct=true&includeTotal=true';
    const [session, summary, favorites] = await Promise.all(
      ['/session/current', '/summary', `/favorite?${query}`].map(
        async (path) => (await browser.agent.get(`/api/v1${path}`).expect(200)).body,
      ),
    );
    expect(rest).toEqual({ session: session.data, summary: summary.data });
    expect(list).toEqual({ query, ...favorites });
    expect(list.data).toHaveLength(2);
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    expect(text).toContain('<div id="ghost"><b>updates</b></div>');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      vary: expect.stringMatching(/Cookie/),
      ratelimit: expect.stringContaining('"user"'),
    });
    expect(headers).not.toHaveProperty('etag');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-abc=';`);
    expect(headers['content-security-policy']).not.toMatch(/unsafe/);
  });

  it('has the list of the filters in its address', async () => {
    const { text } = await page('/updates?kind=minor', browser.cookie);
    expect(dataOf(text).list.data.map(({ software }: { software: string }) => software)).toEqual(['Redis']);
  });

  it('has no text that ends the block or begins an element', async () => {
    const { text } = await page('/updates', browser.cookie);
    expect(dataOf(text).list.data.map(({ software }: { software: string }) => software)).toContain(HOSTILE);
    expect(text).not.toContain('<img');
    expect(text.match(/<\/script>/g)).toHaveLength(1);
    expect(text.match(/<!--/g)).toBeNull();
  });

  it('has the frame and the numbers of the menu at any other address', async () => {
    const { text } = await page('/channels/new/ntfy', browser.cookie);
    expect(dataOf(text)).toMatchObject({ list: null, summary: { tracked: 2 }, session: { user: { name: 'ada' } } });
    expect(text).toContain('<b>any</b>');
  });

  it('is sent again, whatever the browser has', async () => {
    const { etag } = (await page('/updates')).headers;
    const { text } = await page('/updates', browser.cookie).set('If-None-Match', etag!).expect(200);
    expect(dataOf(text)).not.toBeNull();
  });

  it('is compressed', async () => {
    const { headers, text } = await page('/updates', browser.cookie).set('Accept-Encoding', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(dataOf(text).list.data).toHaveLength(2);
  });
});

describe('the page has nothing of anybody', () => {
  const expectBare = async (path: string, cookie?: string, headers: Record<string, string> = {}) => {
    const answer = await page(path, cookie).set(headers);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/first-data|<b>|<!--/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.any(String) });
    return answer;
  };

  it('without a cookie, or with that of no session', async () => {
    await expectBare('/updates');
    await expectBare('/updates', `tracker=sus_${'a'.repeat(43)}`);
    await expectBare('/updates', 'tracker=nonsense');
  });

  it('where somebody signs in, and for a frame or a script', async () => {
    await expectBare('/', browser.cookie);
    await expectBare('/sign-in', browser.cookie);
    for (const dest of ['iframe', 'script', 'empty'])
      await expectBare('/updates', browser.cookie, { 'Sec-Fetch-Dest': dest });
  });

  it('for a session that may not read', async () => {
    await expectBare('/updates', (await signedIn(test, 'bob', ['catalogue:write'])).cookie);
  });

  it('after the session has ended', async () => {
    const other = await signedIn(test);
    expect(dataOf((await page('/updates', other.cookie)).text)).not.toBeNull();
    await test.http.delete('/api/v1/session/current').set(ownPage(test)).set('Cookie', other.cookie).expect(204);
    await expectBare('/updates', other.cookie);
  });

  it('when the limit of the user is used up', async () => {
    const other = await signedIn(test, 'eve');
    const limited: number[] = [];
    for (let count = 0; count < 200; count += 1) limited.push((await other.agent.get('/api/v1/summary')).status);
    expect(limited).toContain(429);
    await expectBare('/updates', other.cookie);
  });
});

it('a page whose list the API refuses, or whose data cannot be read, is sent without data', async () => {
  const refused = await page('/software/bad', browser.cookie).expect(200);
  expect(dataOf(refused.text)).toBeNull();
  expect(refused.text).toContain('<p>end</p>');
  const service = test.app.get(FirstDataService) as unknown as { summaries: { read: () => Promise<unknown> } };
  const whole = service.summaries;
  service.summaries = { read: () => Promise.reject(new Error('the database is away')) };
  try {
    const failed = await page('/updates', browser.cookie).expect(200);
    expect(dataOf(failed.text)).toBeNull();
    expect(failed.text).toContain('<b>updates</b>');
    // Never answered: the page does not wait for it.
    service.summaries = { read: () => new Promise(() => undefined) };
    const slow = await page('/updates', browser.cookie).expect(200);
    expect(dataOf(slow.text)).toBeNull();
    expect(slow.text).toContain('<p>end</p>');
  } finally {
    service.summaries = whole;
  }
});
