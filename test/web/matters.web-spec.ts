import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { track } from './setup/favorites';
import { Installation, listInPage, settled } from './setup/installation';
import { vulnerable } from './setup/vulnerable';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

let installation: Installation;
let token: string;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  installation = await Installation.start({ CHECK_EVERY: '1s' });
  token = await installation.token();
  await vulnerable(installation, token);
  await installation.publish(
    product('Late', [
      { version: '1.0.0', released_at: daysAgo(800) },
      { version: '1.1.0', released_at: daysAgo(3), notes_url: `${installation.server.url}/search` },
    ]),
    { ...product('Ended', ['3.0', '4.0']), lifecycle: [{ cycle: '3', eol_on: daysAgo(40).slice(0, 10) }] },
  );
  for (const [name, version] of [
    ['Late', '1.0.0'],
    ['Ended', '3.0'],
  ]) {
    const [found] = await installation.api<{ id: string }[]>(token, 'GET', `/software?name=${name}`);
    await installation.api(token, 'POST', '/favorite', { software: found!.id, version });
  }
  // The notes are stored, and a check has seen them.
  await eventually(async () => {
    const breaking = await installation.api<unknown[]>(token, 'GET', '/favorite?matters=breaking');
    return breaking.length === 1;
  }, 30_000);
  visit = await installation.visit(token);
  page = visit.page;
  await settled(page);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const names = () => page.locator('[role=row][data-id] a[href^="/software"]').allInnerTexts();
const heads = async () =>
  (await page.locator('[class*=groupName]').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
const seen = (name: string) =>
  row(name)
    .locator('[class*="_marks_"] > *')
    .evaluateAll((all) => all.map((one) => one.firstChild!.textContent));
const open = async (address: string) => {
  await page.goto(address);
  await row('nginx').waitFor();
  await settled(page);
};

describe('what matters', () => {
  it('is how Updates opens: the groups by urgency, and a sentence that counts them', async () => {
    await row('nginx').waitFor();
    expect(await heads()).toEqual([
      'Known to be exploited 1',
      'Fixes vulnerabilities 1',
      'Breaking changes 1',
      'Support ends 1',
      'Far behind 1',
      'Major 1',
      'Minor 2',
      'Patch 1',
    ]);
    expect((await names()).slice(0, 6)).toEqual(['nginx', 'Grafana', 'Home Assistant', 'Ended', 'Late', 'Many']);
    await page.getByText('5 of 9 updates matter today. 3 not assessed for vulnerabilities.').waitFor();
    expect(visit.calls.filter((call) => call.startsWith('GET /api/v1/favorite?'))).toEqual([]);
    expect(await listInPage(page)).toContain('sort=matters');
  });

  it('is marked in each row', async () => {
    expect(await seen('nginx')).toEqual(['1 exploited', '1 critical', 'fixes 4', '2 security ids']);
    expect(await seen('Grafana')).toEqual(['2 critical', 'fixes 1 of 2', '2 breaking']);
    expect(await seen('Ended')).toEqual([expect.stringMatching(/^support ended/)]);
    expect(await seen('Late')).toEqual(['2 years behind']);
    expect(await page.getByRole('columnheader', { name: 'Notes' }).count()).toBe(0);
  });

  it('can be skipped as a group, and comes back with the undo', async () => {
    await page.getByRole('button', { name: 'Skip: Fixes vulnerabilities' }).click();
    await row('Grafana').waitFor({ state: 'detached' });
    await page.getByText('4 of 8 updates matter today.').waitFor({ timeout: 40_000 });
    await page.keyboard.press('Control+z');
    await row('Grafana').waitFor();
    await open('/updates');
    await page.getByText('5 of 9 updates matter today.').waitFor({ timeout: 40_000 });
  });

  it('leads to the notes by a key and by the menu of a row', async () => {
    await row('Late').focus();
    await page.locator('[role=row][data-active]', { hasText: 'Late' }).waitFor();
    const opened = visit.context.waitForEvent('page');
    await page.keyboard.press('o');
    const notes = await opened;
    await notes.waitForURL('**/search');
    expect(await notes.evaluate(() => window.opener === null)).toBe(true);
    await notes.close();
    await row('Late').getByRole('button', { name: 'Actions for Late' }).click();
    const item = page.getByRole('menuitem', { name: /^Notes/ });
    expect(await item.getAttribute('href')).toMatch(/\/search$/);
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'detached' });
  });

  it('is remembered as one of the groupings, and the address wins', async () => {
    await page.getByText('Step', { exact: true }).first().click();
    await page.waitForURL(/group=step/);
    await eventually(async () => (await heads())[0]?.startsWith('Major') === true);
    await open('/updates');
    expect((await heads())[0]).toMatch(/^Major/);
    await open('/updates?group=matters');
    expect((await heads())[0]).toBe('Known to be exploited 1');
    await page.getByRole('radiogroup', { name: 'Group by' }).getByText('What matters').click();
    await open('/updates');
    await page.getByText('Step', { exact: true }).first().click();
    await page.getByText('What matters', { exact: true }).click();
    await page.waitForURL(/group=matters/);
    await open('/updates');
    expect((await heads())[0]).toBe('Known to be exploited 1');
  });

  it.each([
    ['wide', WIDE, 'light'],
    ['wide and dark', WIDE, 'dark'],
    ['narrow', NARROW, 'light'],
    ['narrow and dark', NARROW, 'dark'],
  ] as const)('can be read by everybody: %s', async (_name, size, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await open('/updates');
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(WIDE);
  });

  it('says when nothing does, and that nobody knows about vulnerabilities', async () => {
    const other = await installation.token('grace');
    await track(installation, other, [
      { name: 'Quiet', inUse: '1.0.0', newer: ['1.0.1'] },
      { name: 'Calm', inUse: '1.0.0', newer: ['1.1.0'] },
    ]);
    const visitor = await installation.visit(other);
    await visitor.page
      .getByText('Nothing about these 2 updates is urgent. No database of vulnerabilities knows them.')
      .waitFor();
  });
});
