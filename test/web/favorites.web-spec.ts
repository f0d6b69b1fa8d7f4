import type { Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import type { Visit } from './setup/browser';
import { favoritesOf, trackMany } from './setup/favorites';
import { openFilter, settled, useInstallation } from './setup/installation';

/** Five times what is asked for at once. */
const COUNT = 1_000;
/** Names of which every tenth begins otherwise. */
const nameOf = (index: number) => `${index % 10 === 0 ? 'Red' : 'Blue'} ${String(index).padStart(5, '0')}`;

describe('a thousand favorites', () => {
  const installation = useInstallation();
  let token: string;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    token = await installation.token();
    const all = Array.from({ length: COUNT }, (_, index) => ({
      name: nameOf(index),
      publisher: `Publisher ${index % 50}`,
      inUse: '1.0.0',
      newer: index % 2 === 0 ? ['1.1.0'] : [],
    }));
    await trackMany(installation, token, all);
    visit = await installation.visit(token, '/favorites');
    page = visit.page;
    await settled(page);
  });

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const total = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

  it('are read by pages of 50, with one request for each', async () => {
    await total('1,000 favorites');
    await row(nameOf(1)).waitFor();
    await page.getByRole('button', { name: 'Page 20', exact: true }).click();
    await row('Red 00990').waitFor();
    await eventually(async () => expect(await page.locator('[role=row][aria-busy]').count()).toBe(0));
    const lists = visit.calls.filter((call) => call.startsWith('GET /api/v1/favorite?'));
    const sizes = lists.map((call) => Number(new URLSearchParams(call.split('?')[1]).get('per_page')));
    expect(Math.max(...sizes)).toBe(50);
    expect(lists.length).toBeLessThanOrEqual(3);
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await row(nameOf(1)).waitFor();
  });

  it('are filtered; all that match are selected, updated after a question, and that is undone', async () => {
    await page.keyboard.press('/');
    await page.getByLabel('Filter by name').waitFor();
    await page.keyboard.type('red');
    await total('100 favorites');
    expect(page.url()).toContain('q=red');
    await page.keyboard.press('Escape');
    await page.keyboard.press('*');
    await page.getByText('All 100 that match').waitFor();
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mark all 100 as updated?').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(10);
    const outdated = '&update_available=true&software[like]=red';
    expect(await favoritesOf(installation, token, outdated)).toHaveLength(100);
    await dialog.getByRole('button', { name: 'Mark all 100 as updated' }).click();
    await page.getByText(/100 products: marked as updated/).waitFor({ timeout: 150_000 });
    await dialog.waitFor({ state: 'detached' });
    expect(await favoritesOf(installation, token, outdated)).toHaveLength(0);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: 100 products').waitFor({ timeout: 150_000 });
    expect(await favoritesOf(installation, token, outdated)).toHaveLength(100);
  });

  it('are asked about again when another number matches by now', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('*');
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mute all 100?').waitFor();
    const [gone] = await favoritesOf(installation, token, '&software[like]=red');
    await installation.api(token, 'DELETE', `/favorite/${gone!.uuid}`);
    visit.allow(409);
    await dialog.getByRole('button', { name: 'Mute all 100' }).click();
    await dialog.getByText('There were 100 favorites when you looked; there are 99 favorites now.').waitFor();
    await dialog.getByRole('button', { name: 'Mute all 99' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('are sorted and filtered, and the filter that nothing matches is named', async () => {
    await page.goto('/favorites?publisher=Publisher+7&update=true');
    await page.getByText(/No favorite matches publisher Publisher 7, has an update/).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Clear the filter' }).last().click();
    await total('999 favorites');
    await (await openFilter(page)).getByLabel('Reversed').check();
    await page.waitForURL('**/favorites?sort=-software');
    await row('Red 00990').waitFor();
  });
});
