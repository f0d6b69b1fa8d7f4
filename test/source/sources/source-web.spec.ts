import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { pageUrl } from '../../../src/common/fetch/response-headers';
import { SourceWeb } from '../../../src/common/fetch/source-web';
import { type Answer, closeAll, closers, config, httpReceiver } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';

afterEach(closeAll);

const now = () => Math.floor(Date.now() / 1_000);

describe('a host rests', () => {
  async function restAfter(status: number, headers: Record<string, string>) {
    const { fetch, url, rest } = await sourceAt('json');
    await fetch({ url: `${url}/x.json` }, () => [status, headers, '["1.0"]']).catch(() => undefined);
    return rest();
  }

  test.each([
    ['does not say until when', { 'x-ratelimit-remaining': '0' }],
    ['says nothing of it', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '' }],
    ['says it in words', { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' }],
    ['has some left', { 'ratelimit-remaining': '7', 'ratelimit-reset': '600' }],
    ['has some left of each limit', { ratelimit: '"hour";r=70;t=600, "day";r=10;t=900' }],
  ])('as usual when a limit %s: five minutes after a 429, not at all after an answer', async (_what, headers) => {
    expect(await restAfter(429, headers as Record<string, string>)).toBe(300);
    expect(await restAfter(200, headers as Record<string, string>)).toBeNull();
  });

  test.each([
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '600' }, 600],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.5' }, 1],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }, 1],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '999999999' }, 86_400],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' }, 1],
    [{ ratelimit: '"minute";r=5;t=10, "hour";r=0;t=900' }, 900],
    [{ 'retry-after': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': '600' }, 60],
  ])('by %j for %i seconds', async (headers, seconds) => {
    expect(await restAfter(429, headers as Record<string, string>)).toBe(seconds);
    expect(await restAfter(200, headers as Record<string, string>)).toBe(seconds);
  });

  test('until the second since 1970 that it names', async () => {
    const rest = await restAfter(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now() + 900) });
    expect(rest).toBeGreaterThan(890);
    expect(rest).toBeLessThanOrEqual(900);
  });
});

describe('a limit that only the text of a 403 tells', () => {
  test.each([
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    'You have triggered an abuse detection mechanism.',
  ])('rests the host: %s', async (message) => {
    const { fetch, url, rest } = await sourceAt('github-releases');
    const limited = fetch({ repository: 'a/b', server: url }, () => [403, {}, JSON.stringify({ message })]);
    await expect(limited).rejects.toMatchObject({ retryAfter: 300, code: 403 });
    expect(rest()).toBe(300);
  });

  test('another 403 does not', async () => {
    const { fetch, url, rest } = await sourceAt('github-releases');
    const denied = fetch({ repository: 'a/b', server: url }, () => [403, {}, '{"message":"Resource not accessible"}']);
    await expect(denied).rejects.toMatchObject({ retryAfter: null, code: 403 });
    expect(rest()).toBeNull();
  });
});

