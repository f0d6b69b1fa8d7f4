import type { Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import type { Visit } from './setup/browser';
import { type Favorite, favoritesOf, track } from './setup/favorites';
import { listInPage, settled, useInstallation } from './setup/installation';

const LONG_NAME = `Ein sehr langer Name ${'mit noch mehr Wörtern '.repeat(10)}`.trim().slice(0, 255);
const TRACKED = [
  { name: 'Grafana', publisher: 'Grafana Labs', inUse: '13.0.5', newer: ['13.1.0'] },
  { name: 'Keycloak', publisher: 'Red Hat', inUse: '26.5.7', newer: ['27.0.1'] },
  { name: 'nginx', publisher: 'F5', inUse: '1.29.4', newer: ['1.30.4', '1.31.0'] },
  { name: 'Redis', publisher: 'Redis Ltd.', inUse: '8.6.2', newer: ['8.6.3'] },
  { name: 'Vault', publisher: 'HashiCorp', inUse: '1.0.0', newer: ['1.0.1'] },
  { name: 'Current', publisher: 'Example', inUse: '1.0.0' },
  { name: LONG_NAME, publisher: 'Example', inUse: '1.0.0', newer: ['1.0.1'] },
];

describe('Updates', () => {
  const installation = useInstallation();
  let token: string;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    token = await installation.token();
    await track(installation, token, TRACKED);
    visit = await installation.visit(token);
    page = visit.page;
    await settled(page);
  });

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const stored = async (
    name: string,
  ): Promise<Favorite & { policy: { skip: string[]; snoozed_until: string | null } }> =>
    (await favoritesOf(installation, token, `&includePolicy&software=${encodeURIComponent(name)}`))[0] as never;
  const activate = async (name: string) => {
    await row(name).focus();
    await page.locator('[role=row][data-active]', { hasText: name }).waitFor();
  };
  const undone = () =>
    page
      .getByText(/^Undone/)
      .last()
      .waitFor();

  it('shows what is outdated by the size of its step, with the way of its version', async () => {
    await row('Grafana').waitFor();
    expect(await page.getByRole('row').filter({ hasText: '→' }).count()).toBeGreaterThanOrEqual(5);
    expect(await row('Grafana').innerText()).toMatch(/13\.0\.5\s*→\s*13\.1\.0/);
    expect(await page.getByText('Current', { exact: true }).count()).toBe(0);
    // Of three and more rows; others are only set apart.
    const headings = await page.locator('[role=row]:not([data-id], [aria-rowindex])').allInnerTexts();
    expect(headings.map((text) => text.trim().replace(/\s+/g, ' '))).toEqual(['Patch 3']);
    expect(await page.locator('[role=row][data-apart]').count()).toBe(1);
    // That it is used and not asked for again: tags.web-spec.ts. Here an event of what was just tracked may still come.
    expect(await listInPage(page)).toContain('sort=');
  });

  it('undoes after a reload what the service knows, and says once that there is no more', async () => {
    await activate('nginx');
    await page.keyboard.press('u');
    await eventually(async () => (await stored('nginx')).version.version === '1.31.0');
    await page.reload();
    await settled(page);
    await page.keyboard.press('Control+z');
    await undone();
    await eventually(async () => (await stored('nginx')).version.version !== '1.31.0');
    await row('1.31.0').waitFor();
    for (let times = 0; times < 4; times++) await page.keyboard.press('Control+z');
    const nothing = page.getByText('Nothing of the last 30 days to undo');
    await nothing.first().waitFor();
    await eventually(async () => (await nothing.count()) === 1);
    await page.reload();
    await settled(page);
  });

  it.each([
    ['u', 'marked as updated', (favorite: Favorite) => favorite.version.version === '1.31.0'],
    ['s', 'is skipped', (favorite: Favorite) => favorite.available_version === null],
    ['m', 'muted', (favorite: Favorite) => !favorite.notifications_enabled],
  ])('does by the key %s, and undoes by Ctrl-Z', async (key, said, isDone) => {
    const before = await stored('nginx');
    await activate('nginx');
    await page.keyboard.press(key);
    await page.getByText(said).last().waitFor();
    await eventually(async () => isDone(await stored('nginx')));
    await page.keyboard.press('Control+z');
    await undone();
    const { version, available_version, policy, notifications_enabled } = await stored('nginx');
    expect({ version, available_version, policy, notifications_enabled }).toEqual({
      version: before.version,
      available_version: before.available_version,
      policy: before.policy,
      notifications_enabled: before.notifications_enabled,
    });
    await row('1.31.0').waitFor();
    await page.reload();
    await settled(page);
  });

  it('snoozes by a menu of keys, shows the next row at once, and undoes by the button of the message', async () => {
    await activate('nginx');
    await page.keyboard.press('z');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Next week/ })
      .press('Enter');
    await row('nginx').waitFor({ state: 'detached' });
    await eventually(async () => (await stored('nginx')).policy.snoozed_until !== null);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row('nginx').waitFor();
    expect((await stored('nginx')).policy.snoozed_until).toBeNull();
  });

  it('acts on several that are selected, and stops tracking without losing the policy', async () => {
    const id = (await stored('Redis')).uuid;
    await installation.api(token, 'PATCH', `/favorite/${id}/policy`, { minimum_age_days: 1 });
    await page.reload();
    await settled(page);
    await activate('Grafana');
    await page.keyboard.press('x');
    await activate('Redis');
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar');
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Stop tracking' }).click();
    await page.getByText('2 products: no longer tracked').waitFor();
    expect(await stored('Redis')).toBeUndefined();
    await page.keyboard.press('Control+z');
    await undone();
    const restored = await stored('Redis');
    expect(restored).toMatchObject({ uuid: id, policy: { minimum_age_days: 1 } });
    await row('Redis').waitFor();
  });

  it('updates all of a group, and says so for those that have another version by now', async () => {
    await page.reload();
    await settled(page);
    await installation.api(token, 'POST', `/favorite/${(await stored('Redis')).uuid}/skip`, {
      version: (await stored('Redis')).available_version!.id,
    });
    // When what was skipped has left the list, the others are too few for a heading: it is done before.
    await page.getByRole('button', { name: 'Actions for all of: Patch' }).click();
    await page.getByRole('menuitem', { name: 'Mark all 3 as updated' }).click();
    await page.getByText(/Not for Redis/).waitFor();
    expect((await stored(LONG_NAME)).version.version).toBe('1.0.1');
    expect((await stored('Redis')).version.version).toBe('8.6.2');
    await page.keyboard.press('Control+z');
    await undone();
    expect((await stored(LONG_NAME)).version.version).toBe('1.0.0');
  });

  it('asks before more than three are marked as updated', async () => {
    await page.reload();
    await settled(page);
    for (const name of ['Grafana', 'Keycloak', 'nginx', 'Vault']) {
      await activate(name);
      await page.keyboard.press('x');
    }
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mark all 4 as updated?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('toolbar').getByText('4 selected').waitFor();
    expect((await stored('nginx')).version.version).toBe('1.29.4');
    await page.keyboard.press('u');
    await dialog.getByRole('button', { name: 'Mark all 4 as updated' }).click();
    await page.getByText('4 products: marked as updated').waitFor();
    await page.keyboard.press('Control+z');
    await undone();
    await row('nginx').waitFor();
  });

  it('says when all is up to date, and that products without a source are not asked', async () => {
    const other = await installation.token('grace');
    await track(installation, other, [{ name: 'Nothing newer', inUse: '1.0.0' }]);
    const visitor = await installation.visit(other);
    await visitor.page.getByText('Nothing newer is known').waitFor();
    await visitor.page.getByText('1 product has no source: new versions are not looked for.').waitFor();
    await visitor.page.getByRole('link', { name: 'See which' }).click();
    await visitor.page.waitForURL('**/favorites?freshness=no-source');
    await visitor.page.getByRole('row').filter({ hasText: 'Nothing newer' }).waitFor();
  });

  it('lets somebody who tracks nothing begin', async () => {
    const visitor = await installation.visit(await installation.token('linus'));
    await visitor.page.getByLabel(/^Paste docker ps/).waitFor();
    await visitor.page.getByRole('heading', { name: 'Or pick what you run' }).waitFor();
  });
});
