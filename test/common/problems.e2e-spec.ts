import { expectProblem, known, raw, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';

const test = useApp({ BODY_LIMIT: '65536' });
const ada = useAgent(() => test.as('ada'));
let token: string;

beforeAll(async () => {
  token = await test.token('ada');
});

const send = (method: 'post' | 'patch' | 'put', path: string, text: string | Buffer, type = 'application/json') =>
  ada[method](`/api/v1/${path}`)
    .set('Content-Type', type)
    .serialize(String)
    .send(text as string);

describe('a problem', () => {
  it('has the members of RFC 9457 and nothing else', async () => {
    const response = await ada.get('/api/favorite/nothing');
    expectProblem(response, 404, 'not-found');
    expect(response.body).toEqual({
      type: '/docs/problems#not-found',
      title: 'Not found',
      status: 404,
      detail: expect.any(String),
      instance: '/api/favorite/nothing',
    });
    const { text } = await test.http.get('/docs/problems').expect(200).expect('Content-Type', /html/);
    expect(text).toContain('id="not-found"');
  });

  it('answers addresses that are none, with and without a token', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/',
      '/api/v1',
      '/api/v2/software',
      '/api/v1/nothing',
      '/api/v1/software/x/y/z',
    ])
      for (const agent of [ada, test.http]) expectProblem(await agent.get(path), 404, 'not-found');
  });

  it('answers a path that is not well-formed', async () => {
    for (const path of ['/api/v1/software/%ff', '/api/v1/software/%E0%A4%A/versions', '/api/v1/favorite/%'])
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const answer = await raw(
          test,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        );
        expect([400, 404, 405]).toContain(answer.status);
        expect(answer.headers['content-type']).toMatch(/problem\+json/);
      }
  });

  it('names no capitals where the API has none: paths are compared as they are written', async () => {
    for (const path of ['/API/v1/software', '/api/V1/software', '/api/v1/Software', '/Api/software'])
      expectProblem(await ada.get(path), 404, 'not-found');
  });

  it('carries the request id of the caller when it is harmless, else a new one', async () => {
    const given = await ada.get('/api/v1/nothing').set('X-Request-Id', 'trace-1.2:3');
    expect(given.headers['x-request-id']).toBe('trace-1.2:3');
    const replaced = await ada.get('/api/v1/nothing').set('X-Request-Id', '<script>');
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('another method', () => {
  const id = UNKNOWN_ID;

  it.each([
    ['/api/v1/favorite', ['put', 'patch', 'delete'], 'GET, HEAD, OPTIONS, POST'],
    [`/api/v1/favorite/${id}`, ['post'], 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    [`/api/v1/favorite/${id}/update-to-latest-version`, ['get', 'delete'], 'OPTIONS, PATCH, POST, PUT'],
    ['/api/v1/software', ['put', 'patch', 'delete'], 'GET, HEAD, OPTIONS, POST'],
    [`/api/software/${id}`, ['post', 'put', 'patch', 'delete'], 'GET, HEAD, OPTIONS'],
    [`/api/v1/software/${id}/versions`, ['post', 'delete'], 'GET, HEAD, OPTIONS'],
    [`/api/v1/software/${id}/favorite`, ['post', 'delete'], 'GET, HEAD, OPTIONS, PUT'],
    ['/api/v1/publisher', ['post', 'delete'], 'GET, HEAD, OPTIONS'],
    ['/api/v1/profile', ['post', 'delete'], 'GET, HEAD, OPTIONS, PATCH, PUT'],
    ['/api/v1/token', ['put', 'patch', 'delete'], 'GET, HEAD, OPTIONS, POST'],
    ['/api/v1/catalogue', ['get', 'put'], 'OPTIONS, POST'],
    ['/health/live', ['post'], 'GET, HEAD, OPTIONS'],
  ] as const)('on %s answers 405 with Allow', async (path, methods, allow) => {
    for (const method of methods) {
      const response = await ada[method](path);
      expectProblem(response, 405, 'method-not-allowed');
      expect(response.headers.allow).toBe(allow);
    }
    const options = await test.http.options(path).expect(204);
    expect(options.headers.allow).toBe(allow);
  });

  it('HEAD answers as GET does, without the body', async () => {
    const response = await ada.head('/api/v1/software').expect(200);
    expect(response.headers['content-type']).toMatch(/json/);
    expect(response.text ?? '').toBe('');
    expect((await ada.head(`/api/v1/software/${id}`)).status).toBe(404);
  });
});

describe('a body', () => {
  it.each([
    '{',
    '{"notes": }',
    "{'notes': 1}",
    '{"a":1}{"b":2}',
    'undefined',
    '\u0000',
    '{"a":\ud800',
    '[1,',
    'NaN',
    '{"a":1,}',
  ])('that is no JSON is 400: %j', async (text) => {
    expectProblem(await send('post', 'favorite', text), 400, 'invalid-json');
  });

  it.each(['null', 'true', '1', '1e999', '"text"', '[]', '[{}]', '[null]'])(
    'that is JSON but no object is 422: %s',
    async (text) => {
      expect(expectProblem(await send('post', 'favorite', text), 422, 'invalid-body')).toEqual(['body']);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ])('of the type "%s" is 415', async (type) => {
    const answer = await raw(
      test,
      `POST /api/v1/favorite HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `${type ? `Content-Type: ${type}\r\n` : ''}Content-Length: 2\r\n\r\n{}`,
    );
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.body)).toMatchObject({ type: '/docs/problems#unsupported-media-type' });
  });

  it.each(['application/json; charset=latin1', 'application/json; charset=nonsense'])('in %s is 415', async (type) => {
    expectProblem(await send('patch', 'profile', '{}', type), 415, 'unsupported-media-type');
  });

  it('in an encoding that nobody knows is 415, and in a broken one 400', async () => {
    const encoded = (encoding: string) => send('patch', 'profile', '{}').set('Content-Encoding', encoding);
    expectProblem(await encoded('rot13'), 415, 'unsupported-media-type');
    expectProblem(await encoded('gzip'), 400, 'bad-request');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json', 'APPLICATION/JSON'])(
    'of the type %s is read',
    async (type) => {
      await send('patch', 'profile', '{"time_zone":"Europe/Berlin"}', type).expect(200);
    },
  );

  it('that is too large is 413, sent whole, announced only, or in chunks', async () => {
    expectProblem(await send('post', 'favorite', `{"notes":"${'x'.repeat(70_000)}"}`), 413, 'too-large');
    const head = `POST /api/v1/favorite HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    expect((await raw(test, `${head}Content-Length: 99999999\r\n\r\n`)).status).toBe(413);
    const chunk = `${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`;
    expect((await raw(test, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)).status).toBe(413);
  });

  it('one byte below the limit is read', async () => {
    const text = JSON.stringify({ time_zone: 'UTC' });
    await send('patch', 'profile', text.padEnd(65_536)).expect(200);
    expectProblem(await send('patch', 'profile', text.padEnd(65_537)), 413, 'too-large');
  });

  it('that is nested very deeply is refused and hangs nothing', async () => {
    const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
    expect(expectProblem(await send('post', 'favorite', deep), 422, 'invalid-body')).toEqual(['a']);
    expect(expectProblem(await send('post', 'favorite', `{"notes":${deep}}`), 422, 'invalid-body')).toEqual(['notes']);
    const channel = `{"type":"log","name":"x","settings":${deep}}`;
    expect(expectProblem(await send('post', 'channel', channel), 422, 'invalid-body')).toEqual(['settings']);
    const array = `{"notes":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(expectProblem(await send('post', 'favorite', array), 422, 'invalid-body')).toEqual(['notes']);
    // Before it is parsed, which takes far longer.
    expect(expectProblem(await send('post', 'favorite', '['.repeat(30_000)), 422, 'invalid-body')).toEqual(['body']);
    expectProblem(await send('post', 'favorite', '['.repeat(90)), 400, 'invalid-json');
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'with the key %s is refused, however deep it is',
    async (key) => {
      const text = `{"${key}":{"polluted":true},"time_zone":"UTC"}`;
      expect(expectProblem(await send('patch', 'profile', text), 422, 'invalid-body')).toEqual([key]);
      const nested = `{"type":"log","name":"x","settings":{"${key}":{"polluted":true}}}`;
      expect(expectProblem(await send('post', 'channel', nested), 422, 'invalid-body')).toEqual([`settings.${key}`]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  it('with one key twice takes the last, as JSON parsers do', async () => {
    const { id } = await known(test, 'Twice');
    const text = `{"software":"${id}","version":"1.0","notes":"first","notes":"last"}`;
    expect((await send('post', 'favorite', text).expect(201)).body.data.notes).toBe('last');
  });

  it.each(['1e400', '18446744073709551616'])('with the version %s is 422', async (version) => {
    const response = await send('post', 'favorite', `{"software":"${UNKNOWN_ID}","version":${version}}`);
    expect(expectProblem(response, 422, 'invalid-body')).toEqual(['version']);
  });

  it('with hostile text in an id or a label is 422', async () => {
    const { id } = await known(test, 'Hostile');
    for (const text of ["' OR TRUE --", '\u0000', '\ud800', '\u{1F600}', `${id}\u0000`, `${id}\n`, 'x'.repeat(255)]) {
      const version = await ada.post('/api/v1/favorite').send({ software: id, version: text });
      expect(expectProblem(version, 422, 'invalid-body')).toEqual(['version']);
      const software = await ada.post('/api/v1/favorite').send({ software: text, version: '1.0' });
      expect(expectProblem(software, 422, 'invalid-body')).toEqual(['software']);
    }
    const label = { software: id, version: "' OR 1=1 --" };
    const { body } = await ada.post('/api/v1/favorite').send(label).expect(201);
    expect(body.data.version.version).toBe(label.version);
  });
});
