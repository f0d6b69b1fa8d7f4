import { findings } from './setup/axe';
import { NARROW, WIDE } from './setup/browser';
import { ANOTHER_UPLOAD, example, type Example } from './setup/example';
import { Installation, settled } from './setup/installation';

let installation: Installation;
let data: Example;

beforeAll(async () => {
  installation = await Installation.start({ CHECK_EVERY: '1s' });
  data = await example(installation);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

/** Every screen, with something on it. */
const screens = (): [name: string, path: string][] => [
  ['Updates', '/updates'],
  ['Favorites', '/favorites'],
  ['Software', `/software/${data.software.get('Grafana')}`],
  ['Software that nobody tracks', `/software/${data.software.get('Untracked')}`],
  ['Search', '/search?q=e'],
  ['Import', '/import?name=web-1'],
  ['Inventories', '/inventories'],
  ['Inventory', '/inventories/web-1'],
  ['Channels', '/channels'],
  ['Gallery', '/channels/new'],
  ['New channel', '/channels/new/webhook'],
  ['Channel', `/channels/${data.channel}`],
  ['Log', '/notifications'],
  ['Notification', `/notifications/${data.notification}`],
  ['Tokens', '/tokens'],
  ['Sessions', '/sessions'],
  ['Profile', '/profile'],
];

it.each([
  ['wide and light', { viewport: WIDE, colorScheme: 'light' as const }],
  ['wide and dark', { viewport: WIDE, colorScheme: 'dark' as const }],
  ['narrow', { viewport: NARROW, colorScheme: 'light' as const, hasTouch: true }],
])(
  'axe finds nothing on any screen, and none is wider than the window: %s',
  async (_name, options) => {
    const { page, context } = await installation.visit(data.token, '/updates', options);
    const wrong: string[] = [];
    for (const [name, path] of screens()) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await settled(page);
      for (const finding of await findings(page)) wrong.push(`${name}: ${finding}`);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (beyond > 0) wrong.push(`${name}: ${beyond} pixels too wide`);
    }
    await page.goto('/import?name=web-1');
    await page.getByLabel('What is installed').fill(ANOTHER_UPLOAD);
    await page.getByRole('button', { name: 'Preview' }).click();
    for (const list of ['Added', 'Moved', 'Removed', 'Unknown', 'Ambiguous'])
      await page.getByRole('list', { name: list, exact: true }).waitFor();
    for (const finding of await findings(page)) wrong.push(`Import preview: ${finding}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (beyond > 0) wrong.push(`Import preview: ${beyond} pixels too wide`);
    expect(wrong).toEqual([]);
    await context.close();
  },
  120_000,
);

it('axe finds nothing in dialogs and menus', async () => {
  const { page, context } = await installation.visit(data.token);
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
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menu').waitFor();
  await look('columns');
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
  expect(wrong).toEqual([]);
  await context.close();
});
