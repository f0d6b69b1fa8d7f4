import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { NARROW, type Visit } from './setup/browser';
import { Installation, settled } from './setup/installation';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const NOTES = 'https://example.org/notes';

const NGINX = [
  ['1.29.3', 260],
  ['1.29.4', 230],
  ['1.30.0', 120],
  ['1.30.1', 90],
  ['1.30.2', 60],
  ['1.31.0', 11],
].map(([version, days]) => ({
  version,
  released_at: daysAgo(days as number),
  notes_url: `${NOTES}/${version}`,
  ...(version === '1.30.1' ? { removed_at: daysAgo(30) } : {}),
}));

interface Favorite {
  uuid: string;
  notes: string | null;
  version: { version: string };
  policy: { series: string | null; skip: string[]; minimum_age_days: number | null; channels: string[] };
  available_version: { version: string } | null;
  use_default_notification: boolean;
}

describe('the screen of a product', () => {
  let installation: Installation;
  let token: string;
  let visit: Visit;
  let page: Page;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    installation = await Installation.start();
    token = await installation.token();
    await installation.publish(
      product('nginx', NGINX, { publisher: { name: 'F5' } }),
      product('Untracked', [
        { version: '1.0', released_at: daysAgo(90) },
        { version: '1.1', released_at: daysAgo(5) },
      ]),
      product(
        'Large',
        Array.from({ length: 900 }, (_, index) => ({ version: `1.${index}`, released_at: daysAgo(901 - index) })),
      ),
      product('Empty', []),
    );
    const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
    for (const { id, name } of all) ids[name] = id;
    for (const [name, version] of [
      ['nginx', '1.29.4'],
      ['Large', '1.10'],
    ])
      await installation.api(token, 'POST', '/favorite', { software: ids[name!], version });
    visit = await installation.visit(token, `/software/${ids.nginx}`);
    page = visit.page;
    await page.getByRole('row').filter({ hasText: '1.31.0' }).waitFor();
    await page.getByRole('slider').waitFor();
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const stored = async (name = 'nginx') =>
    (
      await installation.api<Favorite[]>(
        token,
        'GET',
        `/favorite?software=${name}&includePolicy&includeAvailableVersion`,
      )
    )[0]!;
  const open = async (name: string, query = '') => {
    await page.goto(`/software/${ids[name]}${query}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await settled(page);
  };

  it('answers at once what is in use, what is on offer and how far apart they are, by six requests', async () => {
    const asked = visit.calls.filter((call) => /\/(software|favorite)/.test(call));
    expect(asked).toHaveLength(6);
    const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/In use 1\.29\.4 → 1\.31\.0 Minor 3 releases behind out for 11 days/);
    expect(text).toContain('Between 1.29.4 and 1.31.0: 4 releases');
    const withdrawn = page.getByRole('row').filter({ hasText: '1.30.1' });
    expect(await withdrawn.locator('s').innerText()).toBe('1.30.1');
    expect(await withdrawn.innerText()).toMatch(/Withdrawn/);
    const notes = page.getByRole('grid').getByRole('link', { name: 'Notes of 1.31.0' });
    expect(await notes.getAttribute('href')).toBe(`${NOTES}/1.31.0`);
    expect(text).toContain('Nobody can be asked for new versions.');
  });

  it('is updated and skipped, and each is undone', async () => {
    await page.keyboard.press('u');
    await page.getByText('Up to date').waitFor();
    await eventually(async () => expect((await stored()).version.version).toBe('1.31.0'));
    await page.keyboard.press('Control+z');
    await page.getByText('3 releases behind').waitFor();
    const menu = page.getByRole('button', { name: 'What to do with 1.30.2' });
    // Away from the end of the window, where what was undone is said.
    await menu.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await menu.click();
    await page.getByRole('menuitem', { name: 'This is in use' }).click();
    await eventually(async () => expect((await stored()).version.version).toBe('1.30.2'));
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventually(async () => expect((await stored()).version.version).toBe('1.29.4'));
    await page.getByText('3 releases behind').waitFor();
  });

  it('says what a policy would offer before it is saved, and keeps to it', async () => {
    await open('nginx');
    await page.getByRole('combobox', { name: 'Stay on the series' }).fill('1.30');
    await page.getByText('Would offer 1.30.2 · not 1.31.0: another series').waitFor();
    expect((await stored()).policy.series).toBeNull();
    await page.getByRole('textbox', { name: 'Minimum age' }).fill('100');
    await page.getByText(/Would offer 1\.30\.0 · not 1\.31\.0: another series · not 1\.30\.2: too young/).waitFor();
    await page.getByRole('textbox', { name: 'Minimum age' }).fill('');
    await page.getByText('Would offer 1.30.2 ·').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await stored()).policy.series).toBe('1.30'));
    await page.getByText('2 releases behind').waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'nginx' }).click();
    await page.keyboard.press('Control+z');
    await eventually(async () => expect((await stored()).policy.series).toBeNull());
    await eventually(async () =>
      expect(await page.getByRole('combobox', { name: 'Stay on the series' }).inputValue()).toBe(''),
    );
  });

  it('keeps notes that are typed while they cannot be saved', async () => {
    const notes = page.getByRole('textbox', { name: 'Notes to self' });
    await notes.fill('Behind the balancer');
    visit.allow(0);
    await page.route('**/api/v1/**', (route) => route.abort());
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('The service does not answer').first().waitFor();
    expect(await notes.inputValue()).toBe('Behind the balancer');
    await eventually(async () => expect(await save.isDisabled()).toBe(true));
    await page.unroute('**/api/v1/**');
    await eventually(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect(await save.isEnabled()).toBe(true);
    }, 45_000);
    await save.click();
    await eventually(async () => expect((await stored()).notes).toBe('Behind the balancer'));
    await save.waitFor({ state: 'detached' });
  });

  it('sends messages through own channels', async () => {
    await installation.api(token, 'POST', '/channel', { type: 'log', name: 'Service log', settings: {} });
    await page.getByText('Own channels', { exact: true }).click();
    await page.getByText('Nobody is told: no channel is chosen.').waitFor();
    await page.getByRole('combobox', { name: 'Channels' }).click();
    await page.getByRole('option', { name: 'Service log' }).click();
    await eventually(async () => {
      const { use_default_notification: isDefault, policy } = await stored();
      expect([isDefault, policy.channels.length]).toEqual([false, 1]);
    });
    await page.keyboard.press('Escape');
  });

  it('reads long histories in windows, and shows older versions on demand, in the address', async () => {
    await open('Large');
    await page.getByText('889 releases behind').waitFor();
    await page.getByRole('button', { name: 'Show all 889 releases' }).click();
    await page.waitForURL('**show=all');
    await page.getByRole('row').nth(20).waitFor();
    // The list may still be growing.
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return (await page.getByRole('row').filter({ hasText: '1.11' }).count()) > 0;
    });
    expect(await page.getByRole('row').count()).toBeLessThan(120);
    await page.goto(`/software/${ids.Large}?older=yes`);
    await page.getByRole('heading', { name: '1.10 and older' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'In use' }).waitFor();
    for (const call of visit.calls.filter((one) => one.includes('/versions'))) expect(call).toContain('per_page=200');
  });

  it('is tracked with a version of the catalogue or an own one', async () => {
    await open('Untracked');
    await page.keyboard.press('t');
    const version = page.getByRole('combobox', { name: 'Version in use' });
    await version.fill('1.0-internal');
    await page.getByText('would be kept as a version of your own').waitFor();
    await version.fill('1.');
    await page.getByRole('option', { name: /1\.0/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Track' }).click();
    await page.getByText('Untracked is tracked.').waitFor();
    await page.getByText('1 release behind').waitFor();
    expect((await stored('Untracked')).version.version).toBe('1.0');
  });

  it('has words for a product without versions, for one that is gone, and for an address that is none', async () => {
    await open('Empty');
    expect(await page.getByText('No version is known, and it has no source').count()).toBeGreaterThan(0);
    visit.allow(404);
    await page.goto('/software/01890a5d-ac96-774b-bcce-b302099a8057');
    await page.getByRole('heading', { name: 'Removed from the catalogue' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await settled(page);
    visit.calls.length = 0;
    await page.goto('/software/nothing');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    expect(visit.calls.filter((call) => call.includes('/software'))).toEqual([]);
  });

  it('fits a narrow window', async () => {
    const { page: narrow, context } = await installation.visit(token, `/software/${ids.nginx}`, { viewport: NARROW });
    await settled(narrow);
    await narrow.getByRole('row').filter({ hasText: '1.31.0' }).waitFor();
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await context.close();
  });
});
