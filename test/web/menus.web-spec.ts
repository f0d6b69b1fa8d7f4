import type { Locator, Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import { track } from './setup/favorites';
import { Installation, settled } from './setup/installation';

let installation: Installation;
let token: string;
let product: string;

beforeAll(async () => {
  installation = await Installation.start();
  token = await installation.token();
  await track(installation, token, [{ name: 'Redis', publisher: 'Redis Ltd.', inUse: '8.6.1', newer: ['8.6.3'] }]);
  const [redis] = await installation.api<{ id: string }[]>(token, 'GET', '/software');
  product = `/software/${redis!.id}`;
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);
const select = (page: Page) => page.getByRole('row').filter({ hasText: 'Redis' }).getByRole('checkbox').click();

/** A page whose code has not been read beforehand: what its menus consist of comes when they are opened. */
async function fresh(path: string): Promise<Page> {
  const { page } = await installation.visit(token, '/profile');
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(path);
  await settled(page);
  return page;
}

describe.each([
  { menu: 'columns', path: () => '/favorites', button: 'Columns' },
  { menu: 'share', path: () => '/favorites', button: 'Share' },
  { menu: 'a row', path: () => '/updates', button: 'Actions for Redis' },
  { menu: 'a group', path: () => '/updates', button: /^More/ },
  { menu: 'snooze', path: () => product, button: 'Snooze' },
  { menu: 'the selection', path: () => '/favorites', button: 'More actions', before: select },
  { menu: 'the selection’s snooze', path: () => '/favorites', button: 'Snooze', before: select },
])('the menu of $menu', ({ path, button: name, before }) => {
  it.each(['mouse', 'keys'])('gives the focus back to its button, at its first opening, with %s', async (by) => {
    const page = await fresh(path());
    await before?.(page);
    const button = page.getByRole('button', { name, exact: true }).first();
    const menu = page.getByRole('menu');
    for (let opening = 0; opening < 2; opening++) {
      if (by === 'mouse') await button.click();
      else {
        await button.focus();
        await page.keyboard.press('Enter');
      }
      await menu.waitFor();
      expect(await menu.getAttribute('aria-labelledby')).toBe(await button.getAttribute('id'));
      await eventually(async () => await menu.evaluate((one) => one.contains(document.activeElement)));
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      expect(await hasFocus(button)).toBe(true);
    }
    await page.context().close();
  });
});

it.each<[string, string | RegExp, string | null]>([
  ['/updates', 'Actions for Redis', 'Tags …'],
  ['/updates', /^More/, 'Policy …'],
  ['/favorites', 'Share', 'Badge'],
  ['/favorites', 'Add', null],
  ['/tokens', /token/i, null],
])('a dialog gives the focus back each time: %s, %s, %s', async (path, name, entry) => {
  const page = await fresh(path);
  const button = page.getByRole('button', { name }).first();
  const dialog = page.getByRole('dialog');
  for (let opening = 0; opening < 2; opening++) {
    await button.click();
    if (entry !== null) await page.getByRole('menuitem', { name: entry }).click();
    await eventually(() => dialog.evaluate((one) => one.contains(document.activeElement)));
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(() => hasFocus(button));
  }
  await page.context().close();
});
