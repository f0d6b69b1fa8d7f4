import { childOf, childrenOf } from 'inventory-reader';
import { acceptSettings, SettingsError } from '../../../src/common/settings/settings';
import { validatePath } from '../../../src/source/sources/json-path';
import { dateOf } from '../../../src/common/fetch/read';
import { SourceError } from '../../../src/common/fetch/source-error';
import { innerText, parseXml, xmlText } from '../../../src/source/sources/xml-text';
import { closeAll } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';
import { payload } from './stage';
import { workOf } from '../../setup/timing';

afterEach(closeAll);

async function refusal(type: string, settings: Record<string, unknown>) {
  const { source } = await sourceAt(type);
  try {
    acceptSettings(source, settings);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems[0]!.field;
  }
}

async function feed(body: string, settings: Record<string, unknown> = {}) {
  const { fetch, url } = await sourceAt('feed');
  return fetch({ url: `${url}/feed`, ...settings }, () => [200, {}, body]);
}

const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel>${items}</channel></rss>`;

describe('a feed', () => {
  test('of GitHub has a title, a link and a moment for each release', async () => {
    const found = await feed(payload('github-releases-atom/i2p-2021-05-25.atom'));
    expect(found[0]).toMatchObject({
      version: '0.101',
      releasedAt: '2021-05-24T19:42:29.000Z',
      prerelease: null,
      notesUrl: 'https://github.com/eyedeekay/I2P-in-Private-Browsing-Mode-Firefox/releases/tag/0.101',
      notes: { format: 'html', text: expect.stringMatching(/^<p>-- idk <a href=/) as string },
    });
  });

  test('may be RSS 1.0, and the version may stand in its links', async () => {
    const found = await feed(payload('rss/pear-latest-0.rdf'), {
      pattern: '/Net_URL2/download/([^/]+)/',
      field: 'link',
    });
    expect(labels(found)).toContain('2.2.1');
    expect(found[0]!.releasedAt).toMatch(/^20\d\d-/);
  });

  test('gives the texts as they are meant', async () => {
    const found = await feed(
      rss(
        '<item><title>R&amp;D &#49;.&#x32;</title><link>javascript:alert(1)</link><pubDate>never</pubDate></item>' +
          '<item><title><![CDATA[a &amp; <b>]]></title></item><item/><item><title> </title></item><item><title>007</title></item>',
      ),
    );
    expect(found).toEqual([
      { version: 'R&D 1.2', releasedAt: null, prerelease: null, notesUrl: null },
      { version: 'a &amp; <b>', releasedAt: null, prerelease: null, notesUrl: null },
      { version: '007', releasedAt: null, prerelease: null, notesUrl: null },
    ]);
  });

  const bomb = Array.from({ length: 20 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  );
  test.each([
    ['a bomb', `<!DOCTYPE rss [<!ENTITY l0 "lol">${bomb}]>${rss('<item><title>&l20;</title></item>')}`],
    ['a file', `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>${rss('<item><title>&f;</title></item>')}`],
    ['depth', '<rss>'.repeat(100_000)],
    ['length', rss(' '.repeat(8_000_000))],
  ])('brings no harm by %s', async (_which, body) => {
    const work = () => expect(feed(body)).rejects.toThrow(SourceError);
    expect(await workOf(work)).toBeLessThan(4_000);
  });

  test('may have elements that are named like parts of JavaScript', async () => {
    const titled = '<item><constructor/><title>2</title></item>';
    const found = await feed(rss(`<item><__proto__><title>1</title></__proto__></item>${titled}`));
    expect(labels(found)).toEqual(['2']);
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  test('may have titles in XHTML', async () => {
    const xhtml = '<div xmlns="http://www.w3.org/1999/xhtml">Version <b>2.0</b></div>';
    const entry = `<entry><title type="xhtml">${xhtml}</title></entry>`;
    expect(labels(await feed(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`))).toEqual(['Version 2.0']);
  });

  const atom = (...titles: string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${titles.map((title) => `<entry>${title}</entry>`).join('')}</feed>`;
  const html = (text: string) => `<title type="html">${text}</title>`;

  test.each([
    [html('&lt;b&gt;Version&lt;/b&gt; 2.0'), 'Version 2.0'],
    [html('&lt;code&gt;v2.0&lt;/code&gt;&lt;br/&gt;R&amp;amp;D'), 'v2.0 R&D'],
    [html('v2.0&amp;nbsp;&amp;#8211;&amp;#x20;final &amp;lt;b&amp;gt;'), 'v2.0 – final <b>'],
    [html('<![CDATA[<p>v<em>2</em>.0</p>]]>'), 'v2.0'],
    [html('&lt;script&gt;alert(1)&lt;/script&gt;2.0'), '2.0'],
    ['<title type="text/html">&lt;i&gt;2.0&lt;/i&gt;</title>', '2.0'],
    ['<title type="text">&lt;b&gt;2.0&lt;/b&gt; &amp;amp;</title>', '<b>2.0</b> &amp;'],
    ['<title>Vec&lt;String&gt; 2.0</title>', 'Vec<String> 2.0'],
    ['<title type="xhtml"><div>v<b>2</b>.0 <i>beta</i><br/>1</div></title>', 'v2.0 beta 1'],
  ])('of Atom has titles in text, HTML and XHTML: %s', async (title, version) => {
    expect(labels(await feed(atom(title)))).toEqual([version]);
  });

  test('of Atom has patterns searched in what people read, not in HTML', async () => {
    const titles = [html('Release &lt;b&gt;2.0&lt;/b&gt;'), html('&lt;a title="Release 9.0"&gt;News&lt;/a&gt;')];
    expect(labels(await feed(atom(...titles), { pattern: '^Release ([0-9.]+)$' }))).toEqual(['2.0']);
  });

  test.each([
    ['<![CDATA[<b>Version</b> 2.0]]>', 'Version 2.0'],
    ['&lt;strong&gt;2.0&lt;/strong&gt; of Vec&lt;String&gt;', '2.0 of Vec<String>'],
    ['2.0&amp;nbsp;R&amp;amp;D', '2.0 R&D'],
    ['a &lt; b &amp; c', 'a < b & c'],
    ['Vec&lt;String&gt; 2.0', 'Vec<String> 2.0'],
  ])('of RSS has titles in text, and in HTML where that is plain to see: %s', async (title, version) => {
    expect(labels(await feed(rss(`<item><title>${title}</title></item>`)))).toEqual([version]);
  });

  test('may be empty, or have nothing but other news for a while', async () => {
    const pattern = '^Release ([0-9.]+)$';
    for (const entries of ['', '<item><title>News</title></item>'])
      expect(await feed(rss(entries), { pattern })).toEqual([]);
  });

  test('may name its document type, without declaring anything', async () => {
    const declared = `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://x.example/rss.dtd">`;
    expect(labels(await feed(declared + rss('<item><title>1 &unknown;</title></item>')))).toEqual(['1 &unknown;']);
  });

  test('has its pattern checked when it is saved', async () => {
    const url = 'https://example.org/feed';
    expect(await refusal('feed', { url, pattern: 'v[0-9.]+' })).toBe('pattern');
    expect(await refusal('feed', { url, pattern: '(v)([0-9.]+)' })).toBe('pattern');
    expect(await refusal('feed', { url, pattern: '(?=v)(.*)' })).toBe('pattern');
    expect(await refusal('feed', { url, field: 'author' })).toBe('field');
    expect(await refusal('feed', { url, pattern: 'v([0-9.]+)' })).toBeNull();
  });

  test('gives the text of an element with attributes, of the first of several, and of none', async () => {
    const document = await parseXml('<a><b href="/x" id="1"> one</b><b>two</b><d><p>x<i>y</i></p>z</d></a>');
    const a = childOf(document, 'a');
    const first = childOf(a, 'b')!;
    expect([xmlText(first), [...first.attributes]]).toEqual(['one', [['href', '/x']]]);
    expect(childrenOf(a, 'b').map((b) => xmlText(b))).toEqual(['one', 'two']);
    expect([xmlText(childOf(a, 'c')), xmlText(a), innerText(childOf(a, 'd'))]).toEqual([null, null, 'xy z']);
  });
});