describe('the credentials of a source', () => {
  const CREDENTIALS = ['authorization', 'private-token'];

  /** A list of two pages, each at a place of its own. */
  async function twoPages(type: string, settings: (base: string) => object, isElsewhere: boolean) {
    const { fetch, url, requests, notice } = await sourceAt(type);
    const other = await httpReceiver();
    const second: Answer = [200, {}, '[{"tag_name":"v2"}]'];
    other.respond = () => second;
    const next = `${isElsewhere ? other.url : url}/second`;
    const found = await fetch(settings(url), ({ path }) =>
      path === '/second'
        ? other.respond(0, requests[0]!)
        : [200, { link: `<${next}>; rel="next"` }, '[{"tag_name":"v1"}]'],
    );
    const sent = [...requests, ...other.requests].map(({ headers }) => CREDENTIALS.some((name) => name in headers));
    return { found: labels(found), sent, notice: notice() };
  }

  test.each([
    ['github-releases', (server: string) => ({ repository: 'o/n', token: 'canary_'.repeat(4), server })],
    ['gitlab-releases', (server: string) => ({ project: 'o/n', token: 'canary_'.repeat(4), server })],
  ])('of %s go with the next page of its server, and one elsewhere is not asked', async (type, settings) => {
    expect(await twoPages(type, settings, false)).toEqual({ found: ['v1', 'v2'], sent: [true, true], notice: null });
    expect(await twoPages(type, settings, true)).toEqual({
      found: ['v1'],
      sent: [true],
      notice: 'Only the first 1 entries of the list were read',
    });
  });

  test('that a redirect left behind do not come back with the next one', async () => {
    const { fetch, url, requests } = await sourceAt('gitlab-releases');
    const other = await httpReceiver();
    other.respond = () => [302, { location: `${url}/third` }];
    const found = await fetch({ project: 'o/n', token: 'canary_'.repeat(4), server: url }, ({ path }) =>
      path === '/third' ? [200, {}, '[{"tag_name":"v3"}]'] : [302, { location: `${other.url}/second` }],
    );
    expect(labels(found)).toEqual(['v3']);
    expect([requests[0], other.requests[0], requests[1]].map((one) => 'private-token' in one!.headers)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    ['https://forge.example/a?page=1', 'http://forge.example/a?page=2', 'https://forge.example/a?page=2'],
    ['https://forge.example:8443/a', 'http://forge.example:8443/b', 'https://forge.example:8443/b'],
    ['https://forge.example/a', 'http://other.example/b', 'http://other.example/b'],
    ['https://forge.example/a', 'http://forge.example:3000/b', 'http://forge.example:3000/b'],
    ['http://forge.example/a', 'https://forge.example/b', 'https://forge.example/b'],
    ['https://forge.example/a', '?page=2', 'https://forge.example/a?page=2'],
  ])('stay encrypted: at %s the next page %s is %s', (url, link, next) => {
    expect(pageUrl(link, url)).toBe(next);
  });
});

/** What a source finds in an answer of these bytes. */
async function found(type: string, headers: Record<string, string>, body: string | Buffer, settings: object = {}) {
  const { fetch, url } = await sourceAt(type);
  return labels(await fetch({ url: `${url}/x`, ...settings }, () => [200, headers, body]));
}

const RSS = '<rss version="2.0"><channel><item><title>1.0</title></item></channel></rss>';

describe('the text of an answer', () => {
  const rss = (title: string, declared = '') => `<?xml version="1.0"${declared}?>${RSS.replace('1.0</', `${title}</`)}`;
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const page = { pattern: '<b>(.+)</b>' };

  test('has no byte order mark', async () => {
    expect(await found('json', {}, '\ufeff["1.0"]')).toEqual(['1.0']);
    expect(await found('feed', {}, `\ufeff${rss('1.0')}`)).toEqual(['1.0']);
    expect(await found('html', {}, '\ufeff1.0', { pattern: '^([0-9.]+)$' })).toEqual(['1.0']);
  });

  test.each([
    ['feed', 'the declaration', '', latin(rss('Größe 1', ' encoding="ISO-8859-1"')), {}],
    ['feed', 'the type', 'application/rss+xml; charset="iso-8859-1"', latin(rss('Größe 1')), {}],
    ['feed', 'the mark', 'text/xml;charset=iso-8859-1', utf16(rss('Größe 1', ' encoding="UTF-16"')), {}],
    ['feed', 'the mark', '', utf16(rss('Größe 1')).swap16(), {}],
    [
      'feed',
      'the type, not the declaration',
      'text/xml; charset=UTF-8',
      rss('Größe 1', ' encoding="windows-1251"'),
      {},
    ],
    ['feed', 'its bytes, not UTF-16', '', rss('Größe 1', ' encoding="utf-16"'), {}],
    ['feed', 'its bytes, not Latin-1', 'text/xml; charset=ISO-8859-1', rss('Größe 1'), {}],
    ['feed', 'its bytes, not a name that is none', 'text/xml; charset=utf8mb4', rss('Größe 1'), {}],
    ['json', 'the type', 'application/json;charset=latin1', latin('["Größe 1"]'), {}],
    ['json', 'its bytes, not Latin-1', 'text/html; charset=iso-8859-1', '["Größe 1"]', {}],
    ['html', 'the type', 'text/html; Charset=windows-1252', latin('<b>Größe 1</b>'), page],
    ['html', 'the page', 'text/html', latin('<html><meta charset=iso-8859-15><b>Größe 1</b>'), page],
    [
      'html',
      'the page',
      'text/html',
      latin('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"><b>Größe 1</b>'),
      page,
    ],
  ])('of %s is in the charset of %s (%s)', async (type, _what, contentType, body, settings) => {
    const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {};
    expect(await found(type, headers, body, settings)).toEqual(['Größe 1']);
  });

  test.each(['iso-8859-1', 'windows-1252', 'latin1', 'us-ascii', 'cp1252'])(
    'has quotes and dashes where %s has none',
    async (charset) => {
      const body = Buffer.concat([latin('<b>1.0 '), Buffer.from([0x96, 0x93, 0x80, 0x94, 0x9f]), latin('ü</b>')]);
      const headers = { 'content-type': `text/html; charset=${charset}` };
      expect(await found('html', headers, body, page)).toEqual(['1.0 –“€”Ÿü']);
    },
  );

  test('may be Russian or Japanese', async () => {
    const russian = Buffer.from([0xd0, 0xe5, 0xeb, 0xe8, 0xe7, 0x20, 0x31]);
    const japanese = Buffer.from([0x94, 0xc5, 0x20, 0x31]);
    const all = (title: Buffer) => Buffer.concat([latin('<b>'), title, latin('</b>')]);
    const headers = (charset: string) => ({ 'content-type': `text/html; charset=${charset}` });
    expect(await found('html', headers('windows-1251'), all(russian), page)).toEqual(['Релиз 1']);
    expect(await found('html', headers('Shift_JIS'), all(japanese), page)).toEqual(['版 1']);
  });

  test('in a charset that nobody knows is none', async () => {
    const fetching = found('feed', { 'content-type': 'text/xml; charset=x-klingon' }, latin(rss('Größe 1')));
    await expect(fetching).rejects.toMatchObject({
      message: 'The response has an unknown charset (x-klingon)',
      code: 'format',
    });
    await expect(found('feed', {}, latin(rss('ß', ' encoding="a b<c>"')))).rejects.toThrow(/unknown charset$/);
  });
});

describe('an answer that is packed, though it was asked not to be,', () => {
  const json = '["1.0","Größe"]';
  const gzip = gzipSync(json);

  test.each([
    ['gzip', gzip],
    ['X-GZIP', gzip],
    ['aws-chunked,gzip', gzip],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['gzip', json],
    ['utf-8', json],
    ['identity', json],
    ['gzip', gzipSync(`\ufeff${json}`)],
  ])('as %s is read', async (coding, body) => {
    expect(await found('json', { 'content-encoding': coding }, body)).toEqual(['1.0', 'Größe']);
  });

  test.each([
    ['zstd', Buffer.from('28b52ffd', 'hex')],
    ['gzip, br', gzip],
    ['gzip', gzip.subarray(0, -12)],
    ['br', Buffer.from(json)],
  ])('as %s is told when it cannot be unpacked', async (coding, body) => {
    await expect(found('json', { 'content-encoding': coding }, body)).rejects.toMatchObject({
      message: `The response is compressed (${coding}) and cannot be decompressed`,
      code: 'format',
    });
  });

  test('is no longer than another one', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024 + 1, ' '));
    const fetching = found('json', { 'content-encoding': 'gzip' }, bomb);
    await expect(fetching).rejects.toMatchObject({ message: 'The response is longer than 32 MB', code: 'size' });
  });

  test('waits for room as a long one, however short it is', async () => {
    const receiver = await httpReceiver();
    receiver.respond = (number) => (number === 1 ? [200, {}, json] : [200, { 'content-encoding': 'gzip' }, gzip]);
    const http = new OutgoingHttp(config());
    closers.push(() => http.onModuleDestroy());
    const seen: string[] = [];
    const enter = () => {
      seen.push('enter');
      return Promise.resolve(() => void seen.push('leave'));
    };
    const limits = { turn: () => Promise.resolve(), totalMs: 10_000, large: { fromBytes: 1_000_000, enter } };
    const web = new SourceWeb(http, null, limits);
    await web.get(receiver.url);
    expect(seen).toEqual([]);
    expect((await web.get(receiver.url)).body).toBe(json);
    web.close();
    await Promise.resolve();
    expect(seen).toEqual(['enter', 'leave']);
  });

  test('stays as it was sent where bytes are asked for', async () => {
    const receiver = await httpReceiver();
    receiver.respond = () => [200, { 'content-encoding': 'gzip' }, gzip];
    const http = new OutgoingHttp(config());
    closers.push(() => http.onModuleDestroy());
    expect(await new SourceWeb(http).bytes(receiver.url)).toEqual(gzip);
  });
});
