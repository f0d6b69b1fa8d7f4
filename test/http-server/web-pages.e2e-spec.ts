import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectProblem, raw } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { writeWebFolder } from '../setup/web-folder';
import { readWebFiles } from '../../src/api/web-app/asset-map';
import { isClientRoute } from '../../src/api/web-app/web-app';
import { WebApp } from '../../src/api/web-app/web-app';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const INDEX = '<!doctype html><meta property="csp-nonce" nonce="%CSP_NONCE%"><style nonce="%CSP_NONCE%">p{}</style>';
const SCRIPT = `export const words = ${JSON.stringify('compressible '.repeat(8_000))};`;
const asset = (path: string, type: string, text: string, immutable = true, isCompressed = true) => ({
  path,
  type,
  text,
  immutable,
  isCompressed,
});

let folder: string;
let test: TestApp;

beforeAll(async () => {
  folder = writeWebFolder(INDEX, [
    asset('/assets/index-Ab12.js', 'text/javascript; charset=utf-8', SCRIPT),
    asset('/assets/small-Cd34.css', 'text/css; charset=utf-8', 'p{}', true, false),
    asset('/favicon.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', false),
  ]);
  writeFileSync(join(folder, 'assets', 'unlisted.txt'), 'nobody may read this');
  test = await startApp({}, folder);
});

afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const page = (path: string) => test.http.get(path).set('Accept', HTML);
const nonceOf = (policy: string) => /'nonce-([\w-]+)'/.exec(policy)![1];

/** The bytes as they are sent: supertest would decompress them. */
function fetched(path: string, encodings: string): Promise<{ headers: Headers; body: Buffer }> {
  const { hostname, port } = new URL(test.url);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers: { 'accept-encoding': encodings } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ headers: new Headers(answer.headers as Record<string, string>), body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe('the page', () => {
  it.each(['/', '/sign-in', '/updates', '/updates/', '/updates?kind=major', '/software/x', '/channels/new/ntfy'])(
    'is at %s',
    async (path) => {
      const { text, headers } = await page(path).expect(200).expect('Content-Type', 'text/html; charset=utf-8');
      const nonce = nonceOf(headers['content-security-policy']!);
      expect(text).toBe(INDEX.replaceAll('%CSP_NONCE%', nonce!));
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        etag: expect.stringMatching(/^W\/"/),
        vary: expect.stringMatching(/\bAccept\b/),
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
    },
  );

  it('has a policy of its own, with another nonce each time', async () => {
    const policies = await Promise.all([1, 2].map(async () => (await page('/')).headers['content-security-policy']!));
    expect(nonceOf(policies[0]!)).not.toBe(nonceOf(policies[1]!));
    expect(nonceOf(policies[0]!)).toMatch(/^[\w-]{22,}$/);
    for (const part of [`default-src 'none'`, `script-src 'self';`, `frame-ancestors 'none'`, `base-uri 'none'`])
      expect(policies[0]).toContain(part);
    expect(policies[0]).not.toMatch(/unsafe|\*/);
  });

  it('that the browser has keeps the policy that came with it', async () => {
    const { etag } = (await page('/updates')).headers;
    const answer = await page('/sign-in').set('If-None-Match', etag!).expect(304);
    expect(answer.text).toBe('');
    expect(answer.headers).not.toHaveProperty('content-security-policy');
    expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
  });

  it.each(['/favorites-of-others', '/software', '/software/a/b', '/Updates', '/channels/new/'])(
    'says to a browser that nothing is at %s',
    async (path) => {
      const answer = await page(path);
      expect(answer.status).toBe(404);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        vary: expect.stringMatching(/\bAccept\b/),
      });
      expect(answer.headers['content-security-policy']).toContain("'nonce-");
      expectProblem(await test.http.get(path).set('Accept', 'application/json'), 404, 'not-found');
    },
  );

  it.each(['/index.html', '/assets.json', '/api/v1/updates', '/assets/x', '/docs/x'])('is not at %s', async (path) => {
    const answer = await page(path);
    expectProblem(answer, 404, 'not-found');
    expect(answer.text).not.toContain('csp-nonce');
  });

  it('is for browsers: a program that asks for anything else gets a problem, as before', async () => {
    for (const path of ['/', '/updates'])
      for (const accept of ['*/*', 'application/json', '']) {
        const answer = await test.http.get(path).set('Accept', accept);
        expectProblem(answer, 404, 'not-found');
        expect(answer.headers.vary).toMatch(/\bAccept\b/);
      }
  });

  it('can be read only', async () => {
    const answer = await test.http.post('/updates').set('Accept', HTML);
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    const head = await test.http.head('/updates').set('Accept', HTML).expect(200);
    expect(head.text ?? '').toBe('');
    expect(head.headers['content-security-policy']).toContain('nonce-');
  });

  it('leaves the API and its documentation where they are', async () => {
    await page('/docs/api').expect(200).expect('Content-Type', /html/);
    expectProblem(await page('/api/v1/favorite'), 401, 'unauthorized');
    await page('/health/live').expect(200).expect('Content-Type', /json/);
  });
});

