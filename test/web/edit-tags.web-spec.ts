import { findings } from './setup/axe';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { eventually } from '../setup/eventually';
import { favoritesOf, track } from './setup/favorites';
import { Installation, listInPage, settled } from './setup/installation';
import { focusedName, tabTo } from './setup/keyboard';

let installation: Installation;
let token: string;
let visit: Visit;

beforeAll(async () => {
  installation = await Installation.start();
  token = await installation.token();
  await track(
    installation,
    token,
    ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, inUse: '1.0.0', newer: ['1.1.0'] })),
  );
  const ids = new Map((await favoritesOf(installation, token)).map(({ uuid, software }) => [software, uuid]));
  const tag = (tags: string[], ...names: string[]) =>
    installation.api(token, 'POST', '/favorite/bulk', { action: 'tag', tags, ids: names.map((name) => ids.get(name)) });
  await tag(['prod'], 'Alpha', 'Beta');
  await tag(['web'], 'Beta', 'Gamma');
  visit = await installation.visit(token, '/favorites');
  await settled(visit.page);
}, 180_000);

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const tagsNow = () => installation.api<{ name: string; favorites: number }[]>(token, 'GET', '/tag');
const total = (text: string) => visit.page.getByRole('status').getByText(text, { exact: true }).waitFor();
const press = async (...keys: string[]) => {
  for (const key of keys) await visit.page.keyboard.press(key);
};
/** From the beginning of the page. */
const tabFromStart = async (name: RegExp) => {
  await visit.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(visit.page, name, 120);
};
const focusIsOn = (name: RegExp) => eventually(async () => name.test(await focusedName(visit.page)));

it('filters by several tags with the keyboard alone, in the address and in the page that a reload brings', async () => {
  const { page, calls } = visit;
  await tabFromStart(/^Tag /);
  await press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'prod' }).waitFor();
  await focusIsOn(/prod/);
  await press('Enter');
  await total('2 favorites');
  await press('ArrowDown', 'Enter');
  await total('1 favorite');
  expect(page.url()).toMatch(/\?tag=prod,web$/);
  expect(await findings(page)).toEqual([]);
  await press('Escape');
  await focusIsOn(/^Tag: prod \+1 /);
  calls.length = 0;
  await page.reload();
  await settled(page);
  await total('1 favorite');
  expect(await listInPage(page)).toContain('tag=prod&tag=web');
  expect(calls.filter((call) => call.startsWith('GET /api/v1/favorite?'))).toEqual([]);
});

it('renames a tag with the keyboard alone: in the filter, too, with the way back, and the focus returns', async () => {
  const { page, allow } = visit;
  allow(409);
  await tabFromStart(/^Tag: prod \+1 /);
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Edit tags …' }).waitFor();
  await press('End', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit tags' });
  await dialog.getByText('2 favorites').first().waitFor();
  expect(await findings(page)).toEqual([]);
  await tabTo(page, /^Rename prod/);
  await press('Enter');
  await focusIsOn(/New name of prod/);
  await press('Escape');
  await focusIsOn(/^Rename prod/);
  await press('Enter');
  await focusIsOn(/New name of prod/);
  await press('Control+a');
  await page.keyboard.type('web');
  await press('Enter');
  await dialog.getByText('There is another tag of this name.').waitFor();
  await press('Control+a');
  await page.keyboard.type('production');
  await press('Enter');
  await page.getByText('Tag prod is now production').waitFor();
  await page.waitForURL('**/favorites?tag=production,web');
  await total('1 favorite');
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focusIsOn(/^Tag: production \+1 /);
  await press('Control+z');
  await page.getByText('Undone').first().waitFor();
  expect((await tagsNow()).map(({ name }) => name)).toEqual(['prod', 'web']);
});

it('deletes a tag after a question, and the filter loses it', async () => {
  const { page } = visit;
  await page.goto('/favorites?tag=web');
  await settled(page);
  await tabFromStart(/^Tag: web /);
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Edit tags …' }).waitFor();
  await press('End', 'Enter');
  await page.getByRole('dialog', { name: 'Edit tags' }).getByText('2 favorites').first().waitFor();
  await tabTo(page, /^Delete web/);
  await press('Enter');
  await page.getByText('2 favorites lose it').waitFor();
  await focusIsOn(/Cancel/);
  await page.setViewportSize(NARROW);
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize(WIDE);
  await tabTo(page, /Delete web/);
  await press('Enter');
  await page.getByText('Tag web deleted').waitFor();
  await page.waitForURL(/\/favorites$/);
  expect(await tagsNow()).toMatchObject([{ name: 'prod', favorites: 2 }]);
  await press('Escape');
  await focusIsOn(/^Tag /);
});

it('the policy of many is saved, and undone in History, with the keyboard alone', async () => {
  const { page } = visit;
  await page.goto('/favorites');
  await settled(page);
  await press('j', 'x', 'j', 'x');
  await tabFromStart(/More actions/);
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Policy …' }).waitFor();
  await page.getByRole('menuitem', { name: 'Policy …' }).focus();
  await press('Enter');
  await page.getByRole('dialog', { name: 'Policy of 2 products' }).waitFor();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await tabTo(page, /Minimum age/);
  await page.keyboard.type('7');
  await tabTo(page, /Save for 2 products/);
  await press('Enter');
  await page.getByText('2 products: policy saved').waitFor();
  await press('g', 'h');
  await page.waitForURL('**/history');
  await settled(page);
  await tabFromStart(/^Undo: 2 products: policy/);
  await press('Enter');
  await page.getByText('Undone', { exact: true }).first().waitFor();
});

it('the order of Favorites and the groups of Updates are remembered, and the page that comes has that list', async () => {
  const { page, calls } = visit;
  await page.goto('/favorites');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('-available_at');
  await page.waitForURL('**/favorites?sort=-available_at');
  await page.goto('/updates');
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Publisher').click();
  await page.waitForURL('**/updates?group=publisher');
  for (const [address, sort] of [
    ['/favorites', 'sort=-available_at'],
    ['/updates', 'sort=publisher'],
    ['/favorites?sort=software', 'sort=software'],
  ] as const) {
    calls.length = 0;
    await page.goto(address);
    await page.locator('[role=row][data-id]').first().waitFor();
    await settled(page);
    expect(await listInPage(page)).toContain(sort);
    expect(calls.filter((call) => call.startsWith('GET /api/v1/favorite?'))).toEqual([]);
  }
});

it.each([
  ['the code for a phone', '/sessions', /Open on your phone/],
  ['a new token', '/tokens', /New token/],
])('%s: its dialog gives the focus back', async (_what, address, button) => {
  const { page } = visit;
  await page.goto(address);
  await settled(page);
  await tabFromStart(button);
  for (let times = 0; times < 2; times++) {
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null));
    // The first closes what a field offers.
    await eventually(async () => {
      if ((await page.getByRole('dialog').count()) === 0) return true;
      await press('Escape');
      return false;
    });
    await focusIsOn(button);
  }
});
