import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { flaws, WAYS } from './setup/axe';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { track } from './setup/favorites';
import { listInPage, openFilter, settled, useInstallation } from './setup/installation';
import { learn, vulnerable } from './setup/vulnerable';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const installation = useInstallation({ CHECK_EVERY: '1s' });
let token: string;
let software: Map<string, string>;
let favorites: Map<string, string>;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  token = await installation.token();
  const late = { version: '1.1.0', released_at: daysAgo(3), notes_url: `${installation.server.url}/search` };
  ({ software, favorites } = await vulnerable(installation, token, [
    product('Late', [{ version: '1.0.0', released_at: daysAgo(800) }, late]),
    { ...product('Ended', ['3.0', '4.0']), lifecycle: [{ cycle: '3', eol_on: daysAgo(40).slice(0, 10) }] },
  ]));
  visit = await installation.visit(token);
  page = visit.page;
  await settled(page);
});

const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const names = () => page.locator('[role=row][data-id] a[href^="/software"]').allInnerTexts();
const card = () => page.getByRole('region', { name: 'Vulnerabilities' });
const finding = (id: string) => card().locator(`[data-finding="${id}"]`);
const open = async (name: string, query = '') => {
  await page.goto(`/software/${software.get(name)}${query}`);
  await card().waitFor();
  await settled(page);
};
const openUpdates = async (query = '') => {
  await page.goto(`/updates${query}`);
  await row('nginx').waitFor();
  await settled(page);
};
/** As somebody reads it, without what only readers of screens get. */
const seen = (name: string) =>
  row(name)
    .locator('[class*="_marks_"] > *')
    .evaluateAll((all) => all.map((one) => one.firstChild!.textContent));

