import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW } from './setup/browser';
import { example, type Example } from './setup/example';
import { Installation, settled } from './setup/installation';

const LOOKS = [
  'background-color', 'color', 'border-top-color', 'border-top-width', 'border-radius', 'padding', 'font-size', 'font-weight',
]; // prettier-ignore

/** How each kind of element of the screen looks, by its tag and its classes. */
const looksOf = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate((looks) => {
    const found: Record<string, string[]> = {};
    for (const one of document.querySelectorAll('main *')) {
      const classes = [...one.classList].filter((name) => !/^(?:__m|mantine-(?![A-Z]))/.test(name));
      const kind = [one.localName, ...classes].join('.');
      const style = getComputedStyle(one);
      const look = looks.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
      if (!found[kind]?.includes(look)) (found[kind] ??= []).push(look);
    }
    for (const looks of Object.values(found)) looks.sort();
    return found;
  }, LOOKS);

let installation: Installation;
let shown: Example;
let admin: string;

beforeAll(async () => {
  installation = await Installation.start({ CHECK_EVERY: '1s' });
  shown = await example(installation);
  await installation.publish(product('Alone', ['1.0.0']));
  admin = await installation.token('ada', 'read,write,admin,catalogue:write');
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const screens = () => [
  `/software/${shown.software.get('nginx')!}`,
  `/channels/${shown.channel}`,
  `/notifications/${shown.notification}`,
  ...['/channels/new', '/channels/new/webhook', '/search?q=re', '/inventories', '/import', '/history'],
  ...['/tokens', '/sessions', '/profile', '/operator', '/operator?view=sources', '/operator?view=users'],
];

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  it('a screen looks the same when it is opened by its address as when somebody comes from another', async () => {
    const { page, context } = await installation.visit(admin, '/updates', { colorScheme });
    // The code of all screens is there, in the order in which it is read when nothing else is to do.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null || document.styleSheets.length > 8);
    await page.waitForLoadState('networkidle');
    for (const path of screens()) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      const direct = await context.newPage();
      // Nothing is read beforehand there.
      await direct.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
      await direct.goto(path);
      await direct.waitForFunction(() => !document.getElementById('root')?.hasAttribute('aria-busy'));
      await direct.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(direct);
      // A part that has a query of its own comes when it has been answered.
      await eventually(async () => {
        const [walked, opened] = [await looksOf(page), await looksOf(direct)];
        const same = Object.keys(walked).filter((kind) => kind in opened);
        expect(same.length).toBeGreaterThan(5);
        for (const kind of same) expect([path, kind, opened[kind]]).toEqual([path, kind, walked[kind]]);
      }, 20_000);
      await direct.close();
    }
    await context.close();
  });

  it.each([
    ['wide', {}],
    ['phone', { viewport: NARROW, hasTouch: true, isMobile: true }],
  ])('what is red in menus and fields can be read: %s', async (_name, size) => {
    const { page, context, allow } = await installation.visit(admin, '/updates', { colorScheme, ...size });
    const contrasts = async () => (await findings(page)).filter((one) => one.startsWith('color-contrast'));
    await settled(page);
    await page.getByRole('button', { name: 'Actions for nginx' }).click();
    await page.getByRole('menuitem', { name: 'Stop tracking' }).waitFor();
    expect(await contrasts()).toEqual([]);
    await page.goto(`/channels/${shown.channel}`);
    await page
      .getByRole('button', { name: /More|Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /Delete/ }).waitFor();
    expect(await contrasts()).toEqual([]);
    // The errors of fields.
    allow(422);
    await page.goto('/channels/new/webhook');
    await page.getByRole('textbox').nth(1).fill('no address');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('.mantine-Input-error, [class*="InputWrapper-error"]').first().waitFor();
    expect(await contrasts()).toEqual([]);
    await context.close();
  });
});
