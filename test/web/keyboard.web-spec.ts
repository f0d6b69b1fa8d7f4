import { eventually } from '../setup/eventually';
import { example, type Example } from './setup/example';
import { Installation, settled } from './setup/installation';
import { tabTo } from './setup/keyboard';

let installation: Installation;
let data: Example;

beforeAll(async () => {
  installation = await Installation.start({ CHECK_EVERY: '1s' });
  data = await example(installation);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

it('everything that people come for is done without a mouse', async () => {
  const { page, context, allow } = await installation.browser.visit(installation.server.url);
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
  await tabTo(page, /Sign out/, 120);
  await page.keyboard.press('Enter');
  await page.getByLabel('Access token').waitFor();
  await context.close();
});
