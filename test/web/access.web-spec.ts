import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { NARROW, WIDE } from './setup/browser';
import { example, type Example } from './setup/example';
import { Installation, settled } from './setup/installation';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

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

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe finds on the page as it is: by all of its rules. */
async function findings(page: Page): Promise<string[]> {
  // The page's policy lets no script of others in; the driver of the browser may.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run(),
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html.slice(0, 200)} ${failureSummary}`).join('\n')}`,
  );
}

it.each([
  ['wide and light', { viewport: WIDE, colorScheme: 'light' as const }],
  ['wide and dark', { viewport: WIDE, colorScheme: 'dark' as const }],
  ['narrow', { viewport: NARROW, colorScheme: 'light' as const, hasTouch: true }],
])('axe finds nothing on any screen, and none is wider than the window: %s', async (_name, options) => {
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
  expect(wrong).toEqual([]);
  await context.close();
});

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
  await page.getByRole('dialog').waitFor();
  await look('snooze');
  await page.keyboard.press('Escape');
  await page.goto('/tokens');
  await settled(page);
  await page.getByRole('button', { name: /token/i }).first().click();
  await page.getByRole('dialog').waitFor();
  await look('new token');
  expect(wrong).toEqual([]);
  await context.close();
});
