import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { NARROW, type Visit } from './setup/browser';
import { Installation, settled } from './setup/installation';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const FAR = day(900);
const month = (of: string) =>
  new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(of));

/** Names, and the last day of support of the version in use. */
const ENDS: [string, string | null][] = [
  ['Over', day(-40)],
  ['Soon', day(12)],
  ['Far', FAR],
  ['Unheard of', null],
];

describe('how long versions are supported', () => {
  let installation: Installation;
  let token: string;
  let visit: Visit;
  let page: Page;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    installation = await Installation.start({ CHECK_EVERY: '1s' });
    token = await installation.token();
    await installation.publish(
      ...ENDS.map(([name, eol]) => ({
        ...product(name, [
          { version: '1.0', released_at: `${day(-300)}T00:00:00Z` },
          { version: '2.0', released_at: `${day(-20)}T00:00:00Z` },
        ]),
        ...(eol ? { lifecycle: [{ cycle: '1', eol_on: eol, latest: '1.0' }] } : {}),
      })),
    );
    const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
    for (const { id, name } of all) ids[name] = id;
    for (const [name] of ENDS)
      await installation.api(token, 'POST', '/favorite', { software: ids[name], version: '1.0' });
    await eventually(async () => {
      const { support } = await installation.api<{ support: { ended: number; ending: number } }>(
        token,
        'GET',
        '/summary',
      );
      return support.ended === 1 && support.ending === 1;
    }, 20_000);
    visit = await installation.visit(token);
    page = visit.page;
    await settled(page);
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

  it('is counted on Updates, with the way to those', async () => {
    await page.getByRole('link', { name: '1 ends in 12 days' }).waitFor();
    expect(await row('Soon').innerText()).toContain('support ends in 12 days');
    expect(await row('Over').innerText()).toContain(`support ended ${month(day(-40))}`);
    expect(await row('Far').innerText()).toContain(`supported until ${month(FAR)}`);
    expect(await row('Unheard of').innerText()).not.toContain('support');
    await page.getByRole('link', { name: '1 out of support' }).click();
    await page.waitForURL(/support=ended/);
    await row('Over').waitFor();
    await settled(page);
    expect(await row('Soon').count()).toBe(0);
  });

  it('is a column of Favorites that can be sorted and filtered by', async () => {
    await page.goto('/favorites');
    await row('Soon').waitFor();
    await page.getByRole('button', { name: 'Sort by support' }).or(page.getByTitle('Sort by support')).first().click();
    await page.waitForURL(/sort=eol/);
    await eventually(async () => {
      const names = await page.locator('[role=row][data-id] a[href^="/software/"]').allInnerTexts();
      return names.join() === 'Over,Soon,Far,Unheard of';
    });
    expect(await row('Over').innerText()).toContain(`ended ${month(day(-40))}`);
    await page.getByRole('combobox', { name: 'Support' }).selectOption('Ends within 90 days');
    await page.waitForURL(/support=ending/);
    await row('Over').waitFor({ state: 'detached' });
    await row('Soon').waitFor();
  });

  it('is a line through the timeline of a product, and words where it lies beyond', async () => {
    await page.goto(`/software/${ids.Over}`);
    await page.locator('[data-support-end=seen]').waitFor();
    await page.getByText(`support ended ${month(day(-40))}`).waitFor();
    await page.goto(`/software/${ids.Far}`);
    await page.locator('[data-support-end=beyond]').waitFor();
    await page.goto(`/software/${ids['Unheard of']}`);
    await page.getByRole('slider').waitFor();
    expect(await page.locator('[data-support-end]').count()).toBe(0);
  });

  it('follows the policy: notices, and a contract of one’s own', async () => {
    await page.goto(`/software/${ids.Over}`);
    const notice = page.getByLabel('Say when support ends');
    await notice.fill('60, soon');
    await notice.blur();
    await page.getByText('Whole days, with commas between them').waitFor();
    await notice.fill('60, 14');
    await page.getByLabel('My own contract lasts until').fill(FAR);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`supported until ${month(FAR)}`).waitFor();
    const [favorite] = await installation.api<{ policy: object }[]>(
      token,
      'GET',
      `/favorite?software_id=${ids.Over}&includePolicy`,
    );
    expect(favorite!.policy).toMatchObject({ support_notice: [60, 14], support_basis: 'eol', supported_until: FAR });
  });

  it('is said on a phone, too', async () => {
    await page.setViewportSize(NARROW);
    await page.goto('/favorites');
    await row('Soon').getByText('support ends in 12 days').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
  });
});