describe('a web page', () => {
  async function page(body: string, pattern: string) {
    const { fetch, url } = await sourceAt('html');
    return fetch({ url: `${url}/downloads/`, pattern }, () => [200, {}, body]);
  }

  test('gives each version once, with the date of a group of that name', async () => {
    const rows =
      '<a href="a-1.0.zip">1</a> 06-May-2024 10:00\n<a href="a-1.0.zip">1</a> -\n<a href="a-1.1.zip">1</a> -\n';
    const found = await page(rows, 'a-([0-9.]+)\\.zip">1</a> (?:(?<date>\\S+ \\S+)|-)');
    expect(found.map(({ version, releasedAt }) => [version, releasedAt])).toEqual([
      ['1.0', '2024-05-06T10:00:00.000Z'],
      ['1.1', null],
    ]);
  });

  test('gives the version as people read it', async () => {
    const found = await page('<li>2.0&nbsp;<b>beta</b>&#8211;1</li>', '<li>(.*?)</li>');
    expect(labels(found)).toEqual(['2.0 beta–1']);
  });

  test('on which the pattern finds nothing is an error', async () => {
    await expect(page('<a href="b-1.0.zip">', 'a-([0-9.]+)')).rejects.toThrow(
      'The pattern matches nothing on the page',
    );
  });

  test.each([
    ['(a+)+$', `${'a'.repeat(100_000)}b`],
    ['((?:(?:a|a)*)*)c', 'a'.repeat(100_000)],
    ['(?s)(a).*b|a', 'a'.repeat(200_000)],
    ['((?:a{1,9}){1,9})x', 'a'.repeat(200_000)],
  ])('is searched for %s in bounded time', async (pattern, body) => {
    const work = () => page(body, pattern).catch((error: unknown) => expect(error).toBeInstanceOf(SourceError));
    expect(await workOf(work)).toBeLessThan(10_000);
  });

  test.each([
    ['[0-9.]+', 'pattern'],
    ['([0-9]+)-([0-9]+)', 'pattern'],
    ['(?P<date>[0-9-]+)', 'pattern'],
    ['(unclosed', 'pattern'],
    ['(a)\\1', 'pattern'],
    ['(?P<version>([0-9]+)\\.x)', null],
    ['([0-9.]+) (?P<date>.{10})', null],
  ])('has its pattern %s checked when it is saved', async (pattern, field) => {
    expect(await refusal('html', { url: 'https://example.org/', pattern })).toBe(field);
  });
});

