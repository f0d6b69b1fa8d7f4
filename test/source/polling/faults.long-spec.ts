import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../setup/eventually';
import { FeedHost } from './feed-host';
import { PollApp } from './poll-app';
import { endless, WrongHosts } from './wrong-host';
import { expectWithin } from '../../setup/timing';

const UNREACHABLE = 'The address is unknown or not allowed, or nothing answers there';
const CUT = 'The response is longer than 32 MB, or incomplete';
const TOO_MANY = 'The response has too many parts';
const MB = 1024 * 1024;

const send =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);
const ok = (body: string | Buffer, type = 'application/json') => send(200, { 'content-type': type }, body);
const leadTo = (location: string) => send(302, { location });

const BOMB = `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, depth) => `<!ENTITY ${'abcdefghij'[depth + 1]} "${`&${'abcdefghij'[depth]};`.repeat(10)}">`,
).join('')}]><feed><entry><title>&j;</title></entry></feed>`;

/** What a host does, as a source of this type, and what its user reads. */
type Fault = [
  what: string,
  type: 'json' | 'feed' | 'html' | 'git-tags' | 'npm',
  behaviour: (response: ServerResponse) => void,
  words: string,
];

const FAULTS: Fault[] = [
  ['asks for patience', 'json', send(429, { 'retry-after': '600' }), 'The rate limit of the source is exceeded'],
  ['is broken', 'json', send(500, {}, 'Traceback'), 'The server of the source failed (500)'],
  ['wants a token', 'json', send(401, {}), 'The source requires valid credentials (401)'],
  ['forgot it', 'json', send(404, {}), 'The source was not found (404)'],
  ['sends garbage', 'json', ok(Buffer.from([0, 255, 254, 1, 2, 3])), 'The response is not JSON'],
  ['sends a page', 'json', ok('<html>Sign in</html>', 'text/html'), 'The response is not JSON'],
  [
    'sends a page for a feed',
    'feed',
    ok('<html><body>Sign in</body></html>', 'text/html'),
    'The response is neither an Atom nor an RSS feed',
  ],
  [
    'packs as nobody asked to',
    'json',
    send(200, { 'content-encoding': 'zstd' }, '["6.6.6"]'),
    'The response is compressed (zstd) and cannot be decompressed',
  ],
  [
    'packs half',
    'json',
    send(200, { 'content-encoding': 'gzip' }, gzipSync('["6.6.6"]').subarray(0, 9)),
    'The response is compressed (gzip) and cannot be decompressed',
  ],
  [
    'packs more than is read',
    'json',
    send(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * MB, ' '))),
    'The response is longer than 32 MB',
  ],
  [
    'breaks off',
    'json',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('["6.6.6"]');
      setTimeout(() => response.destroy(), 50);
    },
    CUT,
  ],
  ['never ends', 'json', endless, CUT],
  ['drips', 'json', (response) => hosts.drip(response), CUT],
  ['leads inside', 'json', leadTo('http://10.0.0.1/'), UNREACHABLE],
  ['leads to a cloud', 'json', leadTo('http://169.254.169.254/latest/meta-data/'), UNREACHABLE],
  ['leads to us', 'json', leadTo('http://[::1]:8080/'), UNREACHABLE],
  ['leads to a file', 'json', leadTo('file:///etc/passwd'), UNREACHABLE],
  ['leads in circles', 'json', leadTo('/'), 'Too many redirects, or an invalid target'],
  ['leads nowhere', 'json', send(302, {}), 'Too many redirects, or an invalid target'],
  ['is deep', 'json', ok('['.repeat(10_000) + ']'.repeat(10_000)), 'The document is nested too deeply for these paths'],
  ['is wide', 'json', ok(`[${'[],'.repeat(10 * MB)}[]]`), TOO_MANY],
  ['has an entity bomb', 'feed', ok(BOMB, 'text/xml'), 'The response cannot be parsed as XML'],
  ['has nothing but tags', 'feed', ok(`<feed>${'x<a/>'.repeat(700_000)}</feed>`), TOO_MANY],
  ['has a long feed', 'feed', ok(' '.repeat(10 * MB)), 'The response is XML of more than 4 MB'],
  [
    'has a page without end for its pattern',
    'html',
    ok('version '.repeat(3 * MB)),
    'The page is too long for this pattern',
  ],
  ['has nothing but packets', 'git-tags', ok('0005x'.repeat(5 * MB)), 'The list of tags is too long'],
];

