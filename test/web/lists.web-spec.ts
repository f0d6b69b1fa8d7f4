import type { Locator, Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import type { Visit } from './setup/browser';
import { type Favorite, favoritesOf, track } from './setup/favorites';
import { openFilter, settled, useInstallation } from './setup/installation';

const installation = useInstallation();
let token: string;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  token = await installation.token();
  await track(installation, token, [
    { name: 'Grafana', publisher: 'Grafana Labs', inUse: '13.0.5', newer: ['13.1.0'] },
    { name: 'Keycloak', publisher: 'Red Hat', inUse: '26.5.7', newer: ['27.0.1'] },
    { name: 'Redis', publisher: 'Redis Ltd.', inUse: '8.6.2', newer: ['8.6.3'] },
    { name: 'Current', publisher: 'Example', inUse: '1.0.0' },
  ]);
  visit = await installation.visit(token);
  page = visit.page;
  await settled(page);
});

const stored = async (name: string): Promise<Favorite> =>
  (await favoritesOf(installation, token, `&software=${name}`))[0]!;
const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);
const row = (name: string) => page.locator('[role=row][data-id]').filter({ hasText: name });

describe('an address', () => {
  /** What a person sees of a list. */
  const view = async (of: Page) => {
    await settled(of);
    await of.getByRole('grid').waitFor();
    return (await of.getByRole('row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  };

  it.each([
    ['/updates?group=publisher&kind=major', 'Keycloak', 'Grafana'],
    ['/favorites?publisher=Red+Hat&sort=-available_at', 'Keycloak', 'Grafana'],
  ])(
    '%s is the same after a reload, by the back button and for somebody who was sent it',
    async (address, has, not) => {
      await page.goto(address);
      const shown = await view(page);
      expect(shown.join('\n')).toContain(has);
      expect(shown.join('\n')).not.toContain(not);
      await page.reload();
      expect(await view(page)).toEqual(shown);
      await page.getByRole('link', { name: has }).click();
      await page.waitForURL('**/software/**');
      await page.goBack();
      expect(await view(page)).toEqual(shown);
      expect(page.url()).toContain(address);
      const copied = await installation.visit(token, page.url());
      expect(await view(copied.page)).toEqual(shown);
    },
  );

  it('follows what a person chooses, and the back button goes through it; what it does not know is dropped', async () => {
    await page.goto('/updates?kind=huge&group=colour&x=1');
    expect((await view(page)).join('\n')).toContain('Grafana');
    await page.goto('/updates');
    await view(page);
    const panel = await openFilter(page);
    await panel.getByLabel('Step').selectOption('Major');
    await page.waitForURL('**/updates?kind=major');
    await panel.getByLabel('Group by').selectOption('Publisher');
    await page.getByRole('button', { name: 'Filter: step major, by publisher' }).waitFor();
    await page.waitForURL('**/updates?kind=major&group=publisher');
    await page.goBack();
    await page.waitForURL('**/updates?kind=major');
    await page.goBack();
    await page.waitForURL(/\/updates$/);
    expect((await view(page)).join('\n')).toContain('Grafana');
  });
});

const select = () => row('Redis').getByRole('checkbox').click();

// What they consist of comes when they are opened.
it.each([
  { menu: 'share', path: () => '/favorites', button: 'Share' },
  { menu: 'a row', path: () => '/updates', button: 'Actions for Redis' },
  { menu: 'a group', path: () => '/updates?group=age', button: /^Actions for all of/ },
  { menu: 'the selection', path: () => '/favorites', button: 'More actions', before: select },
])('the menu of $menu gives the focus back to its button, also at its first opening', async (of) => {
  for (const by of ['mouse', 'keys']) {
    await page.goto(of.path());
    await settled(page);
    await of.before?.();
    const button = page.getByRole('button', { name: of.button, exact: true }).first();
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
  }
});

it.each<[string, string | RegExp, string | null]>([
  ['/updates', 'Actions for Redis', 'Tags …'],
  ['/updates', 'Actions for Redis', 'Snooze …'],
  ['/updates?group=age', /^Actions for all of/, 'Policy …'],
  ['/favorites', 'Share', 'Badge'],
  ['/tokens', /New token/, null],
  ['/sessions', /Open on your phone/, null],
])('a dialog gives the focus back each time: %s, %s, %s', async (path, name, entry) => {
  await page.goto(path);
  await settled(page);
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
});

describe('the history', () => {
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const change = (uuid: string, body: object) => installation.api(token, 'PATCH', `/favorite/${uuid}`, body);
  const said = (from: number) => visit.calls.slice(from).filter((call) => call === 'GET /api/v1/summary').length;

  it('is where the message leads, and undoes', async () => {
    await page.getByRole('link', { name: 'Updates' }).first().click();
    await row('Grafana').focus();
    await page.keyboard.press('m');
    await page.getByRole('link', { name: 'History' }).last().click();
    await page.waitForURL('**/history');
    const muted = entry('Grafana: muted');
    await muted.getByRole('button', { name: 'Undo: Grafana: muted' }).click();
    await muted.getByText('Undone', { exact: true }).waitFor();
    expect(await stored('Grafana')).toMatchObject({ notifications_enabled: true });
  });

  it('says what other programs change, at once, and why something cannot be undone', async () => {
    const { uuid } = await stored('Redis');
    // A stream that has just begun tells of what changes after its first look, two seconds later at most.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await change(uuid, { version: '8.6.3' });
    await entry('Redis: 8.6.2 → 8.6.3 in use').getByRole('button', { name: /^Undo/ }).waitFor();
    await change(uuid, { version: '8.6.2' });
    await entry('Redis: 8.6.3 → 8.6.2 in use').waitFor();
    await entry('Redis: 8.6.2 → 8.6.3 in use').getByText('Changed again since then').waitFor();
  });

  it('hears of changes by a stream: one question for each, and none for its own', async () => {
    const { calls } = visit;
    const streams = () => calls.filter((call) => call === 'GET /api/v1/events').length;
    const begun = streams();
    await page.getByRole('link', { name: 'Favorites' }).first().click();
    await row('Redis').filter({ hasText: '8.6.2' }).waitFor();
    const before = calls.length;
    const { uuid } = await stored('Redis');
    await change(uuid, { version: '8.6.3' });
    await row('Redis').filter({ hasNotText: '8.6.2' }).waitFor();
    expect(said(before)).toBe(1);
    // Its own change is read once, by itself; the next one of others comes after the event of it.
    const own = calls.length;
    await row('Redis').focus();
    await page.keyboard.press('m');
    await eventually(() => said(own) === 1);
    await change(uuid, { version: '8.6.2' });
    await row('Redis').filter({ hasText: '8.6.2' }).waitFor();
    expect(said(own)).toBeLessThanOrEqual(3);
    expect(streams()).toBe(begun);
  });
});
