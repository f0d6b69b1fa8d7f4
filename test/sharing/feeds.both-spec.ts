import { expectProblem, UNKNOWN_ID } from '../setup/api';
import { eventually } from '../setup/eventually';
import { useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';
import { dayIn, giveNotes, pathsOf, setCycles, share } from './stage';
import { ATOM, atomErrors, type Element, jsonFeedErrors, parseXml } from './validators';

const PUBLIC_URL = 'https://tracker.example';
const SECRET = /^suf_[\w-]{27}$/;

const test = useApp({ PUBLIC_URL, WEB: 'true', FEEDS_PER_USER: '5' });
let ada: Agent;

beforeEach(async () => {
  ada = await newUser(test);
});

const entriesOf = (text: string) => parseXml(text).children.filter(({ name }) => name === 'entry');
const childOf = ({ children }: Element, wanted: string) => children.find(({ name }) => name === wanted);

/** Somebody on 1.0 of a product who was told of 1.1. */
async function told(agent = ada): Promise<Tracked> {
  const tracked = await track(test, agent, '1.0');
  await tracked.release('1.1');
  await test.check();
  return tracked;
}

describe('a shared address', () => {
  it('is shown once, with a secret of 160 bits, of which only the hash is stored', async () => {
    const { body, headers } = await ada.post('/api/v1/feed').send({ kind: 'updates', name: 'Mine' }).expect(201);
    const { urls, ...feed } = body.data;
    expect(feed).toEqual({
      id: expect.any(String),
      kind: 'updates',
      name: 'Mine',
      favorite: null,
      software: null,
      about: null,
      filter: null,
      details: 'names',
      releases: false,
      created_at: expect.any(String),
      last_used_at: null,
    });
    expect(headers.location).toBe(`${PUBLIC_URL}/api/v1/feed/${feed.id}`);
    const secret = (urls.atom as string).split('/')[4]!;
    expect(secret).toMatch(SECRET);
    expect(urls).toEqual({
      atom: `${PUBLIC_URL}/feed/${secret}/updates.atom`,
      json: `${PUBLIC_URL}/feed/${secret}/updates.json`,
    });
    const list = await ada.get('/api/v1/feed').expect(200);
    expect(list.body.data).toEqual([feed]);
    const rows = await test.database.query('SELECT * FROM feed WHERE id = ?', [feed.id]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('has the documents of its kind only, and is no token', async () => {
    const { software, id } = await told();
    const inputs = [
      [{ kind: 'updates' }, ['updates.atom', 'updates.json']],
      [{ kind: 'calendar' }, ['calendar.ics']],
      [{ kind: 'badge', favorite: id }, ['badge.svg', 'badge.json']],
      [{ kind: 'product', software }, ['releases.atom', 'releases.json']],
    ] as const;
    const all = inputs.flatMap(([, names]) => names);
    for (const [input, names] of inputs) {
      const { body } = await ada.post('/api/v1/feed').send(input).expect(201);
      const [path] = Object.values(pathsOf(body.data)).slice(1) as [string];
      const secret = path.split('/')[2]!;
      for (const name of all) {
        const answer = await test.http.get(`/feed/${secret}/${name}`);
        expect([name, answer.status]).toEqual([name, (names as readonly string[]).includes(name) ? 200 : 404]);
      }
      for (const address of ['/api/v1/profile', '/api/v1/favorite'])
        expectProblem(await test.http.get(address).set('Authorization', `Bearer ${secret}`), 401, 'unauthorized');
      for (const method of ['post', 'put', 'delete'] as const)
        expectProblem(await test.http[method](path), 405, 'method-not-allowed');
    }
  });

  it('is refused where its fields do not go together, or name what is not there', async () => {
    const other = await told(await newUser(test));
    const own = await told();
    const wrong: [object, string][] = [
      [{}, 'kind'],

      [{ kind: 'product' }, 'software'],
      [{ kind: 'product', software: UNKNOWN_ID }, 'software'],
      [{ kind: 'product', software: own.software, favorite: own.id }, 'favorite'],
      [{ kind: 'product', software: own.software, filter: {} }, 'filter'],
      [{ kind: 'updates', software: own.software }, 'software'],
      [{ kind: 'badge', favorite: other.id }, 'favorite'],

      [{ kind: 'badge', favorite: own.id, filter: {} }, 'filter'],
      [{ kind: 'updates', filter: { nothing: 1 } }, 'filter.nothing'],
      [{ kind: 'updates', filter: [] }, 'filter'],
      [{ kind: 'updates', releases: true }, 'releases'],
    ];
    for (const [input, field] of wrong)
      expect([input, expectProblem(await ada.post('/api/v1/feed').send(input), 422, 'invalid-body')]).toEqual([
        input,
        [field],
      ]);
    expect((await ada.get('/api/v1/feed').expect(200)).body.data).toEqual([]);
  });

  it('is made by whoever may read, too', async () => {
    const writer = await test.as('writer', ['write']);
    expectProblem(await writer.post('/api/v1/feed').send({ kind: 'updates' }), 403, 'forbidden');
    expectProblem(await writer.post(`/api/v1/feed/${UNKNOWN_ID}/rotate`), 403, 'forbidden');
  });

  it('is one of at most FEEDS_PER_USER, and nobody else has it', async () => {
    const feeds = [];
    for (let made = 0; made < 5; made++) feeds.push(await share(ada, { kind: 'updates' }));
    const answer = await ada.post('/api/v1/feed').send({ kind: 'updates' });
    expectProblem(answer, 409, 'limit-reached');
    expect(answer.body.limit).toBe(5);
    const bob = await newUser(test, null);
    expect((await bob.get('/api/v1/feed').expect(200)).body.data).toEqual([]);
    expectProblem(await bob.post(`/api/v1/feed/${feeds[0]!.id}/rotate`), 404, 'not-found');
    expectProblem(await bob.delete(`/api/v1/feed/${feeds[0]!.id}`), 404, 'not-found');
    await ada.delete(`/api/v1/feed/${feeds[0]!.id}`).expect(204);
    await share(ada, { kind: 'updates' });
  });

  it('is in the audit log, without its secret', async () => {
    const admin = await test.as('auditor', ['admin']);
    const { id, atom } = await share(ada, { kind: 'updates' });
    await ada.post(`/api/v1/feed/${id}/rotate`).expect(200);
    await ada.delete(`/api/v1/feed/${id}`).expect(204);
    const { body, text } = await admin.get('/api/v1/audit?sort=-created_at&per_page=3').expect(200);
    const entries = body.data as { action: string; resource: object }[];
    expect(entries.map(({ action }) => action)).toEqual(['feed.deleted', 'feed.rotated', 'feed.created']);
    expect(entries.map(({ resource }) => resource)).toEqual(Array(3).fill({ type: 'feed', id }));
    expect(text).not.toContain(atom.split('/')[2]);
  });

  it('says when it was last used, at most once an hour', async () => {
    const { atom } = await share(ada, { kind: 'updates' });
    const used = async () => (await ada.get('/api/v1/feed').expect(200)).body.data[0].last_used_at as string | null;
    // It is written once the document is on its way.
    const read = async (isWritten: (time: string | null) => boolean) => {
      await test.http.get(atom).expect(200);
      return eventually(async () => {
        const time = await used();
        return isWritten(time) && time;
      });
    };
    const first = await read((time) => time !== null);
    expect(await read(() => true)).toBe(first);
    const { dialect } = test.database;
    await test.database.execute(`UPDATE feed SET last_used_at = ${dialect.nowPlus}`, [-3_700]);
    expect(await read((time) => time! >= (first as string))).not.toBeNull();
  });
});

describe('news', () => {
  it('are the newest notifications, with release notes as harmless content', async () => {
    const tracked = await told();
    await giveNotes(test, tracked.software, { '1.1': '- faster\n- <script>alert(1)</script> & more' });
    const { atom, json } = await share(ada, { kind: 'updates', details: 'full' });
    const [notification] = await tracked.notifications();
    const answer = await test.http.get(atom).expect(200).expect('Content-Type', 'application/atom+xml; charset=utf-8');
    expect(atomErrors(answer.text)).toEqual([]);
    const [entry, ...others] = entriesOf(answer.text);
    expect(others).toEqual([]);
    const { name } = tracked.record.software;
    expect(childOf(entry!, 'id')!.text).toBe(`urn:uuid:${notification!.id}`);
    expect(childOf(entry!, 'title')!.text).toBe(`${name} 1.1`);
    expect(childOf(entry!, 'summary')!.text).toBe(`${name} 1.1 is available. You use 1.0.`);
    expect(childOf(entry!, 'link')!.attributes.href).toBe(`${PUBLIC_URL}/software/${tracked.software}`);
    const content = childOf(entry!, 'content')!;
    expect(content.attributes).toEqual({ type: 'html' });
    expect(content.text).toContain('<li>faster</li>');
    expect(content.text).not.toMatch(/<script/);
    const feed = await test.http.get(json).expect(200).expect('Content-Type', 'application/feed+json; charset=utf-8');
    const parsed = JSON.parse(feed.text) as { items: Record<string, unknown>[] };
    expect(jsonFeedErrors(parsed)).toEqual([]);
    expect(parsed.items).toMatchObject([{ id: `urn:uuid:${notification!.id}`, content_html: content.text }]);
    expect(answer.text + feed.text).not.toContain(atom.split('/')[2]);
  });

  it('with names only have neither the version in use nor notes', async () => {
    const tracked = await told();
    await giveNotes(test, tracked.software, { '1.1': '- faster' });
    const { atom } = await share(ada, { kind: 'updates' });
    const { text } = await test.http.get(atom).expect(200);
    expect(atomErrors(text)).toEqual([]);
    expect(text).not.toMatch(/You use|1\.0<|1\.0\.|faster|patch|minor/);
  });

  it('have alerts about the end of support', async () => {
    const tracked = await track(test, ada, '14.1');
    const day = dayIn(30);
    await setCycles(test, tracked.software, { 14: day });
    // What is known of support settles for ten minutes before anybody is told.
    await test.database.execute(`UPDATE favorite SET alert_at = ${test.database.dialect.nowPlus}`, [-700]);
    await test.check();
    const [alert] = await tracked.notifications();
    expect(alert).toMatchObject({ kind: 'support.ending' });
    const name = tracked.record.software.name;
    const full = await share(ada, { kind: 'updates', details: 'full' });
    const { text } = await test.http.get(full.atom).expect(200);
    expect(atomErrors(text)).toEqual([]);
    const [entry] = entriesOf(text);
    expect(childOf(entry!, 'id')!.text).toBe(`urn:uuid:${alert!.id}`);
    expect(childOf(entry!, 'title')!.text).toBe(`${name} 14: support ends ${day}`);
    const names = await share(ada, { kind: 'updates' });
    const short = await test.http.get(names.atom).expect(200);
    expect(entriesOf(short.text).map((one) => childOf(one, 'title')!.text)).toEqual([`${name}: support ends ${day}`]);
    expect(short.text).not.toContain('14.1');
  });

  it('are those of one favorite, or of those that match', async () => {
    const [one, other] = [await told(), await told()];
    await told(await newUser(test));
    const titles = async (input: object) => {
      const { text } = await test.http.get((await share(ada, { kind: 'updates', ...input })).atom).expect(200);
      return entriesOf(text).map((entry) => childOf(entry, 'title')!.text);
    };
    const titleOf = ({ record }: Tracked) => `${record.software.name} 1.1`;
    expect((await titles({})).sort()).toEqual([one, other].map(titleOf).sort());
    expect(await titles({ favorite: one.id })).toEqual([titleOf(one)]);
    expect(await titles({ filter: { software: other.record.software.name } })).toEqual([titleOf(other)]);
    expect(await titles({ filter: { 'software[like]': 'no such' } })).toEqual([]);
  });

  it('are at most a hundred, and none twice for a reminder', async () => {
    const tracked = await told();
    const [row] = await test.database.query<Record<string, string | number | null>>(
      'SELECT * FROM notification WHERE favorite_id = ?',
      [tracked.id],
    );
    const columns = Object.keys(row!);
    const copy = (change: object) => Object.values({ ...row, id: crypto.randomUUID(), ...change });
    const insert = (values: (string | number | null)[]) =>
      test.database.execute(
        `INSERT INTO notification (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        values,
      );
    for (let number = 1; number <= 3; number++) await insert(copy({ reminder: number }));
    const { atom } = await share(ada, { kind: 'updates' });
    expect(entriesOf((await test.http.get(atom).expect(200)).text)).toHaveLength(1);
    for (let number = 1; number <= 100; number++)
      await insert(
        copy({ version_id: null, reminder: 0, kind: 'support.ended', subject: `support:own:2026-01-01:${number}` }),
      );
    expect(entriesOf((await test.http.get(atom).expect(200)).text)).toHaveLength(100);
  });

  it('of a product are its releases', async () => {
    const tracked = await track(test, ada, '1.0', ['1.0', '1.1', '2.0-rc.1']);
    await giveNotes(test, tracked.software, { '1.1': '- faster' });
    const bob = await newUser(test, null);
    const { atom, json } = await share(bob, { kind: 'product', software: tracked.software, details: 'full' });
    const { text } = await test.http.get(atom).expect(200);
    expect(atomErrors(text)).toEqual([]);
    const name = tracked.record.software.name;
    expect(parseXml(text)).toMatchObject({ uri: ATOM });
    expect(entriesOf(text).map((entry) => childOf(entry, 'title')!.text)).toEqual(
      ['2.0-rc.1', '1.1', '1.0'].map((label) => `${name} ${label}`),
    );
    expect(text).toContain('&lt;li&gt;faster&lt;/li&gt;');
    const feed = JSON.parse((await test.http.get(json).expect(200)).text) as { items: { tags: string[] }[] };
    expect(jsonFeedErrors(feed)).toEqual([]);
    expect(feed.items.map(({ tags }) => tags)).toEqual([['pre-release'], ['release'], ['release']]);
  });
});
