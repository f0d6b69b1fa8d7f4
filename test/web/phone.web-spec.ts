import type { Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW, type Visit } from './setup/browser';
import { track } from './setup/favorites';
import { openFilter, settled, useInstallation } from './setup/installation';

const TRACKED = ['Grafana', 'Keycloak', 'nginx', 'Redis'].map((name) => ({ name, inUse: '1.0.0', newer: ['1.1.0'] }));

describe('On a phone', () => {
  const installation = useInstallation();
  let token: string;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    token = await installation.token();
    await track(installation, token, TRACKED);
    visit = await installation.visit(token, '/favorites', { viewport: NARROW, hasTouch: true, isMobile: true });
    page = visit.page;
    await settled(page);
  });

  const row = (name: string) => page.locator('[role=row][data-id]').filter({ hasText: name });
  it('has in the menu of a row what can be done, as a sheet with room for a thumb', async () => {
    await page.getByRole('button', { name: 'Actions for Redis' }).click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'Mark as updated' }).waitFor();
    const { x, y, width, height } = (await menu.boundingBox())!;
    expect([x, width, Math.round(y + height)]).toEqual([0, NARROW.width, NARROW.height]);
    for (const item of await menu.getByRole('menuitem').all())
      expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it('has its first row near the top, rows of two lines, and its filters behind one button that says what is set', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    const { y, height } = (await row('Grafana').boundingBox())!;
    expect(y).toBeLessThanOrEqual(220);
    expect(height).toBeLessThanOrEqual(60);
    const panel = await openFilter(page);
    const box = (await panel.boundingBox())!;
    expect([box.x, box.width]).toEqual([0, NARROW.width]);
    await panel.getByLabel('Step').selectOption('Has no update');
    const button = page.getByRole('button', { name: 'Filter: has no update' });
    await button.waitFor();
    await panel.getByRole('button', { name: 'Clear the filter' }).click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filter', exact: true }).waitFor();
    await row('Grafana').waitFor();
  });

  it('has what is used most at its foot, and no message over it', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await findings(page)).toEqual([]);
    const foot = page.getByRole('navigation', { name: 'Screens' });
    const box = (await foot.boundingBox())!;
    expect(Math.round(box.y + box.height)).toBe(NARROW.height);
    for (const link of await foot.getByRole('link').all())
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await row('Keycloak').getByRole('checkbox').check();
    const bar = page.getByRole('toolbar');
    expect((await bar.boundingBox())!.y + (await bar.boundingBox())!.height).toBeLessThanOrEqual(box.y);
    // What is said goes after ten seconds, which a busy machine may need for the next steps.
    await page.evaluate(() => {
      const own = window.setTimeout.bind(window) as (...given: unknown[]) => number;
      Object.assign(window, { setTimeout: (act: unknown, ms?: number) => own(act, ms === 10_000 ? 600_000 : ms) });
    });
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute', exact: true }).click();
    const said = page.getByRole('alert').filter({ hasText: 'muted' });
    await said.waitFor();
    await row('Grafana').getByRole('checkbox').check();
    await bar.waitFor();
    await eventually(async () => {
      const [top, own] = [(await bar.boundingBox())!.y, (await said.boundingBox())!];
      return own.y + own.height <= top;
    });
    await foot.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.waitForURL('**/profile');
    await foot.getByRole('link', { name: 'Updates' }).click();
    await page.waitForURL('**/updates');
  });

  describe('what lies over a screen', () => {
    const address = () => new URL(page.url()).pathname;

    it('closes by going back, and the screen stays', async () => {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Updates' }).click();
      await page.waitForURL('**/updates');
      await settled(page);
      const length = await page.evaluate(() => history.length);
      const menu = page.getByRole('menu');
      for (const way of ['back', 'escape', 'back'] as const) {
        await page.getByRole('button', { name: 'Actions for Redis' }).click();
        await menu.waitFor();
        if (way === 'back') await page.goBack();
        else await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
        expect(address()).toBe('/updates');
        await row('Redis').waitFor();
      }
      // Nothing is left behind that has to be gone back through.
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 1);
    });

    it('goes in the order in which it was opened, and screens behind it can be gone back to', async () => {
      await page.getByRole('button', { name: 'Actions for Redis' }).click();
      await page.getByRole('menuitem', { name: 'Tags …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      expect(address()).toBe('/updates');
      await page.getByRole('button', { name: 'Search' }).first().click();
      await dialog.waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      const foot = page.getByRole('navigation', { name: 'Screens' });
      await foot.getByRole('button', { name: 'Open the menu' }).click();
      await page.getByRole('link', { name: 'Tokens' }).click();
      await page.waitForURL('**/tokens');
      await page.goBack();
      await page.waitForURL('**/updates');
      await row('Redis').waitFor();
      await foot.getByRole('button', { name: 'Open the menu' }).click();
      await page.getByRole('link', { name: 'Tokens' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Tokens' }).waitFor({ state: 'hidden' });
      expect(address()).toBe('/updates');
    });

    it('says what it is about, and a touch beside it closes it and does nothing else', async () => {
      await page.getByRole('button', { name: 'Actions for Redis' }).click();
      const menu = page.getByRole('menu');
      await menu.getByText('Actions for Redis').waitFor();
      const { x, y } = (await page.getByRole('button', { name: 'Share', includeHidden: true }).boundingBox())!;
      await eventually(async () => {
        const over = await page.evaluate(
          ([left, top]) => getComputedStyle(document.elementFromPoint(left!, top!)!).backgroundColor,
          [x + 5, y + 5],
        );
        return /^rgba\(0, 0, 0, 0\.[4-9]/.test(over);
      });
      await page.touchscreen.tap(x + 5, y + 5);
      await menu.waitFor({ state: 'detached' });
      expect(await page.getByRole('menu').count()).toBe(0);
      // It goes back in the history by itself, which would end whatever is opened meanwhile.
      await page.waitForFunction(() => (history.state as { over?: number } | null)?.over === undefined);
    });
  });
});