describe('a JSON document', () => {
  test.each([[[]], [{ releases: [] }], [{ list: ['1.0'] }]])(
    'like %j has no release at these paths',
    async (document) => {
      await expect(json(document, { items: '$.releases[*]' })).rejects.toThrow(
        'The paths match no release in the document',
      );
    },
  );

  async function json(document: unknown, settings: Record<string, unknown>) {
    const { fetch, url } = await sourceAt('json');
    const body = typeof document === 'string' ? document : JSON.stringify(document);
    return fetch({ url: `${url}/x.json`, ...settings }, () => [200, {}, body]);
  }

  test('gives version, date, pre-release and notes of each item', async () => {
    const found = await json(payload('vendor-json/dotnet-releases-9.0.json.gz'), {
      items: '$.releases[*]',
      version: '$["release-version"]',
      date: '$["release-date"]',
      notes: '$["release-notes"]',
    });
    expect(found[0]).toEqual({
      version: '9.0.0-rc.1',
      releasedAt: '2024-09-10T00:00:00.000Z',
      prerelease: null,
      notesUrl: 'https://github.com/dotnet/core/blob/main/release-notes/9.0/preview/rc1/9.0.0-rc.1.md',
    });
  });

  test('may be a list of texts, or an object whose names are the versions', async () => {
    expect(labels(await json(['1.0', ' 1.1 ', 2, 2.5, null, '1.0', {}], {}))).toEqual(['1.0', '1.1', '2']);
    const named = await json(
      '{"versions":{"1.0":{"at":1700000000,"pre":false},"__proto__":{"at":1700000000000,"pre":true},"constructor":{}}}',
      { items: '$.versions.*', version: '~', date: '$.at', prerelease: '$.pre' },
    );
    expect(named.map(({ version, releasedAt, prerelease }) => [version, releasedAt, prerelease])).toEqual([
      ['1.0', '2023-11-14T22:13:20.000Z', false],
      ['__proto__', '2023-11-14T22:13:20.000Z', true],
      ['constructor', null, null],
    ]);
  });

  test('shows nothing of JavaScript itself', async () => {
    for (const version of ['$.constructor.name', '$["__proto__"].x'])
      await expect(json([{}], { version })).rejects.toThrow('The paths match no release');
  });

  test('may be deep, or have more items than are read', async () => {
    const deep = `${'['.repeat(5_000)}"1"${']'.repeat(5_000)}`;
    await expect(json(deep, { items: '$..[0]' })).rejects.toThrow(SourceError);
    const many = Array.from({ length: 50_001 }, (_, index) => index);
    expect(await json(many.slice(1), {})).toHaveLength(50_000);
    await expect(json(many, {})).rejects.toThrow('There are more than 50000 releases');
  });

  test.each([
    ['$.releases[*]', true],
    ['$..version', true],
    ['$.releases[?@.channel == "stable" && !(@.draft == true)]', true],
    ['$.releases[-1:]', true],
    ['releases', false],
    ['$.a[', false],
    ['$..a..b', false],
    ['$[*,*][*,*]', false],
    ['$[?@..a]', false],
    ['$[?@[*]]', false],
    ['$[?@.a == $.b]', false],
    ['$[?match(@.a, "(a+)+")]', false],
    ['$[?count(@..*) > 1]', false],
    ['~', false],
  ])('is asked for %s only if the work stays in proportion: %s', async (path, isUsable) => {
    expect(validatePath(path) === null).toBe(isUsable);
    expect(await refusal('json', { url: 'https://example.org/x.json', items: path })).toBe(isUsable ? null : 'items');
  });
});

