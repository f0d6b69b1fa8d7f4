import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DayRecorder } from '../../src/statistics/day-recorder';
import { daysAfter } from '../../src/favorite/store/support.list';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { findings } from './setup/axe';
import { NARROW, WIDE, WebBrowser } from './setup/browser';
import { settled } from './setup/installation';

let test: TestApp;
let browser: WebBrowser;

const on = (day: string, version: string) => ({ version, released_at: `${day}T00:00:00Z` });
const today = new Date().toISOString().slice(0, 10);
const record = (days: number) => test.app.get(DayRecorder).record(daysAfter(today, -days));

// In this process, where days can be recorded that were long ago.
beforeAll(async () => {
  test = await startApp({}, join(__dirname, '..', '..', 'dist', 'web'));
  browser = await WebBrowser.start();
  await test.import(
    product('Far', [on('2026-01-01', '1.0.0'), on('2026-04-11', '2.0.0')]),
    product('Near', [on('2026-01-01', '1.0.0'), on('2026-01-11', '1.1.0')]),
    product('Current', [on('2026-01-01', '1.0.0')]),
  );
  const ada = await test.as('ada');
  const favorites = new Map<string, string>();
  for (const { id, name } of (await ada.get('/api/v1/software')).body.data as { id: string; name: string }[]) {
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0.0' }).expect(201);
    favorites.set(name, body.data.uuid as string);
  }
  await record(200);
  await ada.post(`/api/v1/favorite/${favorites.get('Far')}/update-to-latest-version`).expect(200);
  const { after } = test.database.dialect;
  await test.database.execute(`UPDATE favorite_bulk SET created_at = ${after('created_at', '-86400')}`);
  await record(0);
});

afterEach(() => browser.assertFaultless());
afterAll(async () => {
  await browser.close();
  await test.close();
});

async function visit(user: string, path: string, options: Parameters<WebBrowser['visit']>[1] = {}): Promise<Page> {
  const { page, context } = await browser.visit(test.url, options);
  await context.request.post('/api/v1/session', {
    data: { token: await test.token(user) },
    headers: { origin: test.url, 'sec-fetch-site': 'same-origin' },
  });
  await page.goto(path);
  return page;
}

it('says that nothing is recorded before the first record', async () => {
  const page = await visit('grace', '/updates');
  await page.getByRole('link', { name: 'How far behind' }).click();
  await page.getByRole('heading', { name: 'Nothing is recorded yet' }).waitFor();
});

it('has plots that arrow keys read, and the same in tables', async () => {
  const page = await visit('ada', '/behind');
  await page.getByText('Recorded since').waitFor();
  await page.getByText('1 favorite of 3 had an update when last recorded.').waitFor();
  const plot = page.getByRole('application', { name: /^Days behind/ });
  await plot.focus();
  await page.keyboard.press('End');
  await page.getByText('10 median, 10 worst').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('55 median, 100 worst').waitFor();
  await page.keyboard.press('Home');
  await page.getByText(': not known').waitFor();

  const panel = page.getByRole('region', { name: 'Favorites with an update' }).first();
  await panel.getByRole('button', { name: 'Table' }).click();
  const rows = await panel.getByRole('row').allInnerTexts();
  expect(rows.map((row) => row.split(/\s*\t\s*/).slice(1))).toEqual([
    ['patch', 'minor', 'major', 'other', 'tracked'],
    ['0', '1', '0', '0', '3'],
    ['0', '1', '1', '0', '3'],
    Array(5).fill('not known'),
  ]);
  await page.getByText('1 update in this time.').waitFor();
  await page.getByText('Two years', { exact: true }).click();
  await page.waitForURL('**/behind?period=2y');
});

it.each([
  ['wide and light', { viewport: WIDE, colorScheme: 'light' as const }],
  ['wide and dark', { viewport: WIDE, colorScheme: 'dark' as const }],
  ['narrow', { viewport: NARROW, colorScheme: 'light' as const, hasTouch: true }],
])('axe finds nothing, and nothing is wider than the window: %s', async (name, options) => {
  const page = await visit('ada', '/behind', options);
  await page.getByText('Recorded since').waitFor();
  await settled(page);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/behind-${name}.png`, fullPage: true });
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Table' }).first().click();
  expect(await findings(page)).toEqual([]);
});
