import { type Agent, expectProblem, known, linksOf, raw } from '../setup/api';
import { startApp, useApp } from '../setup/app';

/** Every URL in an answer: in the body, in `Link` and in `Location`. */
async function originsOf(agent: Agent, id: string, headers: Record<string, string> = {}): Promise<string[]> {
  const list = await agent.get('/api/software?per_page=1&includePublisher').set(headers).expect(200);
  const created = await agent.post('/api/favorite').set(headers).send({ software: id, version: '1.0' });
  const favorites = await agent.get('/api/favorite').set(headers).expect(200);
  const text = JSON.stringify([list.body, favorites.body, list.headers.link, created.headers.location ?? '']);
  const urls = text.match(/https?:\/\/[^"<>\\ ]+\/api\/[^"<>\\ ]*/g)!;
  for (const url of urls) expect(url).toMatch(/\/api\/v1\/(software|publisher|favorite)\b/);
  return [...new Set(urls.map((url) => url.split('/api/')[0]!))];
}

describe('without PUBLIC_URL', () => {
  const test = useApp();

  it('links lead to the host that the request names', async () => {
    const ada = await test.as('ada');
    const { id } = await known(test, 'Own host');
    expect(await originsOf(ada, id)).toEqual([test.url]);
    expect(await originsOf(ada, id, { Host: 'updates.example.org:8080' })).toEqual(['http://updates.example.org:8080']);
    expect(await originsOf(ada, id, { Host: '[::1]:3000' })).toEqual(['http://[::1]:3000']);
  });

  it('X-Forwarded headers of whoever sends them count for nothing', async () => {
    const ada = await test.as('forwarded');
    const { id } = await known(test, 'Not trusted');
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '1.2.3.4' };
    expect(await originsOf(ada, id, headers)).toEqual([test.url]);
  });

  it.each(['a b', 'a"> b', 'x/../y', 'user@evil.example', 'a,b', '<script>', 'x:port', 'http://x', 'a\\b'])(
    'the host %s is refused, as links would be made of it',
    async (host) => {
      const answer = await raw(test, `GET /api/v1/publisher HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ type: '/docs/problems#bad-request' });
    },
  );

  it('a request of HTTP/1.0 without a host gets usable links', async () => {
    const token = await test.token('old');
    await known(test, 'Old client');
    const answer = await raw(test, `GET /api/v1/software HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    expect(answer.status).toBe(200);
    const { data } = JSON.parse(answer.body) as { data: { links: { self: string } }[] };
    expect(new URL(data[0]!.links.self).hostname).toBe('127.0.0.1');
  });

  it('/api/<resource> answers the same as /api/v1/<resource>, with the same links', async () => {
    const ada = await test.as('both');
    const { id, publisher } = await known(test, 'Both forms', ['1.0', '2.0']);
    const { body } = await ada.post('/api/favorite').send({ software: id, version: '1.0' }).expect(201);
    const paths = [
      'favorite?software=both forms&includeTotal',
      `favorite/${body.data.uuid}`,
      'software?name[like]=both&per_page=1&includePublisher',
      `software/${id}?includeLatestVersion`,
      `software/${id}/publisher`,
      `software/${id}/versions?version[gt]=1.0`,
      `software/${id}/favorite`,
      'publisher?per_page=1',
      `publisher/${publisher}`,
      `publisher/${publisher}/software`,
      'profile',
      'channel',
      'channel-type',
      'source-type',
      'notification',
      'token?per_page=1',
    ];
    for (const path of paths) {
      const long = await ada.get(`/api/v1/${path}`).expect(200);
      const short = await ada.get(`/api/${path}`).expect(200);
      expect(short.body).toEqual(long.body);
      expect(linksOf(short)).toEqual(linksOf(long));
    }
    const path = `favorite/${body.data.uuid}`;
    expect((await ada.patch(`/api/${path}`).send({ notes: 'short' }).expect(200)).body.data.notes).toBe('short');
    await ada.post(`/api/${path}/update-to-latest-version`).expect(200);
    await ada.delete(`/api/${path}`).expect(204);
    expectProblem(await ada.get(`/api/v1/${path}`), 404, 'not-found');
  });

  it('a slash at the end changes nothing, also for the catalogue', async () => {
    const ada = await test.as('slash', ['read', 'write', 'catalogue:write']);
    await ada.get('/api/v1/software/').expect(200);
    const line = JSON.stringify({ publisher: { name: 'Slash' }, software: { name: 'Slash' } });
    for (const [path, type] of [
      ['/api/v1/catalogue/', 'application/json'],
      ['/api/catalogue/', 'application/x-ndjson'],
    ] as const) {
      const { body } = await ada
        .post(path)
        .set('Content-Type', type)
        .serialize(String)
        .send(line as never)
        .expect(200);
      expect(body.data.software + body.data.unchanged).toBe(1);
    }
  });

  it('are not for pages of other origins, unless CORS_ORIGINS lists them', async () => {
    const ada = await test.as('elsewhere');
    for (const request of [ada.get('/api/v1/software'), ada.options('/api/v1/software')]) {
      const { headers } = await request
        .set('Origin', 'https://app.example.org')
        .expect((answer) => answer.status < 300);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('with PUBLIC_URL', () => {
  const test = useApp({ PUBLIC_URL: 'https://updates.example.org/tracker/', TRUST_PROXY: '1' });

  it('every link begins with it, whatever the request says', async () => {
    const ada = await test.as('ada');
    const { id } = await known(test, 'Public');
    const headers = { Host: 'other.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' };
    expect(await originsOf(ada, id, headers)).toEqual(['https://updates.example.org/tracker']);
  });
});

describe('with TRUST_PROXY', () => {
  const forwarded = { 'X-Forwarded-Host': 'outside.example', 'X-Forwarded-Proto': 'https' };

  it.each([
    ['127.0.0.0/8,10.0.0.0/8', 'https://outside.example'],
    ['10.0.0.0/8', null],
  ])('%s, the forwarded origin counts only from a hop that it names', async (trust, origin) => {
    const test = await startApp({ TRUST_PROXY: trust });
    try {
      const ada = await test.as('ada');
      const { id } = await known(test, 'Proxied');
      expect(await originsOf(ada, id, forwarded)).toEqual([origin ?? test.url]);
    } finally {
      await test.close();
    }
  });
});