describe('endoflife.date', () => {
  test('gives the cycles themselves where no versions are documented, and none that are to come', async () => {
    const { fetch, url } = await sourceAt('endoflife');
    const releases = [
      { name: '3', releaseDate: '2199-01-01', latest: null },
      { name: '2', releaseDate: '2024-01-01', latest: null },
      { name: '1', releaseDate: '2023-01-01', latest: { name: '1.9', date: null, link: 'https://example.org/1.9' } },
    ];
    expect(
      await fetch({ product: 'thing', server: url }, () => [200, {}, JSON.stringify({ result: { releases } })]),
    ).toEqual([
      { version: '2', releasedAt: '2024-01-01T00:00:00.000Z', prerelease: null, notesUrl: null },
      { version: '1.9', releasedAt: null, prerelease: null, notesUrl: 'https://example.org/1.9' },
    ]);
  });
});

describe('release-monitoring.org', () => {
  test('is asked by number for versions, of which it says what is stable', async () => {
    const { fetch, url, requests } = await sourceAt('release-monitoring');
    const answer = { latest_version: '2.0rc1', versions: ['2.0rc1', '1.0'], stable_versions: ['1.0'] };
    const found = await fetch({ project: '1', server: url }, () => [200, {}, JSON.stringify(answer)]);
    expect(found.map(({ version, prerelease }) => [version, prerelease])).toEqual([
      ['2.0rc1', true],
      ['1.0', false],
    ]);
    expect(requests[0]!.path).toBe('/api/v2/versions/?project_id=1');
  });

  test('takes no project of a similar name', async () => {
    const { fetch, url } = await sourceAt('release-monitoring');
    const answer = { items: [{ ecosystem: 'rubygems', name: 'Rails', versions: ['1'] }] };
    const fetching = fetch({ ecosystem: 'rubygems', name: 'rails', server: url }, () => [
      200,
      {},
      JSON.stringify(answer),
    ]);
    await expect(fetching).rejects.toMatchObject({ code: 404 });
  });

  test('needs a number, or ecosystem and name', async () => {
    expect(await refusal('release-monitoring', {})).toBe('project');
    expect(await refusal('release-monitoring', { name: 'rails' })).toBe('ecosystem');
    expect(await refusal('release-monitoring', { ecosystem: 'rubygems' })).toBe('name');
  });
});

