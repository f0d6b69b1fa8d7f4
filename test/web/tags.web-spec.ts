import { findings } from './setup/axe';
import { NARROW, type Visit } from './setup/browser';
import { trackMany } from './setup/favorites';
import { Installation, settled } from './setup/installation';

describe('tags, and the policy of many', () => {
  let installation: Installation;
  let token: string;
  let visit: Visit;

  beforeAll(async () => {
    installation = await Installation.start();
    token = await installation.token();
    const all = ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, inUse: '1.0.0', newer: ['1.1.0'] }));
    await trackMany(installation, token, [...all, { name: 'Delta', inUse: '1.0.0' }]);
    visit = await installation.visit(token, '/favorites');
    await settled(visit.page);
  }, 180_000);

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const row = (name: string) => visit.page.getByRole('row').filter({ hasText: name });
  const more = () => visit.page.getByRole('toolbar').getByRole('button', { name: 'More actions' });

  it('are given to what is selected, shown in the rows, filter both lists by the address, and are undone', async () => {
    const { page } = visit;
    for (const name of ['Alpha', 'Beta']) await row(name).getByRole('checkbox').click();
    await more().click();
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 products' });
    const field = dialog.getByPlaceholder('Add a tag');
    await field.fill('prod');
    await field.press('Enter');
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 products: tagged prod').waitFor();
    await row('Alpha').getByText('prod', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'prod' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('2 favorites', { exact: true }).waitFor();
    expect(page.url()).toContain('tag=prod');
    await page.goto(`${new URL(page.url()).origin}/updates?tag=PROD`);
    await settled(page);
    await row('Beta').waitFor();
    expect(await row('Gamma').count()).toBe(0);
    await page.setViewportSize(NARROW);
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('of a policy only what is touched is sent', async () => {
    const { page } = visit;
    await page.goto(`${new URL(page.url()).origin}/favorites`);
    await settled(page);
    for (const name of ['Alpha', 'Beta']) await row(name).getByRole('checkbox').click();
    await more().click();
    await page.getByRole('menuitem', { name: 'Policy …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Policy of 2 products' });
    const save = dialog.getByRole('button', { name: 'Save for 2 products' });
    await save.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Minimum age').fill('7');
    expect(await findings(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.url().endsWith('/favorite/bulk'));
    await save.click();
    expect((await sent).postDataJSON()).toMatchObject({ action: 'policy', policy: { minimum_age_days: 7 } });
    expect(Object.keys((await sent).postDataJSON().policy as object)).toEqual(['minimum_age_days']);
    await page.getByText('2 products: policy saved').waitFor();
  });

  it('channels are those of the profile, or those that are chosen', async () => {
    const { page } = visit;
    await installation.api(token, 'POST', '/channel', { type: 'log', name: 'Log', settings: {} });
    const save = async (choose: () => Promise<void>) => {
      await page.goto(`${new URL(page.url()).origin}/favorites`);
      await settled(page);
      for (const name of ['Alpha', 'Beta']) await row(name).getByRole('checkbox').click();
      await more().click();
      await page.getByRole('menuitem', { name: 'Policy …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Policy of 2 products' });
      await choose();
      expect(await findings(page)).toEqual([]);
      const sent = page.waitForRequest((request) => request.url().endsWith('/favorite/bulk'));
      await dialog.getByRole('button', { name: 'Save for 2 products' }).click();
      await page.getByText('2 products: policy saved').waitFor();
      return (await sent).postDataJSON() as object;
    };
    const choose = async (of: string) => {
      await page.getByRole('combobox', { name: 'Channels', exact: true }).click();
      await page.getByRole('option', { name: of }).click();
    };
    const own = await save(async () => {
      await choose('These channels');
      await page.getByText('Empty: no channel is told.').waitFor();
      const field = page.getByRole('combobox', { name: 'These channels' });
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.getByText('Empty: no channel is told.').waitFor({ state: 'detached' });
      await field.press('Tab');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
    });
    expect(own).toMatchObject({ policy: { channels: [expect.any(String)] }, use_default_notification: false });
    const profile = await save(() => choose('As in my profile'));
    expect(profile).toMatchObject({ policy: { channels: [] }, use_default_notification: true });
  });
});
