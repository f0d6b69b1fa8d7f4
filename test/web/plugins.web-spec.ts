import { product } from '../setup/catalogue';
import { PluginFolder } from '../plugin/plugin-folder';
import { findings } from './setup/axe';
import { NARROW, WIDE } from './setup/browser';
import { Installation, settled } from './setup/installation';

const folder = new PluginFolder();
const CHANNEL = 'by plug-in tracker-channel-zulip';
const SOURCE = 'by plug-in tracker-source-json-pages';
let installation: Installation;
let token: string;

beforeAll(async () => {
  const plugins = ['channel-zulip', 'source-json-pages'].map((name) => folder.addExample(name));
  installation = await Installation.start({ PLUGINS: plugins.join(',') });
  token = await installation.token('ada', 'read,write,catalogue:write,admin');
});

afterEach(() => installation.assertFaultless());
afterAll(async () => {
  await installation.stop();
  folder.remove();
});

it.each([
  ['wide', WIDE],
  ['narrow', NARROW],
])('says where a type comes from, on a %s screen', async (width, viewport) => {
  const api = <T>(method: string, path: string, body?: object) => installation.api<T>(token, method, path, body);
  const settings = {
    server: 'http://127.0.0.1:9009',
    bot: 'bot@example.com',
    api_key: 'canary0123',
    channel: 'updates',
  };
  const { id } = await api<{ id: string }>('POST', '/channel', { type: 'zulip', name: `Team ${width}`, settings });
  await installation.publish(product(`Paged ${width}`, ['1.0']));
  const [software] = await api<{ id: string }[]>('GET', `/software?name=Paged%20${width}`);
  const source = { type: 'json-pages', settings: { url: 'http://127.0.0.1:9009/releases' } };
  await api('PUT', `/software/${software!.id}/source`, source);

  const { page, allow } = await installation.visit(token, '/channels/new', { viewport });
  const zulip = page.locator('a[href="/channels/new/zulip"]');
  await zulip.getByText(CHANNEL).waitFor();
  expect(await page.getByText('by plug-in').count()).toBe(1);
  await zulip.scrollIntoViewIfNeeded();
  await shown('gallery');
  await zulip.click();
  await page.getByRole('heading', { level: 1, name: 'New' }).waitFor();
  await page.getByText(CHANNEL).waitFor();
  await shown('form');
  for (const [name, address, text] of [
    ['channels', '/channels', CHANNEL],
    ['channel', `/channels/${id}`, CHANNEL],
    ['operator', '/operator?view=sources&state=any', SOURCE],
  ] as const) {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    await shown(name);
  }
  // Nothing answers there.
  allow(422);
  await page.goto(`/software/${software!.id}#source`);
  await page.getByText(SOURCE).waitFor();
  await shown('source');

  async function shown(name: string) {
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect([name, await findings(page)]).toEqual([name, []]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${width}.png` });
  }
});