test.each([
  ['2006-05-06 20:05', '2006-05-06T20:05:00.000Z'],
  ['06-May-2006 20:05:01', '2006-05-06T20:05:01.000Z'],
  ['May 6, 2006', '2006-05-06T00:00:00.000Z'],
  ['2006-05-06T20:05:00.123456', '2006-05-06T20:05:00.123Z'],
  ['2006-05-06T20:05:00+02:00', '2006-05-06T18:05:00.000Z'],
  ['Sat, 06 May 2006 20:05:00 UT', '2006-05-06T20:05:00.000Z'],
  ['Sat, 07 Sep 02 00:00:01 GMT', '2002-09-07T00:00:01.000Z'],
  ['7 Sep 49 00:00 EST', '2049-09-07T05:00:00.000Z'],
  ['Tue, 07 Sep 99 00:00:01 -0200', '1999-09-07T02:00:01.000Z'],
  ['07 Sep 02', null],
  ['Sat May  6 20:05:00 UTC 2006', '2006-05-06T20:05:00.000Z'],
  ['20:05 May 6, 2006', '2006-05-06T20:05:00.000Z'],
  ['Sun, 01 Jan 2006 00:30:00 +1200', '2005-12-31T12:30:00.000Z'],
  ['31 December 2005 20:00 -0800', '2006-01-01T04:00:00.000Z'],
  ['29 Feb 2024', '2024-02-29T00:00:00.000Z'],
  ['May 2006', '2006-05-01T00:00:00.000Z'],
  ['2006/5/6', '2006-05-06T00:00:00.000Z'],
])('the date %s is in UTC unless it says otherwise', (text, expected) => {
  expect(dateOf(text)).toBe(expected);
});

test.each([
  '2026-02-30',
  '2026-02-30T10:00',
  '2026/02/30',
  '2026-02-29T10:00:00+02:00',
  '2026-4-31 10:00',
  'Fri, 30 Feb 2026 10:00:00 GMT',
  'Fri, 30 Feb 26 10:00:00 GMT',
  '31-Apr-2026 23:30 -0800',
  'April 31, 2026',
  'Sat Feb 30 20:05:00 UTC 2026',
  '02/30/2026',
])('the date %s is none: there is no such day', (text) => expect(dateOf(text)).toBeNull());

test('a date in numbers counts when it is known which of them is the month', () => {
  expect(['01/02/2026', '1.2.2026', '12-11-2026 10:00'].map(dateOf)).toEqual([null, null, null]);
  expect(['02/13/2026', '02/02/2026'].map(dateOf)).toEqual(['2026-02-13T00:00:00.000Z', '2026-02-02T00:00:00.000Z']);
});

test('a JSON document may be looked through at any depth once, but not again in each item', async () => {
  const url = 'https://example.org/x.json';
  expect(await refusal('json', { url, items: '$..release', version: '$.version' })).toBeNull();
  expect(await refusal('json', { url, items: '$.releases[*]', version: '$..version' })).toBeNull();
  expect(await refusal('json', { url, items: '$..release', version: '$..version' })).toBe('version');
});
