import type { Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { Installation, listInPage, settled } from './setup/installation';
import { learn, vulnerable } from './setup/vulnerable';

let installation: Installation;
let token: string;
let software: Map<string, string>;
let favorites: Map<string, string>;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  installation = await Installation.start({ CHECK_EVERY: '1s' });
  token = await installation.token();
  ({ software, favorites } = await vulnerable(installation, token));
  visit = await installation.visit(token);
  page = visit.page;
  await settled(page);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const names = () => page.locator('[role=row][data-id] a[href^="/software"]').allInnerTexts();
const card = () => page.getByRole('region', { name: 'Vulnerabilities' });
const finding = (id: string) => card().locator(`[data-finding="${id}"]`);
const open = async (name: string) => {
  await page.goto(`/software/${software.get(name)}`);
  await card().waitFor();
  await settled(page);
};
/** As somebody reads it, without what only readers of screens get. */
const seen = (name: string) =>
  row(name)
    .locator('[class*="_marks_"] > span')
    .evaluateAll((all) => all.map((one) => one.firstChild!.textContent));

describe('Updates', () => {
  it('say in a few words what an update fixes, and what its notes warn of', async () => {
    await row('nginx').waitFor();
    expect(await seen('nginx')).toEqual(['1 exploited', '1 critical', 'fixes 4', '2 security ids']);
    expect(await seen('Grafana')).toEqual(['2 critical', 'fixes 1 of 2', '2 breaking']);
    expect(await seen('Jenkins')).toEqual(['fixes none of 1']);
    expect(await seen('Redis')).toEqual(['CVE-2026-90001']);
    // Unclear, and not assessed.
    expect(await seen('Keycloak')).toEqual([]);
    expect(await seen('Home Assistant')).toEqual(['1 breaking']);
    const words = row('nginx').getByRole('gridcell', {
      name: '1 exploited of the known vulnerabilities; 1 critical of the known vulnerabilities; fixes 4 known vulnerabilities; 2 security ids in the release notes;',
    });
    expect(await words.count()).toBe(1);
  });

  it('are filtered by risk, the worst first, as the address says', async () => {
    await page.getByRole('button', { name: 'Vulnerable', exact: true }).click();
    await page.waitForURL(/vulnerable=true/);
    await row('Redis').waitFor({ state: 'detached' });
    await eventually(async () => (await names()).join() === 'nginx,Grafana,Many,Jenkins');
    await page.getByRole('button', { name: 'Update: Known to be exploited' }).waitFor();
    await page.reload();
    await row('nginx').waitFor();
    expect(await names()).toEqual(['nginx', 'Grafana', 'Many', 'Jenkins']);
    expect(await page.getByRole('button', { name: 'Vulnerable', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByLabel('Filter by name').fill('Keyc');
    await page.getByText('No favorite matches “Keyc”, vulnerable').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await page.waitForURL((url) => !url.search.includes('vulnerable'));
    await row('Redis').waitFor();
  });

  it('ask for no list when they are opened: the page has it, with the marks', async () => {
    visit.calls.splice(0);
    await page.goto('/updates');
    await row('nginx').waitFor();
    await page.waitForLoadState('networkidle');
    expect(visit.calls.filter((call) => call.includes('/favorite'))).toEqual([]);
    expect(await listInPage(page)).toContain('includeHighlights=true');
    expect(await seen('nginx')).toContain('1 exploited');
  });
});

describe('Favorites', () => {
  it('mark what is vulnerable, and have the same filter and order', async () => {
    await page.goto('/favorites');
    await row('nginx').waitFor();
    expect(await seen('nginx')).toEqual(['1 exploited', '1 critical']);
    expect(await seen('Jenkins')).toEqual(['1 vulnerability']);
    for (const name of ['Redis', 'MariaDB', 'Keycloak', 'Home Assistant']) expect(await seen(name)).toEqual([]);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By risk');
    await page.waitForURL(/sort=-risk/);
    await eventually(async () => (await names())[0] === 'nginx');
    await page.getByRole('combobox', { name: 'Risk' }).selectOption('Known to be exploited');
    await page.waitForURL(/exploited=true/);
    await row('Grafana').waitFor({ state: 'detached' });
    expect(await names()).toEqual(['nginx']);
  });

  it('are a jump away in the palette', async () => {
    // In a field of a form the keys are the field's.
    await page.goto('/updates');
    await row('nginx').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('vulner');
    await page.getByRole('dialog').getByRole('button', { name: 'Vulnerable favorites, the worst first' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/favorites\?vulnerable=true&sort=-risk/);
  });
});

describe('a product', () => {
  it.each([
    [
      'nginx',
      'Version 1.30.0 has 4 known vulnerabilities: 1 critical, 1 known to be exploited. The update to 1.30.4 fixes all 4.',
    ],
    ['Grafana', 'Version 12.3.0 has 2 known vulnerabilities: 2 critical. The update to 13.0.1 fixes 1 of 2.'],
    ['Jenkins', 'Version 2.500 has 1 known vulnerability. The update to 2.504 does not fix it.'],
    ['Keycloak', 'It is not clear whether version 26.1.0 is vulnerable: of 1 vulnerability no database names a fix.'],
    [
      'Redis',
      "None of Bitnami's records is about this version, as of August 5, 2026. That doesn't mean there are none.",
    ],
    [
      'MariaDB',
      'Not assessed: support of version 10.5.2 has ended, so nobody looks any more whether it is vulnerable.',
    ],
    ['Home Assistant', 'Not assessed: no database knows this product.'],
  ])('says what is known of its version in use: %s', async (name, sentence) => {
    await open(name);
    await card().getByText(sentence).waitFor();
    expect(await card().innerText()).not.toMatch(/no known|safe\b|not vulnerable/i);
    expect(await card().getByRole('link', { name: 'How vulnerabilities are found' }).getAttribute('href')).toBe(
      '/docs/vulnerabilities',
    );
  });

  it('names the next step where no database knows it, and asks for nothing', async () => {
    visit.calls.splice(0);
    await open('Home Assistant');
    await card().getByText('The product has no identifier by which a database could name it.').waitFor();
    expect(visit.calls.filter((call) => call.includes('/advisory'))).toEqual([]);
  });

  it('lists findings, the worst first, with those that do not count apart', async () => {
    await open('nginx');
    const table = card().getByRole('table', { name: 'Vulnerabilities' });
    const first = table.getByRole('row').nth(1);
    expect((await first.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'CVE-2026-42533 A request with a forged length lets memory of the worker be read and written Critical Exploited 91.4% 1.30.3 Decide',
    );
    expect(await table.getByRole('row').count()).toBe(5);
    expect(await finding('CVE-2026-38250').innerText()).toContain('< 0.1%');
    await card().getByRole('table', { name: 'No fix named (1)' }).getByText('CVE-2019-20372').waitFor();
    await card().getByRole('table', { name: 'Disputed (1)' }).getByText('CVE-2026-31100').waitFor();
    expect(await finding('CVE-2026-42533').getByRole('link').getAttribute('href')).toMatch(/^https:\/\//);
  });

  it('takes a decision by the keyboard, folds what is decided, and undoes it', async () => {
    await open('nginx');
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
    expect(await finding('CVE-2026-38250').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent)).toBe('Vulnerabilities');
    await card().getByRole('button', { name: '1 decided' }).click();
    await finding('CVE-2026-38250').getByText('Does not concern me: Logs hold nothing secret.').waitFor();
    await page.keyboard.press('Control+z');
    await card().getByText('has 4 known vulnerabilities').waitFor();
    expect(await finding('CVE-2026-38250').innerText()).not.toContain('Logs hold');
  });

  it('keeps what somebody looks at in the list, and changes and takes back decisions', async () => {
    await open('Grafana');
    await page.getByRole('button', { name: 'Decide about CVE-2026-51002' }).click();
    await page.getByRole('radio', { name: 'Being looked at' }).check();
    await page.getByRole('dialog').getByLabel('Reason').fill('Ada asks the makers.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await finding('CVE-2026-51002').getByText('Being looked at: Ada asks the makers.').waitFor();
    await card().getByText('has 2 known vulnerabilities').waitFor();
    await finding('CVE-2026-51002').getByText('not by this update').or(finding('CVE-2026-51002')).first().waitFor();
    await page.getByRole('button', { name: 'Change the decision about CVE-2026-51002' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Decide about CVE-2026-51002' }).waitFor();
  });

  it('asks to look again at what is exploited since it was decided', async () => {
    const path = `/favorite/${favorites.get('Jenkins')}/advisory/CVE-2026-81001`;
    await installation.api(token, 'PUT', path, { state: 'accepted', reason: 'Only we see it.', until: '2099-01-31' });
    await open('Jenkins');
    await card().getByText('You have decided about the only vulnerability of version 2.500 in the records.').waitFor();
    await card().getByRole('button', { name: '1 decided' }).click();
    await finding('CVE-2026-81001').getByText('Risk accepted until January 31, 2099: Only we see it.').waitFor();
    await learn(installation, 'kev', {
      dateReleased: '2026-08-06',
      vulnerabilities: [{ cveID: 'CVE-2026-81001', dateAdded: '2026-08-06' }],
    });
    await eventually(async () => {
      const { advisories } = await installation.api<{ advisories: { triage: { needs_review: boolean } }[] }>(
        token,
        'GET',
        `/favorite/${favorites.get('Jenkins')}/advisory`,
      );
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
    expect(await card().locator('[data-finding]').count()).toBe(10);
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
    await open('Redis');
    await page.getByRole('combobox', { name: 'Tell me of vulnerabilities' }).click();
    await page.getByRole('option', { name: 'High and above' }).click();
    await page.getByRole('combobox', { name: 'Offer fixes earlier' }).click();
    await page.getByRole('option', { name: 'If it is critical or exploited' }).click();
    await page.getByLabel('Minimum age of such a fix').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    const policyOf = async () =>
      await installation.api<{ advisories: string; urgent: object | null }>(
        token,
        'GET',
        `/favorite/${favorites.get('Redis')}/policy`,
      );
    await eventually(async () => (await policyOf()).advisories === 'high');
    expect((await policyOf()).urgent).toEqual({ from: 'critical', minimum_age_days: 3 });
    await page.keyboard.press('Control+z');
    await eventually(async () => (await policyOf()).advisories === 'critical');
    expect((await policyOf()).urgent).toBeNull();
  });
});

it.each([
  ['wide and light', { viewport: WIDE, colorScheme: 'light' as const }],
  ['wide and dark', { viewport: WIDE, colorScheme: 'dark' as const }],
  ['middling', { viewport: { width: 768, height: 1000 }, colorScheme: 'light' as const }],
  ['narrow', { viewport: NARROW, colorScheme: 'dark' as const, hasTouch: true }],
])(
  'axe finds nothing, and nothing is wider than the window: %s',
  async (_name, options) => {
    const other = await installation.visit(token, '/updates', options);
    const wrong: string[] = [];
    const look = async (name: string) => {
      for (const one of await findings(other.page)) wrong.push(`${name}: ${one}`);
      const beyond = await other.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (beyond > 0) wrong.push(`${name}: ${beyond} pixels too wide`);
    };
    const screens: [string, string][] = [
      ['Updates', '/updates?vulnerable=true'],
      ['Favorites', '/favorites?sort=-risk'],
      ...['Keycloak', 'Redis', 'MariaDB', 'Home Assistant', 'nginx'].map((name): [string, string] => [
        name,
        `/software/${software.get(name)}`,
      ]),
    ];
    for (const [name, path] of screens) {
      await other.page.goto(path);
      await other.page.locator('h1').waitFor();
      await settled(other.page);
      await other.page.waitForLoadState('networkidle');
      await look(name);
    }
    await other.page.getByRole('button', { name: 'Decide about CVE-2026-42533' }).click();
    await other.page.getByRole('dialog').getByLabel('Reason').waitFor();
    await look('decision');
    expect(wrong).toEqual([]);
    await other.context.close();
  },
  120_000,
);
