import routes from '../../web/routes.json';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { findings, flaws, WAYS } from './setup/axe';
import { ANOTHER_UPLOAD, example, type Example } from './setup/example';
import { openFilter, settled, useInstallation } from './setup/installation';
import { tabTo } from './setup/keyboard';

const installation = useInstallation({ CHECK_EVERY: '1s' });
let data: Example;

beforeAll(async () => {
  data = await example(installation);
});

it('everything that people come for is done without a mouse', async () => {
  const { page, allow } = await installation.browser.visit(installation.server.url);
  allow(401);
  // Sign in.
  await page.goto('/');
  await page.getByLabel('Access token').waitFor();
  await tabTo(page, /Access token/);
  await page.keyboard.type(data.token);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/updates');
  const rows = page.locator('[role="row"][data-id]');
  // All of them, or one that is still to come would be counted as taken back.
  await eventually(async () => (await rows.count()) === 5);

  // The first stop leads past the menu.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');

  // Update a row, take it back; skip one, take it back.
  for (const key of ['u', 's']) {
    await page.keyboard.press('j');
    await page.keyboard.press(key);
    await eventually(async () => (await rows.count()) === 4);
    await page.keyboard.press('Control+z');
    await eventually(async () => (await rows.count()) === 5);
  }

  // Select two rows and mute them; they stay, for they are still outdated.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await eventually(async () => (await page.locator('[role="row"][aria-selected="true"]').count()) === 2);
  await page.keyboard.press('m');
  await page.getByText(/muted/i).first().waitFor();
  await page.keyboard.press('Control+z');

  // Filter and open a product.
  await page.keyboard.press('/');
  await page.getByLabel('Filter by name').waitFor();
  await page.keyboard.type('graf');
  await eventually(async () => (await rows.count()) === 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Grafana' }).waitFor();

  // Walk along the timeline.
  await settled(page);
  await tabTo(page, /releases/i);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');

  // Go to another product by the palette, and track it.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('untracked');
  await page.getByRole('dialog').getByText('Untracked', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Untracked' }).waitFor();

  // A channel of its own.
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL('**/channels');
  await settled(page);
  await tabTo(page, /New channel/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/channels/new');
  await tabTo(page, /Log of the service/i);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/channels/new/log');
  await tabTo(page, /^\s*Name/);
  await page.keyboard.type('By keyboard');
  await tabTo(page, /^\s*Create/);
  await page.keyboard.press('Enter');
  await eventually(async () => {
    const channels = await installation.api<{ name: string }[]>(data.token, 'GET', '/channel');
    expect(channels.map(({ name }) => name)).toContain('By keyboard');
  });

  // And out.
  await tabTo(page, /Settings/, 120);
  await page.keyboard.press('Enter');
  await tabTo(page, /Sign out/);
  await page.keyboard.press('Enter');
  await page.getByLabel('Access token').waitFor();
});

describe('axe finds nothing, and nothing is wider than the window', () => {
  /** Names without a blank to break at. */
  const UNBROKEN = { product: 'Extraordinarily'.repeat(17), inventory: 'host'.repeat(16), channel: 'x'.repeat(60) };
  let token: string;
  let screens: string[];

  beforeAll(async () => {
    token = await installation.token('ada', 'read,write,catalogue:write,admin');
    const api = <T>(method: string, path: string, body?: object) => installation.api<T>(token, method, path, body);
    await installation.publish(
      product(UNBROKEN.product, ['1.0.0', `2.0.0+${'f00d'.repeat(12)}`], { publisher: { name: 'P'.repeat(255) } }),
    );
    const [{ id }] = await api<[{ id: string }]>('GET', `/software?name=${UNBROKEN.product}`);
    await api('POST', '/favorite', { software: id, version: '1.0.0' });
    const image = `acme/${'long-'.repeat(20)}x:1.0`;
    await installation.upload(token, UNBROKEN.inventory, `services:\n  web:\n    image: ${image}\n`);
    const channel = await api<{ id: string }>('POST', '/channel', {
      type: 'log',
      name: UNBROKEN.channel,
      settings: {},
    });
    const publisher = await api<{ id: string }>('GET', `/software/${id}/publisher`);
    const of: Record<string, string> = {
      '/software/:id': data.software.get('Grafana')!,
      '/publisher/:id': publisher.id,
      '/inventories/:name': UNBROKEN.inventory,
      '/channels/:id': channel.id,
      '/channels/new/:type': 'webhook',
      '/notifications/:id': data.notification,
    };
    screens = [
      ...(routes as string[]).map((route) => route.replace(/:\w+/, of[route] ?? '')),
      `/software/${id}?settings=yes`,
      `/software/${data.software.get('Untracked')}`,
      `/channels/${data.channel}`,
      '/inventories/web-1',
      '/search?q=e',
      ...['sources&state=any', 'knowledge', 'users', 'audit'].map((view) => `/operator?view=${view}`),
      '/not-there',
    ];
  });

  it.each(WAYS)('on any screen: %s', async (_name, options) => {
    const { page, allow } = await installation.visit(token, '/updates', options);
    // Of what is not there, and nobody is asked from here.
    allow(404, 422);
    const wrong: string[] = [];
    for (const path of screens) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      for (const flaw of await flaws(page)) wrong.push(`${path}: ${flaw}`);
    }
    await page.goto('/import?name=web-1');
    await page.getByLabel('What is installed').fill(ANOTHER_UPLOAD);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('summary').getByText(/added/).click();
    for (const list of ['Added', 'Moved', 'Removed', 'Unknown', 'Ambiguous'])
      await page.getByRole('list', { name: list, exact: true }).waitFor();
    for (const flaw of await flaws(page)) wrong.push(`Import preview: ${flaw}`);
    expect(wrong).toEqual([]);
  });

  it('in dialogs and menus, and where somebody signs in', async () => {
    const { page } = await installation.visit(token);
    const wrong: string[] = [];
    const look = async (name: string) => {
      for (const finding of await findings(page)) wrong.push(`${name}: ${finding}`);
    };
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('j');
    await page.keyboard.press('z');
    await page.getByRole('dialog').getByRole('button', { name: 'Next month' }).waitFor();
    await look('snooze');
    await page.keyboard.press('Escape');
    await page.goto('/favorites');
    await settled(page);
    await openFilter(page);
    await look('filter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Profile' }).waitFor();
    await look('gear');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menu').waitFor();
    await look('share');
    await page.getByRole('menuitem', { name: 'Calendar' }).click();
    await page.getByRole('dialog').getByLabel('Name').first().waitFor();
    await look('new address');
    await page.goto(`/software/${data.software.get('Grafana')}`);
    await settled(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Badge' }).click();
    await page.getByRole('button', { name: 'Make the address' }).click();
    await page.getByRole('img', { name: 'Badge' }).waitFor();
    await look('badge, once');
    await page.goto('/profile');
    await settled(page);
    await page.getByRole('button', { name: /^Replace the address/ }).click();
    await page.getByRole('dialog').waitFor();
    await look('replace an address');
    await page.goto('/tokens');
    await settled(page);
    await page.getByRole('button', { name: /token/i }).first().click();
    await page.getByRole('dialog').waitFor();
    await look('new token');
    const stranger = await installation.browser.visit(installation.server.url);
    stranger.allow(401);
    await stranger.page.goto('/');
    await stranger.page.getByLabel('Access token').waitFor();
    wrong.push(...(await findings(stranger.page)));
    expect(wrong).toEqual([]);
  });
});
