import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { NEW_ADDRESSES } from '../lookup/addresses';
import { startWorld, type World } from '../lookup/world';
import { startApp, type TestApp } from '../setup/app';
import { WebBrowser } from './setup/browser';

/** Some addresses are of the same product. */
const ADDRESSES = [...new Map(NEW_ADDRESSES.map((one) => [`${one[1]} ${one[2]} ${one[3]}`, one])).values()];

let world: World;
let test: TestApp;
let browser: WebBrowser;
let page: Page;

// In this process, where the stand-ins answer for the servers of the world.
beforeAll(async () => {
  world = await startWorld();
  test = await startApp(world.environment, join(__dirname, '..', '..', 'dist', 'web'));
  browser = await WebBrowser.start();
  const visit = await browser.visit(test.url);
  await visit.context.request.post('/api/v1/session', {
    data: { token: await test.token('ada') },
    headers: { origin: test.url, 'sec-fetch-site': 'same-origin' },
  });
  page = visit.page;
  await page.goto('/search');
});

afterAll(async () => {
  await browser.close();
  await test.close();
  await world.close();
});

describe('the box takes what people paste', () => {
  it.each(ADDRESSES)('%s, of %s, is added and tracked in one go', async (address, _type, name, _publisher, latest) => {
    const field = page.getByRole('searchbox');
    await field.fill(address);
    await field.press('Enter');
    const form = page.getByRole('form', { name: /^Add / });
    await form.waitFor().catch(async (e: unknown) => {
      await page.screenshot({ path: `/tmp/shot-${name.replace(/\W/g, '_')}.png` });
      throw e;
    });
    if (latest !== null) await form.getByText(latest, { exact: true }).first().waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe(name);
    const inUse = form.getByLabel('Version in use');
    if ((await inUse.inputValue()) === '') await inUse.fill(latest ?? '1.0');
    await form.getByRole('button', { name: 'Add and track' }).click();
    await page.waitForURL('**/software/*');
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.waitForURL('**/search**');
  });

  it('and the list has all of them, without a reload', async () => {
    await page.getByRole('link', { name: 'Favorites' }).click();
    await page.getByRole('grid').waitFor();
    const agent = await test.as('ada');
    const { body } = await agent.get('/api/v1/favorite?per_page=1&includeTotal').expect(200);
    expect(body.meta.total).toBe(ADDRESSES.length);
    await page.getByRole('grid').getByText(ADDRESSES[0]![2]).first().waitFor();
  });
});
