import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { NARROW, type Visit } from './setup/browser';
import { Installation, settled } from './setup/installation';

const LONG_NAME = `Redundant ${'name of many words '.repeat(14)}`.slice(0, 255);

describe('Search', () => {
  let installation: Installation;
  let token: string;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    installation = await Installation.start();
    token = await installation.token();
    await installation.publish(
      product('Redis', ['8.4.0', '8.6.3'], { publisher: { name: 'Redis Ltd.' } }),
      product('RedisInsight', ['3.0.1'], { publisher: { name: 'Redis Ltd.' } }),
      product(LONG_NAME, ['1.0'], { publisher: { name: 'Long' } }),
      product('متصفح سريع Red', ['1.0']),
      product('Grafana', ['13.0.5']),
      ...Array.from({ length: 60 }, (_, index) => product(`Series ${index}`, ['1.0'])),
    );
    const [{ id }] = await installation.api<[{ id: string }]>(token, 'GET', '/software?name=Redis');
    await installation.api(token, 'POST', '/favorite', { software: id, version: '8.4.0' });
    visit = await installation.visit(token, '/search');
    page = visit.page;
    await settled(page);
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const field = () => page.getByRole('searchbox', { name: 'Search the catalogue' });
  const rows = () => page.locator('[role=row][data-id]');

  it('begins in the field, asks after the last key, and keeps the text in the address', async () => {
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search'),
    );
    await page.getByText('Type at least two letters.').waitFor();
    visit.calls.length = 0;
    await page.keyboard.type('redis', { delay: 5 });
    await page.getByText('2 of 65 products').waitFor();
    expect(visit.calls.filter((call) => call.includes('q=')).length).toBeLessThan(4);
    expect(visit.calls.some((call) => call.includes('q=r&'))).toBe(false);
    expect(page.url()).toMatch(/\/search\?q=redis$/);
    await page.reload();
    await page.getByText('2 of 65 products').waitFor();
    expect(await field().inputValue()).toBe('redis');
  });

  it('marks what was searched for, and shows what is tracked', async () => {
    const first = rows().first();
    expect(await first.locator('mark').allInnerTexts()).toEqual(['Redis', 'Redis']);
    expect(await first.getByRole('button', { name: 'Track' }).count()).toBe(0);
    expect(await first.innerText()).toMatch(/8\.6\.3.*8\.4\.0/s);
    await first.getByRole('img', { name: '2 releases in the last 12 months' }).waitFor();
    await rows().nth(1).getByRole('button', { name: 'Track RedisInsight' }).waitFor();
  });

  it('is walked by arrow keys; t tracks, Enter opens, back returns', async () => {
    await field().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'Track RedisInsight' }).waitFor();
    await page.getByRole('option', { name: /3\.0\.1/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Track' }).click();
    await page.getByText('RedisInsight is tracked.').waitFor();
    await eventually(async () =>
      expect(
        await rows()
          .getByRole('button', { name: /^Track/ })
          .count(),
      ).toBe(0),
    );
    await rows().nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'RedisInsight' }).waitFor();
    await page.goBack();
    await page.getByText('2 of 65 products').waitFor();
    await rows().first().focus();
    await page.keyboard.press('ArrowUp');
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('has pages for what is more than fifty, in the address', async () => {
    await page.goto('/search?q=series');
    await page.getByText('60 of 65 products').waitFor();
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page.waitForURL('**page=2');
    await eventually(async () => expect(await rows().count()).toBe(10));
    await field().fill('grafana');
    await page.getByText('1 of 65 products').waitFor();
    expect(page.url()).toMatch(/\/search\?q=grafana$/);
  });

  it('names what is not found, and asks for its address', async () => {
    await field().fill('qqqqqq <b>');
    await page.getByText('No product is called “qqqqqq <b>”').waitFor();
    await page.getByText('Paste the address of its repository, image or package').waitFor();
  });

  it('says of what is only similar that what was sought is not in the catalogue', async () => {
    await field().fill('grafama');
    await page.getByText('“grafama” is not in the catalogue; similar:').waitFor();
    expect(await rows().count()).toBe(1);
    await field().fill('grafa');
    await page.getByText('1 of 65 products').waitFor();
  });

  it('remembers what was seen until signing out', async () => {
    await field().fill('');
    await page.getByRole('heading', { name: 'Recently seen' }).waitFor();
    await page.getByRole('link', { name: 'RedisInsight' }).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('tracker-recent');
    visit.allow(401, 404);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('tracker-recent'))).toBeNull();
  });

  it('fits a narrow window, with long and right-to-left names', async () => {
    const { page: narrow, context } = await installation.visit(token, '/search?q=red', { viewport: NARROW });
    await narrow.getByText('4 of 65 products').waitFor();
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    for (const height of await narrow
      .locator('[role=row][data-id]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
      expect(height).toBeLessThan(130);
    await context.close();
  });
});