describe('Updates', () => {
  it('open by urgency: groups, a sentence that counts them, and marks in the rows, all in the page', async () => {
    await row('nginx').waitFor();
    // Each group is of one or two: they are set apart, without headings.
    expect(await page.locator('[role=row]:not([data-id], [aria-rowindex])').count()).toBe(0);
    expect(await page.locator('[role=row][data-apart]').count()).toBe(7);
    expect((await names()).slice(0, 6)).toEqual(['nginx', 'Grafana', 'Home Assistant', 'Ended', 'Late', 'Many']);
    await page.getByText(/^5 of 9 need attention\./).waitFor();
    for (const [name, ...marks] of [
      ['nginx', '1 exploited', '1 critical', 'fixes 4', '2 security ids'],
      ['Grafana', '2 critical', '12.4.0 fixes 1 of 2', 'fixes 1 of 2', '2 breaking'],
      ['Ended', expect.stringMatching(/^support ended/)],
      ['Late', '2 years behind'],
      ['Jenkins', 'fixes none of 1'],
      ['Redis', 'CVE-2026-90001'],
      // Unclear, and not assessed.
      ['Keycloak'],
      ['Home Assistant', '1 breaking'],
    ] as [string, ...unknown[]][])
      expect([name, ...(await seen(name))]).toEqual([name, ...marks]);
    const words = row('nginx').getByRole('gridcell', {
      name: '1 exploited of the known vulnerabilities; 1 critical of the known vulnerabilities; fixes 4 known vulnerabilities; 2 security ids in the release notes;',
    });
    expect(await words.count()).toBe(1);
    expect(await page.getByRole('columnheader', { name: 'Notes' }).count()).toBe(0);
    expect(visit.calls.filter((call) => call.startsWith('GET /api/v1/favorite'))).toEqual([]);
    expect(await listInPage(page)).toMatch(/(?=.*sort=matters)(?=.*includeHighlights=true)/);
  });

  it('have one skipped at once, counted, and back with the undo', async () => {
    await row('Grafana').focus();
    await page.locator('[role=row][data-active]', { hasText: 'Grafana' }).waitFor();
    await page.keyboard.press('s');
    await row('Grafana').waitFor({ state: 'detached' });
    await page.getByText(/^4 of 8 need attention\./).waitFor({ timeout: 40_000 });
    await page.keyboard.press('Control+z');
    await row('Grafana').waitFor();
    await openUpdates();
    await page.getByText(/^5 of 9 need attention\./).waitFor({ timeout: 40_000 });
  });

  it('lead to the notes by a key and by the menu of a row', async () => {
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

  it('remember how they are grouped, and the address wins', async () => {
    const first = async () => (await names())[0];
    await (await openFilter(page)).getByLabel('Group by').selectOption('Step');
    await page.waitForURL(/group=step/);
    await eventually(async () => (await first()) !== 'nginx');
    await openUpdates();
    expect(await first()).not.toBe('nginx');
    await openUpdates('?group=matters');
    expect(await first()).toBe('nginx');
    await openUpdates();
    await (await openFilter(page)).getByLabel('Group by').selectOption('What matters');
    await page.waitForURL(/group=matters/);
    await openUpdates();
    expect(await first()).toBe('nginx');
  });

  it('are filtered by risk, the worst first, as the address says', async () => {
    await (await openFilter(page)).getByLabel('Risk').selectOption('Vulnerable');
    await page.waitForURL(/vulnerable=true/);
    await row('Redis').waitFor({ state: 'detached' });
    await eventually(async () => (await names()).join() === 'nginx,Grafana,Many,Jenkins');
    await page.reload();
    await row('nginx').waitFor();
    expect(await names()).toEqual(['nginx', 'Grafana', 'Many', 'Jenkins']);
    await page.getByRole('button', { name: 'Filter: vulnerable' }).waitFor();
    const panel = await openFilter(page);
    await panel.getByLabel('Filter by name').fill('Keyc');
    await page.getByText('No favorite matches “Keyc”, vulnerable').waitFor();
    await panel.getByRole('button', { name: 'Clear the filter' }).click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.waitForURL((url) => !url.search.includes('vulnerable'));
    await row('Redis').waitFor();
  });

  it('say when nothing is urgent', async () => {
    const other = await installation.token('grace');
    await track(installation, other, [
      { name: 'Quiet', inUse: '1.0.0', newer: ['1.0.1'] },
      { name: 'Calm', inUse: '1.0.0', newer: ['1.1.0'] },
    ]);
    await (await installation.visit(other)).page.getByText(/^None of 2 needs attention\./).waitFor();
  });
});

it('Favorites mark what is vulnerable, have the same filter and order, and are a jump away in the palette', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('vulner');
  await page.getByRole('dialog').getByText('Vulnerable favorites, the worst first').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/favorites\?vulnerable=true&sort=-risk/);
  await page.goto('/favorites');
  await row('nginx').waitFor();
  expect(await seen('nginx')).toEqual(['1 exploited', '1 critical']);
  expect(await seen('Jenkins')).toEqual(['1 vulnerability']);
  for (const name of ['Redis', 'MariaDB', 'Keycloak', 'Home Assistant'])
    expect((await seen(name)).filter((mark) => !mark?.includes('support'))).toEqual([]);
  const panel = await openFilter(page);
  await panel.getByLabel('Order').selectOption('By risk');
  await page.waitForURL(/sort=-risk/);
  await eventually(async () => (await names())[0] === 'nginx');
  await panel.getByLabel('Risk').selectOption('Known to be exploited');
  await page.waitForURL(/exploited=true/);
  await row('Grafana').waitFor({ state: 'detached' });
  expect(await names()).toEqual(['nginx']);
});

