import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, type Stage } from '../setup/process';
import { closeAll, httpReceiver } from '../notification/providers/http-receiver';
import { PluginFolder } from './plugin-folder';

const KEY = 'canary0123456789abcdefghijklmnop';

/** Both examples in the built program, whose own schedule does everything between the answer of the source and the message. */
describe('the example plug-ins', () => {
  const folder = new PluginFolder();
  let stage: Stage;

  beforeAll(async () => {
    const plugins = ['channel-zulip', 'source-json-pages'].map((name) => folder.addExample(name));
    stage = await createStage({ PLUGINS: plugins.join(','), SOURCES: 'tracked', CHECK_EVERY: '1s' });
  });

  afterAll(async () => {
    await stage.drop();
    await closeAll();
    folder.remove();
  });

  it('bring a new version from a list in pages to a Zulip channel', async () => {
    const list = await httpReceiver();
    list.respond = (_number, { path }) => {
      const page =
        path === '/releases'
          ? { results: [{ name: '2.0' }], next: `${list.url}/more` }
          : { results: [{ name: '1.0' }] };
      return [200, { 'content-type': 'application/json' }, JSON.stringify(page)];
    };
    const zulip = await httpReceiver();
    zulip.respond = () => [200, { 'content-type': 'application/json' }, '{"result":"success","msg":"","id":1}'];
    const server = await stage.serve();
    await stage.json(['catalogue', 'import', '-'], JSON.stringify(product('Paged', ['1.0'])));
    const made = await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'read,write,catalogue:write']);
    const api = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${made.stdout.trim()}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: T }).data;
    };
    const software = (await api<{ id: string }[]>('GET', '/software?name=Paged'))[0]!.id;
    await api('POST', '/favorite', { software, version: '1.0' });
    const bot = { server: zulip.url, bot: 'updates-bot@example.com', api_key: KEY, channel: 'updates' };
    await api('POST', '/channel', { type: 'zulip', name: 'zulip', settings: bot });
    const settings = { url: `${list.url}/releases`, list: 'results', next: 'next', version: 'name' };
    await api('PUT', `/software/${software}/source`, { type: 'json-pages', settings });

    await eventually(() => zulip.requests.length > 0);
    const message = new URLSearchParams(zulip.requests[0]!.body);
    expect(message.get('to')).toBe('updates');
    expect(message.get('content')).toMatch(/Paged[^]*2\.0/);
    expect(list.requests.map(({ path }) => path)).toEqual(['/releases', '/more']);
    const [favorite] = await api<{ update_available: boolean }[]>('GET', '/favorite');
    expect(favorite!.update_available).toBe(true);
    const { plugins } = (await (await fetch(`${server.url}/health/live`)).json()) as { plugins: object[] };
    expect(plugins).toEqual([
      { name: 'tracker-channel-zulip', version: '1.0.0', failing: false },
      { name: 'tracker-source-json-pages', version: '1.0.0', failing: false },
    ]);
    expect(zulip.requests).toHaveLength(1);
    expect((await server.stop()).code).toBe(0);
  });
});
