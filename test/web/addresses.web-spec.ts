import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { NEW_ADDRESSES } from '../lookup/addresses';
import { startWorld, type World } from '../lookup/world';
import { startApp, type TestApp } from '../setup/app';
import { WebBrowser } from './setup/browser';

/** Some addresses are of the same product. */
const ADDRESSES = [...new Map(NEW_ADDRESSES.map((one) => [`${one[1]} ${one[2]} ${one[3]}`, one])).values()];
/** Nobody looks more than 30 new ones up in a minute, to show and to add. */
const OF_A_USER = 10;

let world: World;
let test: TestApp;
let browser: WebBrowser;
let page: Page;

// In this process, where the stand-ins answer for the servers of the world.
beforeAll(async () => {
  world = await startWorld();
  test = await startApp(world.environment, join(__dirname, '..', '..', 'dist', 'web'));
  browser = await WebBrowser.start();
});

afterEach(() => browser.assertFaultless());
afterAll(async () => {
  await browser.close();
  await test.close();
  await world.close();
});

async function searchAs(user: string): Promise<Page> {
  const visit = await browser.visit(test.url, {}, true);
  await visit.context.request.post('/api/v1/session', {
    data: { token: await test.token(user) },
    headers: { origin: test.url, 'sec-fetch-site': 'same-origin' },
  });
  await visit.page.goto('/search');
  return visit.page;
}

describe('the box takes what people paste', () => {
  it.each(ADDRESSES.map((one, place) => [...one, place] as const))(
    '%s, of %s, is added and tracked in one go',
    async (address, _type, name, _publisher, latest, place) => {
      if (place % OF_A_USER === 0) page = await searchAs(`user ${place / OF_A_USER}`);
      await page.getByRole('searchbox').fill(address);
      await page.getByRole('searchbox').press('Enter');
      const form = page.getByRole('form', { name: /^Add / });
      await form.waitFor();
      if (latest !== null) await form.getByText(latest, { exact: true }).first().waitFor();
      expect(await form.getByLabel('Name').inputValue()).toBe(name);
      const inUse = form.getByLabel('Version in use');
      if ((await inUse.inputValue()) === '') await inUse.fill(latest ?? '1.0');
      await form.getByRole('button', { name: 'Add and track' }).click();
      await page.waitForURL('**/software/*');
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.getByRole('link', { name: 'Search' }).first().click();
      await page.waitForURL('**/search**');
    },
  );

  it('and the list has all of them, without a reload', async () => {
    await page.getByRole('link', { name: 'Favorites' }).click();
    const ofLast = ((ADDRESSES.length - 1) % OF_A_USER) + 1;
    await page
      .getByRole('grid')
      .locator('[role="row"][data-id]')
      .nth(ofLast - 1)
      .waitFor();
    const [{ n }] = (await test.database.query('SELECT COUNT(*) AS n FROM favorite')) as [{ n: number | string }];
    expect(Number(n)).toBe(ADDRESSES.length);
  });
});