describe('a product', () => {
  // The sentences of other cases: words.spec.ts.
  it('says what is known of its version in use, and names the next step where no database knows it', async () => {
    for (const [name, sentence] of [
      ['Redis', /^None of Bitnami's records is about this version, as of August 5, 2026\./],
      ['Keycloak', 'It is not clear whether version 26.1.0 is vulnerable: of 1 vulnerability no database names a fix.'],
      ['MariaDB', /^Not assessed: support of version 10\.5\.2 has ended/],
      ['Home Assistant', 'Not assessed: no database knows this product.'],
    ] as const) {
      visit.calls.splice(0);
      await open(name);
      await card().getByText(sentence).waitFor();
      expect(await card().innerText()).not.toMatch(/no known|safe\b|not vulnerable/i);
    }
    await card().getByText('Not assessed: no database knows').click();
    await card().getByText('The product has no identifier by which a database could name it.').waitFor();
    expect(visit.calls.filter((call) => call.includes('/advisory'))).toEqual([]);
    const docs = card().getByRole('link', { name: 'How vulnerabilities are found' });
    expect(await docs.getAttribute('href')).toBe('/docs/vulnerabilities');
  });

  it('says what the newest version of the same cycle fixes', async () => {
    await open('Grafana');
    await page.getByText('12.4.0 fixes 1 of 2', { exact: true }).waitFor();
  });

  it('lists findings, the worst first, with those that do not count apart', async () => {
    await open('nginx');
    await card()
      .getByText('has 4 known vulnerabilities: 1 critical, 1 known to be exploited. The update to 1.30.4 fixes all 4.')
      .waitFor();
    const rows = card().getByRole('list', { name: 'Vulnerabilities' }).getByRole('listitem');
    expect((await rows.first().innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'CVE-2026-42533 Critical Exploited EPSS 91.4% fixed in 1.30.3 Decide A request with a forged length lets memory of the worker be read and written',
    );
    await card().getByRole('button', { name: 'Show all 4' }).click();
    expect(await rows.count()).toBe(4);
    expect(await finding('CVE-2026-38250').innerText()).toContain('< 0.1%');
    for (const name of ['No fix named (1)', 'Disputed (1)']) await card().getByText(name, { exact: true }).click();
    await card().getByRole('list', { name: 'No fix named (1)' }).getByText('CVE-2019-20372').waitFor();
    await card().getByRole('list', { name: 'Disputed (1)' }).getByText('CVE-2026-31100').waitFor();
    expect(await finding('CVE-2026-42533').getByRole('link').getAttribute('href')).toMatch(/^https:\/\//);
  });

  it('takes a decision by the keyboard, folds what is decided, and undoes it', async () => {
    await finding('CVE-2026-38250').getByRole('button', { name: 'Decide about CVE-2026-38250' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Decide about CVE-2026-38250' });
    await dialog.getByLabel('Reason').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Say why, in a few words').waitFor();
    await dialog.getByLabel('Until').fill('2020-01-01');
    await dialog.getByLabel('Reason').fill('Logs hold nothing secret.');
    visit.allow(422);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must not be in the past').waitFor();
    await dialog.getByLabel('Until').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await card().getByText('has 3 known vulnerabilities').waitFor();
    expect(await finding('CVE-2026-38250').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent)).toBe('Vulnerabilities');
    await card().getByText('1 decided', { exact: true }).click();
    await finding('CVE-2026-38250').getByText('Not affected: Logs hold nothing secret.').waitFor();
    await page.keyboard.press('Control+z');
    await card().getByText('has 4 known vulnerabilities').waitFor();
    expect(await finding('CVE-2026-38250').innerText()).not.toContain('Logs hold');
  });

  it('keeps what somebody looks at in the list, and changes and takes back decisions', async () => {
    await open('Grafana');
    await page.getByRole('button', { name: 'Decide about CVE-2026-51002' }).click();
    await page.getByRole('radio', { name: 'Under review' }).check();
    await page.getByRole('dialog').getByLabel('Reason').fill('Ada asks the makers.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await finding('CVE-2026-51002').getByText('Under review: Ada asks the makers.').waitFor();
    await card().getByText('has 2 known vulnerabilities').waitFor();
    await page.getByRole('button', { name: 'Change the decision about CVE-2026-51002' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Decide about CVE-2026-51002' }).waitFor();
  });

  it('asks to look again at what is exploited since it was decided', async () => {
    const path = `/favorite/${favorites.get('Jenkins')}/advisory`;
    const decision = { state: 'accepted', reason: 'Only we see it.', until: '2099-01-31' };
    await installation.api(token, 'PUT', `${path}/CVE-2026-81001`, decision);
    await open('Jenkins');
    await card().getByText('You have decided about the only vulnerability of version 2.500 in the records.').waitFor();
    await card().getByText('1 decided', { exact: true }).click();
    await finding('CVE-2026-81001').getByText('Risk accepted until January 31, 2099: Only we see it.').waitFor();
    await learn(installation, 'kev', {
      dateReleased: '2026-08-06',
      vulnerabilities: [{ cveID: 'CVE-2026-81001', dateAdded: '2026-08-06' }],
    });
    await eventually(async () => {
      type Answer = { advisories: { triage: { needs_review: boolean } }[] };
      const { advisories } = await installation.api<Answer>(token, 'GET', path);
      return advisories[0]!.triage.needs_review;
    }, 20_000);
    await page.reload();
    await finding('CVE-2026-81001').getByText('Look at it again').waitFor();
  });

  it('says when its findings cannot be read, and reads them again', async () => {
    visit.allow(503);
    await page.route('**/advisory', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`/software/${software.get('nginx')}`);
    const again = card().getByRole('button', { name: 'Try again' });
    await again.waitFor({ timeout: 30_000 });
    await page.unroute('**/advisory');
    await again.click();
    await finding('CVE-2026-42533').waitFor();
  });

  it.each([
    ['wide', WIDE],
    ['narrow', NARROW],
  ])('leaves the room that its findings will take: %s', async (_name, size) => {
    await page.setViewportSize(size);
    let answer!: () => void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/advisory', (route) => held.then(() => route.continue()));
    await page.goto(`/software/${software.get('nginx')}`);
    await card().getByText('has 4 known vulnerabilities').waitFor();
    const before = (await card().boundingBox())!.height;
    answer();
    await finding('CVE-2026-42533').waitFor();
    const after = (await card().boundingBox())!.height;
    await page.unroute('**/advisory');
    await page.setViewportSize(WIDE);
    expect(Math.abs(after - before) / after).toBeLessThan(0.15);
  });

  it('shows a thousand findings without a pause', async () => {
    await open('Many');
    expect(await card().locator('[data-finding]').count()).toBe(3);
    const longest = await page.evaluate(async () => {
      const tasks: number[] = [];
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(duration))).observe({
        entryTypes: ['longtask'],
      });
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === 'Show all 1,000')!.click();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return Math.max(0, ...tasks);
    });
    expect(await card().locator('[data-finding]').count()).toBe(1_000);
    // 77 ms on two busy cores; a hundred times as much is a pause.
    expect(longest).toBeLessThan(2_000);
    await page.getByRole('button', { name: 'Decide about CVE-2023-10999' }).click();
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
    await page.keyboard.press('Escape');
  });

  it('takes with its policy of which to tell, and which fixes are offered earlier', async () => {
    await open('Redis', '?settings=yes');
    await page.getByRole('combobox', { name: 'Alert me about vulnerabilities' }).selectOption('High and above');
    await page.getByRole('combobox', { name: 'Offer fixes earlier' }).selectOption('If it is critical or exploited');
    await page.getByLabel('Minimum age of such a fix').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    type Policy = { advisories: string; urgent: object | null };
    const policy = () => installation.api<Policy>(token, 'GET', `/favorite/${favorites.get('Redis')}/policy`);
    await eventually(async () => (await policy()).advisories === 'high');
    expect((await policy()).urgent).toEqual({ from: 'critical', minimum_age_days: 3 });
    await page.keyboard.press('Control+z');
    await eventually(async () => (await policy()).advisories === 'critical');
    expect((await policy()).urgent).toBeNull();
  });
});

it.each(WAYS)('axe finds nothing, and nothing is wider than the window: %s', async (_name, options) => {
  const other = await installation.visit(token, '/updates', options);
  const wrong: string[] = [];
  for (const path of ['/updates?group=matters', '/favorites?sort=-risk', `/software/${software.get('nginx')}`]) {
    await other.page.goto(path);
    await other.page.locator('h1').waitFor();
    await settled(other.page);
    await other.page.waitForLoadState('networkidle');
    wrong.push(...(await flaws(other.page)));
  }
  await other.page.getByRole('button', { name: 'Decide about CVE-2026-42533' }).click();
  await other.page.getByRole('dialog').getByLabel('Reason').waitFor();
  wrong.push(...(await flaws(other.page)));
  expect(wrong).toEqual([]);
});