/** Long ones: on a machine that is busy they may be too slow before they are too long. */
const LONG = [
  'packs more than is read',
  'is wide',
  'has a long feed',
  'has a page without end for its pattern',
  'has nothing but packets',
  'has nothing but tags',
];
const orTooSlow = (what: string, words: string): unknown =>
  LONG.includes(what) || what.startsWith('never ends')
    ? expect.stringMatching(new RegExp(`^(?:${words}|The response is too slow)$`))
    : words;

let hosts: WrongHosts;

/** Settings of a source of this type at a host. */
function sourceAt(type: Fault[1], url: string): object {
  if (type === 'npm') return { type, settings: { package: 'x', server: `${url}/` } };
  if (type === 'html') return { type, settings: { url: `${url}/`, pattern: '(?i)(v)ersion(?:.|\\n){1,30}[^a-z]{3}Z' } };
  if (type === 'json') return { type, settings: { url: `${url}/`, items: '$..*' } };
  return { type, settings: { url: `${url}/` } };
}

describe('hosts that do everything wrong', () => {
  let app: PollApp;
  let good: FeedHost[];

  beforeAll(async () => {
    app = await PollApp.start();
    hosts = new WrongHosts();
    good = await Promise.all(Array.from({ length: 10 }, () => new FeedHost().open()));
  });

  afterAll(async () => {
    await app.close();
    await hosts.close();
    await Promise.all(good.map((host) => host.close()));
  });

  /** Products whose sources are at these addresses, one each. */
  async function add(sources: Map<string, object>): Promise<Map<string, string>> {
    const ids = await app.products(...sources.keys());
    for (const [name, source] of sources) await app.setSource(ids.get(name)!, source).expect(200);
    return ids;
  }

  async function wrongOnes(): Promise<Map<string, { source: object; words: string }>> {
    const found = new Map<string, { source: object; words: string }>();
    for (const [what, type, behaviour, words] of FAULTS)
      found.set(what, { source: sourceAt(type, await hosts.http((_request, response) => behaviour(response))), words });
    const bare = async (what: string, url: string | Promise<string>, words = UNREACHABLE) =>
      found.set(what, { source: sourceAt('json', await url), words });
    // More than are read at once, or all of them would be in memory.
    for (let index = 0; index < 12; index++)
      await bare(
        `never ends either, ${index}`,
        hosts.http((_request, response) => endless(response)),
        CUT,
      );
    await bare('has a certificate that nobody knows', hosts.https(30, [127, 0, 0, 1]));
    await bare('has a certificate that has ended', hosts.https(-1, [127, 0, 0, 1]));
    await bare('has the certificate of another', hosts.https(30, [127, 0, 0, 9]));
    await bare('is not there', hosts.closed());
    await bare('has no name', 'https://nowhere.invalid');
    return found;
  }

  it('keep nobody waiting, are told of in words, and bring nothing', async () => {
    const wrong = await wrongOnes();
    const ids = await add(new Map([...wrong].map(([what, { source }]) => [what, source])));
    // More than are asked at once, and each of them with more sources than that.
    const hanging: string[][] = [];
    for (let index = 0; index < 45; index++) {
      const url = await hosts.silent();
      const pages = ['a', 'b'].map((page) => [`hangs ${index} ${page}`, sourceAt('json', `${url}/${page}`)] as const);
      hanging.push([...(await add(new Map(pages))).values()]);
    }
    const goodOnes = new Map<string, object>();
    for (const [index, host] of good.entries())
      for (let number = 0; number < 5; number++) {
        const name = `good ${index} ${number}`;
        host.publish(name, '2.0');
        goodOnes.set(name, host.json(encodeURIComponent(name)));
      }
    const goodIds = await add(goodOnes);

    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const begun = performance.now();
    const polling = app.poll();
    await eventually(() => good.every((host) => host.asked.length === 5));
    const waited = performance.now() - begun;
    const summary = await polling;
    clearInterval(watch);
    delay.disable();
    // Who hangs is given 20 seconds.
    expectWithin(waited, 18_000);
    expectWithin(delay.max / 1e6, 5_000);
    expect((most - before) / MB).toBeLessThan(700);

    expect(summary).toMatchObject({ new: 50, versions: 50 });
    for (const id of goodIds.values()) expect(await app.versionsOf(id)).toEqual(['2.0', '1.0']);
    const read = new Map<string, unknown>();
    for (const [what, id] of ids) {
      const { state, last_error: words } = await app.health(id);
      read.set(what, { state, words });
      expect(await app.versionsOf(id)).toEqual(['1.0']);
    }
    expect(Object.fromEntries(read)).toEqual(
      Object.fromEntries(
        [...wrong].map(([what, { words }]) => [what, { state: 'failing', words: orTooSlow(what, words) }]),
      ),
    );
    // A host that wasted too much time with one page is left alone before its other one was asked for.
    for (const pages of hanging) {
      const words = await Promise.all(pages.map(async (id) => (await app.health(id)).last_error));
      expect(words.filter((one) => one !== null)).toContain(UNREACHABLE);
      expect([UNREACHABLE, null]).toEqual(expect.arrayContaining(words));
    }
  });

  it('with more versions than any product has are told to be so, and change nothing', async () => {
    const [host] = good as [FeedHost];
    const labels = Array.from({ length: 100_000 }, (_, number) => `1.${number}`);
    const id = await app.product('too many');
    host.publish('many', ...labels.slice(0, 3), 'gone');
    await app.setSource(id, host.npm('many')).expect(200);
    await app.poll();
    host.feeds.set(
      'many',
      [...labels.slice(4), ...labels.slice(0, 3)].map((version) => ({ version })),
    );
    await app.due(id);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    expect(await app.poll()).toMatchObject({ failed: 1 });
    delay.disable();
    expectWithin(delay.max / 1e6, 5_000);
    expect((await app.health(id)).last_error).toBe('There are more than 50000 releases');
    expect((await app.versionsOf(id)).sort()).toEqual(['1.0', '1.1', '1.2', 'gone']);
  });

  it('that drip long answers delay that of another host by some seconds only', async () => {
    const dripping: string[] = [];
    for (let index = 0; index < 8; index++) {
      const url = await hosts.http((_request, response) => hosts.drip(response, 2 * MB));
      const ids = await add(new Map([[`drips long ${index}`, sourceAt('json', url)]]));
      dripping.push(...ids.values());
    }
    let polling = app.poll();
    // All their places are taken by then.
    await eventually(() => hosts.dripping >= 8);
    const long = await hosts.http((_request, response) =>
      ok(JSON.stringify([{ version: '2.0', notes: 'x'.repeat(2 * MB) }]))(response),
    );
    const ids = await add(new Map([['long', sourceAt('json', long)]]));
    const begun = performance.now();
    await polling;
    polling = app.poll();
    await polling;
    expectWithin((performance.now() - begun) / 1_000, 45);
    expect(await app.health(ids.get('long')!)).toMatchObject({ state: 'ok' });
    const words = await Promise.all(dripping.map(async (id) => (await app.health(id)).last_error));
    // Those that wait for a place themselves may be cut off by the limit of a request.
    expect(words).toContain('The response is too slow');
  });

  it('do not keep the other sources of a host from being asked when the database will not take an answer', async () => {
    const host = await new FeedHost().open();
    const names = ['poison', 'poison too', 'fine', 'fine too'];
    const ids = await app.products(...names);
    for (const name of names) {
      host.publish(name, name.startsWith('poison') ? '6.6.6' : '2.0');
      await app.setSource(ids.get(name)!, host.json(encodeURIComponent(name))).expect(200);
    }
    const isServer = app.test.database.dialect.forUpdate !== '';
    const refuse = isServer ? "SIGNAL SQLSTATE '45000'" : "SELECT RAISE(ABORT, 'no')";
    await app.test.database.execute(
      isServer
        ? `CREATE TRIGGER refuse BEFORE INSERT ON version FOR EACH ROW IF NEW.version = '6.6.6' THEN ${refuse}; END IF`
        : `CREATE TRIGGER refuse BEFORE INSERT ON version WHEN NEW.version = '6.6.6' BEGIN ${refuse}; END`,
    );
    try {
      expect(await app.poll()).toMatchObject({ new: 2, failed: 2 });
    } finally {
      await app.test.database.execute('DROP TRIGGER refuse');
      await host.close();
    }
    const words = 'Internal error, see the log of the service';
    expect(await app.health(ids.get('poison')!)).toMatchObject({ state: 'failing', last_error: words });
    expect(await app.versionsOf(ids.get('poison')!)).toEqual(['1.0']);
    for (const name of names.slice(2)) expect(await app.versionsOf(ids.get(name)!)).toEqual(['2.0', '1.0']);
  });
});
