import { closeAll, httpReceiver } from '../notification/providers/http-receiver';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, logLines, type Server, type Stage } from '../setup/process';
import { outside } from '../setup/receivers';
import { pluginOf, PluginFolder } from './plugin-folder';

const FAULTY = 'tracker-faulty';
const STEADY = 'tracker-steady';

/** What happens in a call, by the word of its settings. The last part never ends by itself. */
const faults = (nonsense: string, good: string) => `
if (word === 'throws') throw new Error('thrown');
if (word === 'throws-text') throw 'a text';
if (word === 'throws-null') throw null;
if (word === 'nonsense') return ${nonsense};
if (word === 'leaves-timer') { setTimeout(() => { throw new Error('left in a timer'); }, 50); return ${good}; }
if (word === 'leaves-rejection') { setTimeout(() => void Promise.reject(new Error('left in a promise')), 50); return ${good}; }
if (word === 'in-timer') setTimeout(() => { throw new Error('thrown in a timer'); }, 10);
if (word === 'in-rejection') setTimeout(() => void Promise.reject(new Error('a promise was rejected')), 10);
return word === 'good' ? ${good} : new Promise(() => {});`;

const SEND = faults('{ kind: "perhaps" }', '{ kind: "ok" }');
const RELEASES = `[{ version: '9.0', releasedAt: null, prerelease: null, notesUrl: null }]`;
/** Hangs after it has asked a host that is not there. */
const ASKS = `
if (word.startsWith('asks-')) {
  await web.get('http://' + word.slice(5)).catch((error) => { if (!(error instanceof kit.SourceError)) throw error; });
  return new Promise(() => {});
}`;
const FETCH = `${ASKS}if (word === 'odd-error') throw new kit.SourceError('odd', NaN, {});${faults(`[{ version: 9 }]`, RELEASES)}`;

/** Ends of calls that fail, by the text of the error in the log. */
const FAILS: [word: string, text: RegExp][] = [
  ['throws', /^thrown$/],
  ['throws-text', /^a text$/],
  ['throws-null', /^null$/],
  ['nonsense', /must/],
  ['in-timer', /^thrown in a timer$/],
  ['in-rejection', /^a promise was rejected$/],
];

interface Logged {
  msg: string;
  plugin?: string;
  type?: string;
  software?: string;
  err?: { message?: string } | string | null;
}

interface SourceState {
  last_error: string | null;
  last_success: string | null;
  next_attempt: string;
}

