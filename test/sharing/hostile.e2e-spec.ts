import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { type Agent, newUser } from '../setup/tracking';
import { bytesOf, share } from './stage';
import { atomErrors, type Element, jsonFeedErrors, parseXml, readCalendar, shieldsErrors } from './validators';

const LONGEST = 255;

/** What breaks documents of one format or another. */
const HOSTILE = [
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '&#0;',
  '&lt;script&gt;',
  '<script>alert(1)</script>',
  '"><svg onload="alert(1)">',
  "' onerror='x",
  '<?xml version="1.0"?>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  'a\r\nEND:VEVENT\r\nBEGIN:VEVENT',
  'a\nX-EVIL:1',
  'a\rb',
  '\u2028\u2029\u0085',
  '\u202Egnp.exe\u202C',
  '\u2066isolated\u2069',
  '\u0001\u0002\u0008\u000B\u000C\u001B\u007F',
  '\uFFFE\uFFFF',
  '\uD800',
  'x\uDC00y',
  '😀'.repeat(60),
  '中文名'.repeat(40),
  'e\u0301'.repeat(50),
  '\\;,:\\n',
  '%0d%0aSet-Cookie: x',
  '=HYPERLINK("https://evil.example")',
  'x'.repeat(255),
  '\u200B\u00AD\uFEFF',
  'ZWJ 👩‍👩‍👧‍👦',
];

/** Each text is once at the beginning of a name, and once after another one. */
const PRODUCTS = HOSTILE.length;

/** What names may have no more, and had before. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const lineOf = (name: string) => name.replace(CONTROLS, ' ');

/** In characters as the service counts them. */
const cut = (text: string, most: number) => [...text].slice(0, most).join('');

describe('documents about products with hostile names', () => {
  let test: TestApp;
  let agent: Agent;
  let favorites: { uuid: string; product: { id: string } }[];

  const nameOf = (number: number) => {
    const text = `${HOSTILE[number % HOSTILE.length]!}${HOSTILE[(number * 7 + 3) % HOSTILE.length]!}`;
    const end = ` ${number}`;
    return `${cut(text, LONGEST - end.length)}${end}`;
  };
  const publisherOf = (number: number) => `${cut(nameOf(number + 1), LONGEST - 5)} Inc.`;
  const labelOf = (number: number) => `2.0-${cut(HOSTILE[(number + 5) % HOSTILE.length]!, 60)}`;

  beforeAll(async () => {
    test = await startApp({ PUBLIC_URL: 'https://tracker.example/a&b', WEB: 'true', FEEDS_PER_USER: '1000' });
    agent = await newUser(test);
    const records = Array.from({ length: PRODUCTS }, (_, number) => ({
      ...product(lineOf(nameOf(number)), ['1.0'], { publisher: { name: lineOf(publisherOf(number)) } }),
      as_of: '2026-11-20',
      lifecycle: [
        { cycle: '1', eol_on: `2199-01-${String((number % 28) + 1).padStart(2, '0')}`, label: nameOf(number) },
      ],
    }));
    expect(await test.import(...records)).toMatchObject({ rejected: 0 });
    await favoriteAll();
    await test.import(
      ...records.map((record, number) => ({ ...record, versions: [{ version: labelOf(number), prerelease: false }] })),
    );
    for (let number = 0; number < PRODUCTS; number++) {
      await rename('software', nameOf(number));
      await rename('publisher', publisherOf(number));
    }
    await test.check();
    favorites = (await agent.get('/api/v1/favorite?per_page=200&includeProduct').expect(200)).body.data;
  });

  afterAll(() => test.close());

  async function rename(table: string, name: string): Promise<void> {
    if (lineOf(name) === name) return;
    await test.database.execute(`UPDATE ${table} SET name = ? WHERE name = ?`, [
      name.toWellFormed(),
      lineOf(name).toWellFormed(),
    ]);
  }

  async function favoriteAll(): Promise<void> {
    const rows = await test.database.query<{ software_id: string; id: string }>('SELECT software_id, id FROM version');
    for (const { software_id: software, id: version } of rows)
      await agent.post('/api/v1/favorite').send({ software, version }).expect(201);
  }

  const read = async (path: string) => {
    const answer = await test.http.get(path).buffer(true).expect(200);
    return answer.text ?? (answer.body as Buffer).toString();
  };

  it('are made of all of them', () => {
    expect(new Set(favorites.map(({ product: { id } }) => id)).size).toBe(PRODUCTS);
    const names = Array.from({ length: PRODUCTS }, (_, number) => nameOf(number));
    expect(names.some((name) => [...name].length === LONGEST)).toBe(true);
    for (const hostile of HOSTILE) expect(names.some((name) => name.startsWith(cut(hostile, 200)))).toBe(true);
  });

  /** Both documents of a feed. */
  async function feedOf(input: object): Promise<{ id: string; title: string }[]> {
    const { atom, json } = await share(agent, { details: 'full', ...input });
    const text = await read(atom);
    expect(atomErrors(text)).toEqual([]);
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    const feed = JSON.parse(await read(json)) as { title: string; items: { id: string; title: string }[] };
    expect(jsonFeedErrors(feed)).toEqual([]);
    for (const { title } of [feed, ...feed.items])
      expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
    return feed.items;
  }

  it('are valid Atom and JSON Feed with every one of them as an entry', async () => {
    const items = await feedOf({ kind: 'updates', name: nameOf(7).slice(0, 50) });
    expect(new Set(items.map(({ id }) => id)).size).toBe(PRODUCTS);
  });

  it('are valid calendars', async () => {
    const { ics } = await share(agent, { kind: 'calendar', details: 'full', releases: true });
    const events = readCalendar(await bytesOf(test, ics));
    expect(events).toHaveLength(2 * PRODUCTS);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(2 * PRODUCTS);
    for (const { summary } of events) expect(summary).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
  });

  it('are badges of text and shapes alone', async () => {
    const allowed: Record<string, string[]> = {
      svg: ['xmlns', 'width', 'height', 'role', 'aria-label'],
      title: [],
      rect: ['width', 'height', 'rx', 'fill'],
      path: ['d', 'fill'],
      g: ['fill', 'font-family', 'font-size'],
      text: ['x', 'y', 'textLength', 'lengthAdjust'],
    };
    const check = (element: Element): void => {
      expect(Object.keys(allowed)).toContain(element.name);
      expect(allowed[element.name]).toEqual(expect.arrayContaining(Object.keys(element.attributes)));
      expect(JSON.stringify(element.attributes)).not.toMatch(/url\(|javascript:/);
      element.children.forEach(check);
    };
    for (const { uuid } of favorites) {
      const { svg, json } = await share(agent, { kind: 'badge', favorite: uuid, details: 'full' });
      const source = await read(svg);
      check(parseXml(source));
      expect(source).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
      expect(shieldsErrors(JSON.parse(await read(json)))).toEqual([]);
    }
  });

  it('are valid feeds of the releases of each', async () => {
    for (const { product: software } of favorites)
      expect(await feedOf({ kind: 'product', software: software.id })).toHaveLength(2);
  });
});
