import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { favoritesOf, track } from './setup/favorites';
import { listInPage, openFilter, settled, useInstallation } from './setup/installation';
import { focusedName, tabTo } from './setup/keyboard';

const installation = useInstallation();
let token: string;
let visit: Visit;

beforeAll(async () => {
  token = await installation.token();
  const outdated = ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, inUse: '1.0.0', newer: ['1.1.0'] }));
  await track(installation, token, outdated);
  visit = await installation.visit(token, '/favorites');
  await settled(visit.page);
});

const row = (name: string) => visit.page.getByRole('row').filter({ hasText: name });
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
/** From the button of the filter, which has the focus. */
const editTags = async () => {
  await press('Enter');
  await visit.page.getByRole('button', { name: 'Edit tags …' }).waitFor();
  await tabTo(visit.page, /Edit tags/);
  await press('Enter');
};
const openDialogOfTwo = async (item: string) => {
  for (const name of ['Alpha', 'Beta']) await row(name).getByRole('checkbox').click();
  await visit.page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click();
  await visit.page.getByRole('menuitem', { name: `${item} …` }).click();
  return visit.page.getByRole('dialog', { name: `${item} of 2 products` });
};

it('tags are given to what is selected, shown in the rows, and filter Updates by the address, too', async () => {
  const { page } = visit;
  const dialog = await openDialogOfTwo('Tags');
  await dialog.getByPlaceholder('Add a tag').fill('prod');
  await dialog.getByPlaceholder('Add a tag').press('Enter');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2 products: tagged prod').waitFor();
  await row('Alpha').getByText('prod', { exact: true }).waitFor();
  await page.goto('/updates?tag=PROD');
  await settled(page);
  await row('Beta').waitFor();
  expect(await row('Gamma').count()).toBe(0);
});

it('filters by several tags with the keyboard alone, in the address and in the page that a reload brings', async () => {
  const { page, calls } = visit;
  const all = await favoritesOf(installation, token);
  const ids = all.filter(({ software }) => software !== 'Alpha').map(({ uuid }) => uuid);
  await installation.api(token, 'POST', '/favorite/bulk', { action: 'tag', tags: ['web'], ids });
  await page.goto('/favorites');
  await settled(page);
  await tabFromStart(/Filter/);
  await press('Enter');
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('prod').waitFor();
  await tabTo(page, /prod/);
  await press('Space');
  await total('2 favorites');
  await tabTo(page, /web/);
  await press('Space');
  await total('1 favorite');
  expect(page.url()).toMatch(/\?tag=prod,web$/);
  expect(await findings(page)).toEqual([]);
  await press('Escape');
  await focusIsOn(/Filter: tag prod, tag web/);
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
  await tabFromStart(/Filter: tag prod, tag web/);
  await editTags();
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
  await focusIsOn(/Filter: tag production, tag web/);
  await press('Control+z');
  await page.getByText('Undone').first().waitFor();
  expect((await tagsNow()).map(({ name }) => name)).toEqual(['prod', 'web']);
});

it('deletes a tag after a question, and the filter loses it', async () => {
  const { page } = visit;
  await page.goto('/favorites?tag=web');
  await settled(page);
  await tabFromStart(/Filter: tag web/);
  await editTags();
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
  await focusIsOn(/Filter/);
});

it('of the policy of many only what is touched is sent; it is undone in History, all with the keyboard alone', async () => {
  const { page } = visit;
  await page.goto('/favorites');
  await settled(page);
  await press('j', 'x', 'j', 'x');
  await tabFromStart(/More actions/);
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Policy …' }).waitFor();
  await page.getByRole('menuitem', { name: 'Policy …' }).focus();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Policy of 2 products' });
  await dialog.getByRole('spinbutton').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save for 2 products' }).isDisabled()).toBe(true);
  expect(await findings(page)).toEqual([]);
  await tabTo(page, /Minimum age/);
  await page.keyboard.type('7');
  await tabTo(page, /Save for 2 products/);
  const sent = page.waitForRequest((request) => request.url().endsWith('/favorite/bulk'));
  await press('Enter');
  const { action, policy } = (await sent).postDataJSON() as { action: string; policy: object };
  expect([action, policy]).toEqual(['policy', { minimum_age_days: 7 }]);
  await page.getByText('2 products: policy saved').waitFor();
  await press('g', 'h');
  await page.waitForURL('**/history');
  await settled(page);
  await tabFromStart(/^Undo: 2 products: policy/);
  await press('Enter');
  await page.getByText('Undone', { exact: true }).first().waitFor();
});

it('channels of many are those of the profile, or those that are chosen', async () => {
  const { page } = visit;
  await installation.api(token, 'POST', '/channel', { type: 'log', name: 'Log', settings: {} });
  const save = async (choose: () => Promise<void>) => {
    await page.goto('/favorites');
    await settled(page);
    const dialog = await openDialogOfTwo('Policy');
    await choose();
    const sent = page.waitForRequest((request) => request.url().endsWith('/favorite/bulk'));
    await dialog.getByRole('button', { name: 'Save for 2 products' }).click();
    await page.getByText('2 products: policy saved').waitFor();
    return (await sent).postDataJSON() as object;
  };
  const choose = async (of: string) => {
    await page.getByRole('combobox', { name: 'Channels', exact: true }).selectOption({ label: of });
  };
  const own = await save(async () => {
    await choose('These channels');
    await page.getByText('Empty: no channel is told.').waitFor();
    await page.getByRole('group', { name: 'These channels' }).getByRole('checkbox').first().check();
    await page.getByText('Empty: no channel is told.').waitFor({ state: 'detached' });
  });
  expect(own).toMatchObject({ policy: { channels: [expect.any(String)] }, use_default_notification: false });
  const profile = await save(() => choose('As in my profile'));
  expect(profile).toMatchObject({ policy: { channels: [] }, use_default_notification: true });
});

it('the order of Favorites and the groups of Updates are remembered, and the page that comes has that list', async () => {
  const { page, calls } = visit;
  await page.goto('/favorites');
  await (await openFilter(page)).getByLabel('Order').selectOption('-available_at');
  await page.waitForURL('**/favorites?sort=-available_at');
  await page.goto('/updates');
  await (await openFilter(page)).getByLabel('Group by').selectOption('Publisher');
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