describe('a plug-in that fails while the service runs', () => {
  const world = outside();
  const folder = new PluginFolder();
  let stage: Stage;
  let server: Server;
  let token: string;

  beforeAll(async () => {
    const plugins = [
      folder.add(FAULTY, { 'index.js': pluginOf('faulty', { send: SEND, fetch: FETCH }) }),
      folder.add(STEADY, { 'index.js': pluginOf('steady', { send: SEND, fetch: FETCH }) }),
    ];
    stage = await createStage({ PLUGINS: plugins.join(','), SOURCES: 'all', CHECK_EVERY: '1s', LOG_LEVEL: 'info' });
    server = await stage.serve();
    const scopes = 'read,write,catalogue:write,admin';
    token = (await stage.cli(['token', 'create', '--user', 'ada', '--scopes', scopes])).stdout.trim();
  });

  afterAll(async () => {
    await stage.drop();
    await closeAll();
    folder.remove();
  });

  async function api<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  const logged = () => logLines(server.output.stdout) as unknown as Logged[];
  const textOf = ({ err }: Logged) => (typeof err === 'object' && err ? (err.message ?? '') : String(err));
  const healthOf = async (name: string) => {
    const { plugins } = (await (await fetch(`${server.url}/health/live`)).json()) as {
      plugins: { name: string; failing: boolean }[];
    };
    return plugins.find((one) => one.name === name)!;
  };
  const softwareCalled = async (name: string) => (await api<{ id: string }[]>('GET', `/software?name=${name}`))[0]!.id;

  async function publish(name: string, version: string): Promise<void> {
    const record = JSON.stringify(product(name, [version], { identity: { id: name } }));
    await stage.json(['catalogue', 'import', '-'], record);
  }

  it('has its deliveries retried, while those of others go out', async () => {
    const hook = await world.http();
    await publish('Tracked', '1.0');
    const software = await softwareCalled('Tracked');
    await api('POST', '/favorite', { software, version: '1.0' });
    const words = [...FAILS.map(([word]) => word), 'leaves-timer', 'leaves-rejection', 'hangs', 'hangs', 'hangs'];
    for (const [index, word] of words.entries())
      await api('POST', '/channel', { type: 'faulty', name: `${word}-${index}`, settings: { word } });
    await api('POST', '/channel', { type: 'steady', name: 'steady', settings: { word: 'good' } });
    await api('POST', '/channel', { type: 'webhook', name: 'hook', settings: { url: hook.url } });

    for (const [index, version] of ['2.0', '3.0'].entries()) {
      hook.will(200);
      await publish('Tracked', version);
      await eventually(() => hook.requests.length === index + 1);
    }
    const failed = () => logged().filter(({ msg, plugin }) => msg === 'channel failed' && plugin === FAULTY);
    await eventually(() => FAILS.every(([, text]) => failed().some((line) => text.test(textOf(line)))));
    // What was accepted stays so: the error that came later has no call any more.
    const left = () => logged().filter(({ msg, plugin }) => msg === 'plug-in failed' && plugin === FAULTY);
    await eventually(
      () => /left in a timer/.test(left().map(textOf).join()) && /left in a promise/.test(left().map(textOf).join()),
    );

    const states = async () => {
      const told = await api<{ deliveries: { type: string; state: string }[] }[]>('GET', '/notification');
      return told.flatMap(({ deliveries }) => deliveries.map(({ type, state }) => `${type} ${state}`));
    };
    await eventually(async () => (await states()).filter((one) => one === 'steady sent').length === 2);
    expect((await states()).filter((one) => one === 'faulty failed')).toEqual([]);
    // As its last call ended: those that left an error were accepted, and the others are tried again.
    await eventually(async () => (await healthOf(FAULTY)).failing);
    expect(await healthOf(STEADY)).toMatchObject({ failing: false });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(Number(/^plugin_failures_total\{plugin="tracker-faulty"\} (\d+)/m.exec(metrics)![1])).toBeGreaterThan(7);
    expect(metrics).toContain('plugin_failures_total{plugin="tracker-steady"} 0');
    const audit = await api<{ details: { plugin?: string } }[]>('GET', '/audit?action=channel.created&per_page=100');
    expect(audit.filter(({ details }) => details.plugin === FAULTY)).toHaveLength(words.length);
  });

  it.each(FAILS)(
    'is tested: a channel that %s has a failed test, and the log names the plug-in',
    async (word, text) => {
      // Five a minute.
      token = (
        await stage.cli(['token', 'create', '--user', `tester-${word}`, '--scopes', 'read,write'])
      ).stdout.trim();
      const before = logged().length;
      const tested = await api('POST', '/channel/test', { type: 'faulty', settings: { word } });
      expect(tested).toMatchObject({ state: 'failed', code: 'internal' });
      const [line] = logged()
        .slice(before)
        .filter(({ msg }) => msg === 'test of a channel failed');
      expect(line).toMatchObject({ plugin: FAULTY, type: 'faulty' });
      expect(textOf(line!)).toMatch(text);
    },
  );

  it('has its sources rest, while those of others are asked', async () => {
    token = (await stage.cli(['token', 'create', '--user', 'eve', '--scopes', 'read,catalogue:write'])).stdout.trim();
    const set = async (type: string, word: string) => {
      await publish(`${type}-${word}`, '1.0');
      const software = await softwareCalled(`${type}-${word}`);
      await api('PUT', `/software/${software}/source`, { type, settings: { word } });
      return software;
    };
    const stateOf = (software: string) => api<SourceState>('GET', `/software/${software}/source`);
    const failing = new Map<string, RegExp>();
    for (const [word, text] of FAILS) failing.set(await set('faulty', word), text);
    await eventually(async () => {
      for (const [software, text] of failing) {
        const lines = logged().filter((line) => line.msg === 'source failed' && line.software === software);
        expect(lines).toEqual([expect.objectContaining({ plugin: FAULTY, type: 'faulty' })]);
        expect(textOf(lines[0]!)).toMatch(text);
        const { last_error, next_attempt } = await stateOf(software);
        expect(last_error).not.toBeNull();
        expect(Date.parse(next_attempt)).toBeGreaterThan(Date.now() + 10_000);
      }
    });
    const odd = await set('faulty', 'odd-error');
    await eventually(async () => expect((await stateOf(odd)).last_error).toBe('odd'));
    expect((await healthOf(FAULTY)).failing).toBe(false); // `odd` is an answer, not a fault
    await set('faulty', 'hangs');
    const steady = await set('steady', 'good');
    await eventually(async () => (await stateOf(steady)).last_success !== null);
    const versions = await api<{ version: string }[]>('GET', `/software/${steady}/versions`);
    expect(versions.map(({ version }) => version)).toContain('9.0');
  });

  it.each([...FAILS, ['hangs', null] as const])(
    'says of a preview of its source that it failed: %s',
    async (word, text) => {
      const software = await softwareCalled('faulty-throws');
      const answer = await fetch(`${server.url}/api/v1/software/${software}/source/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'faulty', settings: { word } }),
      });
      expect(answer.status).toBe(422);
      const { type } = (await answer.json()) as { type: string };
      expect(type).toBe(`/docs/problems#${text === null ? 'source-timeout' : 'source-unreadable'}`);
      const said = logged().filter(
        ({ msg, plugin, software }) => msg === 'source failed' && plugin === FAULTY && !software,
      );
      if (text !== null) expect(textOf(said.at(-1)!)).toMatch(text);
    },
  );

  it('leaves room for sources of others when many of its own hang, each at another host', async () => {
    // More than a process polls at once.
    const hanging = Array.from({ length: 70 }, (_, number) => `asks-h${number}.test`);
    const records = [...hanging, 'of-service'].map((name) => product(name, ['1.0'], { identity: { id: name } }));
    await stage.json(['catalogue', 'import', '-'], records.map((record) => JSON.stringify(record)).join('\n'));
    const set = async (name: string, type: string, settings: object) =>
      api('PUT', `/software/${await softwareCalled(name)}/source`, { type, settings });
    for (const word of hanging) await set(word, 'faulty', { word });
    const host = await httpReceiver();
    host.respond = () => [200, { 'content-type': 'application/json' }, '[{"v":"9.0"}]'];
    await set('of-service', 'json', { url: host.url, version: '$.v' });
    await eventually(() => host.requests.length > 0);
  });
});