describe('a file', () => {
  it('with a hash in its name is kept for a year', async () => {
    const { headers, text } = await test.http.get('/assets/index-Ab12.js').expect(200);
    expect(text).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('without one is asked for again, and not sent when it is the same', async () => {
    const { headers } = await test.http.get('/favicon.svg').expect(200);
    expect(headers['cache-control']).toBe('no-cache');
    const answer = await test.http.get('/favicon.svg').set('If-None-Match', headers.etag!).expect(304);
    expect(answer.text ?? '').toBe('');
    await test.http.get('/favicon.svg').set('If-None-Match', '"other"').expect(200);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
    ['', null],
    ['br;q=0, gzip;q=0', null],
    ['zstd', null],
    [';;,q=', null],
  ])('is encoded as the client accepts it: %s', async (accepted, encoding) => {
    const { headers, body } = await fetched('/assets/index-Ab12.js', accepted);
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('vary')).toMatch(/\bAccept-Encoding\b/);
    expect(headers.get('content-length')).toBe(String(body.length));
    const plain = { br: brotliDecompressSync, gzip: gunzipSync, null: (bytes: Buffer) => bytes }[String(encoding)]!;
    expect(plain(body).toString()).toBe(SCRIPT);
  });

  it('that is not worth it is not encoded', async () => {
    const { headers } = await fetched('/assets/small-Cd34.css', 'br, gzip');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('vary')).toBeNull();
  });

  it('has a head', async () => {
    const { headers, text } = await test.http
      .head('/assets/index-Ab12.js')
      .set('Accept-Encoding', 'identity')
      .expect(200);
    expect(text ?? '').toBe('');
    expect(headers['content-length']).toBe(String(SCRIPT.length));
  });

  it.each([
    '/assets/unlisted.txt',
    '/assets/gone-Ef56.js',
    '/assets/',
    '/assets/index-Ab12.js.br',
    '/assets/../assets.json',
    '/assets/..%2fassets.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '//assets/index-Ab12.js',
    '/assets/__proto__',
    '/assets/%00',
    '/assets/%ff',
  ])('that is not one is not found: %s', async (path) => {
    const answer = await raw(test, `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n`);
    expect([path, answer.status < 500 && answer.status >= 400]).toEqual([path, true]);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store');
  });
});

describe('the metrics', () => {
  it('have one series for all hashed files, and one for a kind of page', async () => {
    await page('/software/one').expect(200);
    await page('/software/two').expect(200);
    await test.http.get('/assets/small-Cd34.css').expect(200);
    await test.http.get('/assets/gone-Ef56.js').expect(404);
    const { text } = await test.http.get('/metrics');
    const found = [...text.matchAll(/http_request_seconds_count\{method="GET",route="([^"]*)",status="200"\}/g)];
    const routes = found.map(([, route]) => route);
    expect(routes).toEqual(expect.arrayContaining(['/assets/*name', '/software/:id', '/favicon.svg']));
    expect(routes.filter((route) => /Ab12|Cd34|one|two/.test(route!))).toEqual([]);
  });
});

describe('where somebody wants to go after signing in', () => {
  it('has to be a page of the web application', () => {
    const web = test.app.get(WebApp);
    for (const path of ['/', '/updates', '/updates?kind=major&q=a%20b', '/software/1'])
      expect(web.pageAt(path)).toBe(path);
    for (const path of [
      '//evil.example/updates',
      'https://evil.example/updates',
      '/\\evil.example/updates',
      '/.//evil.example/updates',
    ])
      expect([path, web.pageAt(path)]).toEqual([path, null]);
    for (const path of [
      'javascript:alert(1)',
      '/docs',
      '/api/v1/favorite',
      '/\t/evil.example/updates',
      'http://[',
      '/software/',
    ])
      expect([path, web.pageAt(path)]).toEqual([path, null]);
    for (const path of ['updates', '', '?q=1']) expect([path, web.pageAt(path)]).toEqual([path, null]);
  });

  it('is judged as Express does', async () => {
    const paths = ['/', '/updates', '/updates/', '/software/1', '/software', '/software/', '/software/1/2', '/nothing'];
    for (const path of paths) {
      const { status } = await page(path);
      expect([path, isClientRoute(test.app.get(WebApp).files!.routes, path)]).toEqual([path, status === 200]);
    }
  });
});

describe('without a web application', () => {
  it('the service serves the rest, and leads browsers to the documentation', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'tracker-web-'));
    for (const [environment, where] of [
      [{}, empty],
      [{ WEB: 'false' }, folder],
    ] as const) {
      const other = await startApp(environment, where);
      await other.http.get('/').set('Accept', HTML).expect(303).expect('Location', '/docs');
      expectProblem(await other.http.get('/updates').set('Accept', HTML), 404, 'not-found');
      expectProblem(await other.http.get('/assets/index-Ab12.js'), 404, 'not-found');
      await other.close();
    }
    rmSync(empty, { recursive: true });
  });

  it('that is whole it does not start, and says what to do', () => {
    const broken = writeWebFolder(INDEX, [asset('/assets/a-1.js', 'text/javascript', 'a')]);
    rmSync(join(broken, 'assets', 'a-1.js.br'));
    expect(() => readWebFiles(broken)).toThrow(/is not whole, build it again/);
    writeFileSync(join(broken, 'assets.json'), '{');
    expect(() => readWebFiles(broken)).toThrow(/is not whole, build it again/);
    rmSync(broken, { recursive: true });
  });
});
