import { connect } from 'node:net';
import type { Test } from 'supertest';
import { expectProblem, known, raw, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';

const test = useApp({ CORS_ORIGINS: 'https://app.example.org, https://other.example.org' });
const ada = useAgent(() => test.as('ada'));
let software: string;

beforeAll(async () => {
  software = `/api/v1/software/${(await known(test, 'Tagged')).id}`;
});

describe('a tag', () => {
  const reads = () => [software, '/api/v1/software?per_page=1', `${software}/versions`, '/api/v1/channel-type'];

  it('is with every read, and stays the same while the answer does', async () => {
    for (const path of reads()) {
      const { headers } = await ada.get(path).expect(200);
      expect(headers.etag).toMatch(/^"[\w+/=]{20,}(?:-gzip)?"$/);
      expect((await ada.get(path).expect(200)).headers.etag).toBe(headers.etag);
      // `supertest` asks for a HEAD that is not compressed.
      expect((await ada.head(path).set('Accept-Encoding', 'gzip').expect(200)).headers.etag).toBe(headers.etag);
    }
  });

  it('that the caller has already is answered with 304 and nothing else', async () => {
    for (const path of reads()) {
      const { headers, body } = await ada.get(path).expect(200);
      const answer = await ada.get(path).set('If-None-Match', headers.etag!).expect(304);
      expect(answer.text).toBe('');
      for (const name of ['etag', 'cache-control', 'link']) expect(answer.headers[name]).toBe(headers[name]);
      for (const name of ['content-type', 'content-length']) expect(answer.headers).not.toHaveProperty(name);
      expect((await ada.get(path).set('If-None-Match', '"other"').expect(200)).body).toEqual(body);
    }
  });

  it('may be one of a list, without its W/, or any', async () => {
    const tag = (await ada.get(software)).headers.etag!;
    for (const header of [`"a,b", ${tag}`, `"a",${tag},"c"`, tag.replace('W/', ''), '*'])
      await ada.get(software).set('If-None-Match', header).expect(304);
    for (const header of ['', '"', 'W/', `${tag}x`, `"a, ${tag.slice(0, -1)}`, ',,,'])
      await ada.get(software).set('If-None-Match', header).expect(200);
  });

  it('counts beside Cache-Control too, which fetch adds by itself', async () => {
    const tag = (await ada.get(software)).headers.etag!;
    for (const control of ['no-cache', 'max-age=0'])
      await ada.get(software).set('If-None-Match', tag).set('Cache-Control', control).expect(304);
    const authorization = `Bearer ${await test.token()}`;
    const answer = await fetch(`${test.url}${software}`, { headers: { authorization, 'If-None-Match': tag } });
    expect(answer.status).toBe(304);
  });

  it('is another one once something in the answer changed, for this caller only', async () => {
    const eve = await test.as('eve');
    const before = (await ada.get(software)).headers.etag!;
    expect((await eve.get(software)).headers.etag).toBe(before);
    await ada
      .post('/api/v1/favorite')
      .send({ software: software.split('/').at(-1), version: '1.0' })
      .expect(201);
    const after = await ada.get(software).set('If-None-Match', before).expect(200);
    expect(after.body.data.is_favorite).toBe(true);
    await eve.get(software).set('If-None-Match', before).expect(304);
  });

  it('does not help who may not read: no token, a wrong one, another scope, nothing there', async () => {
    const tag = (await ada.get(software)).headers.etag!;
    const without = await test.as('writer', ['write']);
    for (const header of [tag, '*']) {
      expectProblem(await test.http.get(software).set('If-None-Match', header), 401, 'unauthorized');
      expectProblem(await without.get(software).set('If-None-Match', header), 403, 'forbidden');
      const nothing = await ada.get(`/api/v1/software/${UNKNOWN_ID}`).set('If-None-Match', header);
      expectProblem(nothing, 404, 'not-found');
    }
  });
});

describe('pages of other origins', () => {
  it('that are listed may call the API and read its headers', async () => {
    const answer = await ada.get(software).set('Origin', 'https://app.example.org').expect(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.org',
      'access-control-expose-headers': expect.stringMatching(/ETag.*X-Request-Id/),
      vary: 'Origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const refused = await test.http.get(software).set('Origin', 'https://app.example.org');
    expectProblem(refused, 401, 'unauthorized');
    expect(refused.headers['access-control-allow-origin']).toBe('https://app.example.org');
  });

  it('ask beforehand, and still learn the methods of the address', async () => {
    const answer = await test.http
      .options(software)
      .set('Origin', 'https://other.example.org')
      .set('Access-Control-Request-Method', 'GET')
      .expect(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://other.example.org',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      allow: 'GET, HEAD, OPTIONS',
    });
  });

  it('that are not listed get no such header', async () => {
    for (const origin of [
      'https://evil.example',
      'http://app.example.org',
      'https://app.example.org.evil.example',
      'null',
    ])
      expect((await ada.get(software).set('Origin', origin)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('every answer', () => {
  /** By helmet 8, as its documentation lists them. */
  const SECURITY = {
    'content-security-policy': expect.stringMatching(/^default-src '(self|none)';[^,]*$/),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };

  const ANSWERS: [what: string, status: number, ask: () => Test][] = [
    ['a resource', 200, () => ada.get(software)],
    ['its head', 200, () => ada.head(software)],
    ['one that has not changed', 304, () => ada.get(software).set('If-None-Match', '*')],
    ['a list', 200, () => ada.get('/api/v1/software')],
    ['to another origin', 200, () => ada.get(software).set('Origin', 'https://app.example.org')],
    ['what was made', 201, () => ada.post('/api/v1/channel').send({ type: 'log', name: 'headers', settings: {} })],
    ['methods', 204, () => test.http.options(software)],
    ['a bad query', 400, () => ada.get('/api/v1/software?x=1')],
    ['a host that is none', 400, () => ada.get(software).set('Host', 'a b')],
    ['without a token', 401, () => test.http.get(software)],
    ['an address where nothing is', 404, () => test.http.get('/nothing')],
    ['a method that is not there', 405, () => ada.delete(software)],
    ['a query that is too long', 414, () => ada.get(`/api/v1/software?name=${'x'.repeat(8_200)}`)],
    ['a body of another type', 415, () => ada.post('/api/v1/favorite').type('text').send('x')],
    ['a bad body', 422, () => ada.post('/api/v1/favorite').send({})],
    ['health', 200, () => test.http.get('/health/live')],
    ['metrics', 200, () => test.http.get('/metrics')],
    ['the documentation', 200, () => test.http.get('/docs/api')],
    ['a file of it', 200, () => test.http.get('/docs/api/swagger-ui.css')],
    ['the problems', 200, () => test.http.get('/docs/problems')],
    ['a page with a policy of its own', 200, () => test.http.get('/u/x')],
  ];

  it.each(ANSWERS)(
    'has each of helmet once, and none that says what it was made with: %s',
    async (_what, status, ask) => {
      const { headers } = await ask().expect(status);
      expect(headers).toMatchObject({ ...SECURITY, 'x-request-id': expect.stringMatching(/^[\w-]{36}$/) });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    },
  );

  it('that hangs on a token, or on the moment, is not to be stored', async () => {
    for (const path of [software, '/api/favorite', '/api/v1/nothing'])
      for (const agent of [ada, test.http])
        expect((await agent.get(path)).headers['cache-control']).toBe('private, no-store');
    for (const path of ['/u/x', '/confirm/x', '/update/x', '/health/live', '/health/ready', '/metrics'])
      expect((await ada.get(path)).headers['cache-control']).toBe('no-store');
  });
});

describe('what the server refuses by itself', () => {
  it.each([
    ['a method that nobody knows', 'NOTHING /api/v1/software HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['bytes of another protocol', Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), 400],
    ['a header with a control character', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
    ['a length that is none', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['no Host', 'GET /api/v1/software HTTP/1.1\r\n\r\n', 400],

    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 405],
  ])('is a problem too: %s', async (_what, request, status) => {
    const answer = await raw(test, request);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/);
    expect(JSON.parse(answer.body)).toMatchObject({ status, type: expect.stringMatching(/^\/docs\/problems#/) });
  });

  it('an expectation that nobody knows is overlooked', async () => {
    const answer = await raw(test, 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n');
    expect(answer.status).toBe(200);
  });

  it('somebody who goes away in the middle of a request hurts nobody', async () => {
    const { port } = new URL(test.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('GET /api/v1/soft');
        socket.resetAndDestroy();
      });
      socket.on('close', () => resolve());
    });
    await test.http.get('/health/live').expect(200);
  });
});
