import { expectProblem } from '../setup/api';
import { startApp, useApp } from '../setup/app';
import { emitted, takeLeaks } from '../setup/planted';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { dayIn, giveNotes, pathsOf, setCycles, share, type Shared } from './stage';

const test = useApp({ PUBLIC_URL: 'https://tracker.example' });
let ada: Agent;
let tracked: Tracked;

beforeEach(async () => {
  ada = await newUser(test);
  tracked = await track(test, ada, '1.0');
  await tracked.release('1.1');
  await setCycles(test, tracked.software, { 1: dayIn(30) });
});

type Headers = Record<string, string>;

/** One address of each kind, by the document that is read. */
async function everyDocument(): Promise<[string, Shared][]> {
  const { software } = tracked;
  const updates = await share(ada, { kind: 'updates', details: 'full' });
  const product = await share(ada, { kind: 'product', software, details: 'full' });
  const calendar = await share(ada, { kind: 'calendar', releases: true });
  const badge = await share(ada, { kind: 'badge', favorite: tracked.id });
  return [
    [updates.atom, updates],
    [updates.json, updates],
    [product.atom, product],
    [product.json, product],
    [calendar.ics, calendar],
    [badge.svg, badge],
    [badge.json, badge],
  ];
}

describe('a document', () => {
  it('has the headers of what is private and is asked for again and again', async () => {
    for (const [path] of await everyDocument()) {
      const { headers } = await test.http.get(path).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=900',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': expect.stringMatching(/\bnoindex\b/),
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': path.endsWith('.svg') ? 'cross-origin' : 'same-origin',
      });
      expect((await test.http.head(path).expect(200)).headers.etag).toBe(headers.etag);
    }
  });

  it('is 304 while nothing has changed, by tag and by date, and is not made for it', async () => {
    await giveNotes(test, tracked.software, { '1.1': '- faster' });
    for (const [path] of await everyDocument()) {
      const { headers, text } = await test.http.get(path).expect(200);
      const again = await test.http.get(path).expect(200);
      expect([again.headers.etag, again.headers['last-modified']]).toEqual([headers.etag, headers['last-modified']]);
      const known: Headers[] = [
        { 'If-None-Match': headers.etag! },
        { 'If-None-Match': `"other", ${headers.etag}`, 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
        { 'If-Modified-Since': headers['last-modified']! },
      ];
      for (const given of known) {
        const answer = await test.http.get(path).set(given).expect(304);
        expect(answer.text).toBe('');
        for (const name of ['etag', 'last-modified', 'cache-control']) expect(answer.headers[name]).toBe(headers[name]);
      }
      const unknown: Headers[] = [
        { 'If-None-Match': '"other"', 'If-Modified-Since': headers['last-modified']! },
        { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
        { 'If-Modified-Since': 'yesterday' },
      ];
      for (const given of unknown) expect((await test.http.get(path).set(given).expect(200)).text).toEqual(text);
    }
  });

  const CHANGES: [string, () => Promise<unknown>, string[]][] = [
    [
      'a new version',
      () => tracked.release('1.2').then(() => test.check()),
      ['updates', 'releases', 'calendar', 'badge'],
    ],
    ['release notes', () => giveNotes(test, tracked.software, { '1.1': '- faster' }), ['updates', 'releases']],
    ['other release notes', () => giveNotes(test, tracked.software, { '1.1': '- slower' }), ['updates', 'releases']],
    ['a move', () => ada.post(`/api/v1/favorite/${tracked.id}/update-to-latest-version`), ['calendar', 'badge']],
    ['another end of support', () => setCycles(test, tracked.software, { 1: dayIn(99) }), ['calendar']],
  ];

  it.each(CHANGES)('is another one after %s, also by its date', async (_what, change, kinds) => {
    const documents = await everyDocument();
    const before = new Map<string, Headers>();
    for (const [path] of documents) before.set(path, (await test.http.get(path).expect(200)).headers as Headers);
    await change();
    for (const [path] of documents) {
      const { etag, 'last-modified': modified } = before.get(path)!;
      const wanted = kinds.some((kind) => path.includes(`/${kind}`)) ? 200 : 304;
      const byDate = await test.http.get(path).set('If-Modified-Since', modified!);
      const byTag = await test.http.get(path).set('If-None-Match', etag!);
      const name = path.split('/')[3];
      expect([name, byTag.status, byDate.status]).toEqual([name, wanted, wanted]);
    }
  });

  it('takes a query that a program adds to go past a cache', async () => {
    const { svg } = await share(ada, { kind: 'badge' });
    await test.http.get(`${svg}?x=${Date.now()}`).expect(200);
  });
});

describe('an address ends', () => {
  const end: [string, (shared: Shared) => Promise<unknown>][] = [
    ['when it is rotated', ({ id }) => ada.post(`/api/v1/feed/${id}/rotate`).expect(200)],
    ['when it is deleted', ({ id }) => ada.delete(`/api/v1/feed/${id}`).expect(204)],
    ['when its favorite is deleted', () => ada.delete(`/api/v1/favorite/${tracked.id}`).expect(204)],
    ['when its user is disabled', () => disable()],
  ];

  async function disable(): Promise<void> {
    const [row] = await test.database.query<{ user_id: string }>('SELECT user_id FROM favorite WHERE id = ?', [
      tracked.id,
    ]);
    await test.app.get(UserRemoval).disable(row!.user_id);
  }

  it.each(end)('%s, at once', async (_when, work) => {
    for (const kind of ['updates', 'calendar', 'badge']) {
      if (kind !== 'updates' && _when !== 'when it is rotated' && _when !== 'when it is deleted') break;
      const shared = await share(ada, { kind, favorite: tracked.id });
      const path = shared.atom ?? shared.ics ?? shared.svg;
      const { headers } = await test.http.get(path).expect(200);
      await work(shared);
      expectProblem(await test.http.get(path).set('If-None-Match', headers.etag!), 404, 'not-found');
    }
  });

  it('and another one is there after it was rotated, with the same content', async () => {
    const shared = await share(ada, { kind: 'updates' });
    const before = await test.http.get(shared.atom).expect(200);
    const { body } = await ada.post(`/api/v1/feed/${shared.id}/rotate`).expect(200);
    const next = pathsOf(body.data);
    expect(next.atom).not.toBe(shared.atom);
    expect((await test.http.get(next.atom).expect(200)).text).toBe(before.text);
  });
});

describe('a wrong secret', () => {
  const wrong = ['suf_x', `suf_${'x'.repeat(27)}`, `sut_${'x'.repeat(27)}`, 'x', '%ff', '..'];

  it('is 404, the same whatever is wrong with it', async () => {
    const { atom } = await share(ada, { kind: 'updates' });
    const secret = atom.split('/')[2]!;
    const bad = [...wrong.slice(0, 4), secret.slice(0, -1), `${secret}A`, secret.toUpperCase()];
    const texts = new Set<string>();
    for (const one of bad) {
      const answer = await test.http.get(`/feed/${one}/updates.atom`);
      expectProblem(answer, 404, 'not-found');
      expect(answer.headers['cache-control']).toBe('no-store');
      texts.add(answer.text);
    }
    expectProblem(await test.http.get(`/feed/${secret}/other.atom`), 404, 'not-found');
    expectProblem(await test.http.get(`/feed/${secret}`), 404, 'not-found');
    expect(texts.size).toBe(1);
    expect((await test.http.get('/feed/%ff/updates.atom')).status).toBe(400);
  });

  it('is limited by address, and so is every address', async () => {
    const own = await startApp({ RATE_LIMIT_FAILED_AUTH: '3/1h', RATE_LIMIT_PAGES: '8/1h' });
    try {
      const bob = await newUser(own, null);
      const { atom } = await share(bob, { kind: 'updates' });
      const guess = () => own.http.get(`/feed/suf_${'x'.repeat(27)}/updates.atom`);
      for (let number = 0; number < 3; number++) await guess().expect(404);
      expectProblem(await guess(), 429, 'too-many-requests');
      for (let number = 0; number < 4; number++) await own.http.get(atom).expect(200);
      const last = await own.http.get(atom);
      expectProblem(last, 429, 'too-many-requests');
      expect(last.text).not.toContain(atom.split('/')[2]);
    } finally {
      await own.close();
    }
  });
});

describe('a secret', () => {
  it('is in no answer but the one that shows it, no log and no metric, whatever happens', async () => {
    const { atom, json, id } = await share(ada, { kind: 'updates', details: 'full' });
    const secret = atom.split('/')[2]!;
    const answers = [
      await test.http.get(atom),
      await test.http.get(json),
      await test.http.post(atom).send({}),
      await test.http.get(`${atom}/more`),
      await test.http.get(`/feed/${secret}`),
      await test.http.get(`/feed/${secret}/`),
      await test.http.get(`/feed/${secret}/updates.rss`),
      await test.http.get(`${atom}?${'x'.repeat(9_000)}`),
      await ada.get('/api/v1/feed'),
      await test.http.get('/metrics'),
    ];
    const query = jest.spyOn(test.database, 'queryPrepared').mockRejectedValue(new Error('no such luck'));
    answers.push(await test.http.get(atom).expect(500));
    query.mockRestore();
    await ada.delete(`/api/v1/feed/${id}`);
    answers.push(await test.http.get(atom).expect(404));
    for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain(secret);
    // Every line of the log was looked at, from trace on.
    expect(takeLeaks()).toEqual([]);
  });

  it.each([
    ['output', (secret: string) => `GET /feed/${secret}/updates.atom`],
    ['row', (secret: string) => secret],
    ['answer', (secret: string) => `{"instance":"/feed/${secret}/updates.atom"}`],
  ] as const)('would be found in an %s', (what, text) => {
    const leak = text(`suf_${'x'.repeat(27)}`);
    emitted(what, leak, 'this test');
    expect(takeLeaks()).toEqual([`${what} of this test: …${leak}…`]);
  });
});
