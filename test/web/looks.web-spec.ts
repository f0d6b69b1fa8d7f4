import type { Locator, Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { track } from './setup/favorites';
import { settled, useInstallation } from './setup/installation';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const TRACKED = Array.from({ length: 14 }, (_, index) => ({
  name: `Product ${String(index).padStart(2, '0')}`,
  inUse: '1.30.1',
  newer: ['1.30.4'],
}));

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (element: Locator): Promise<Box> => (await element.boundingBox())!;
const touch = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('What lies over and beside what', () => {
  const installation = useInstallation({ CHECK_EVERY: '1s' });
  let token: string;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    token = await installation.token();
    await track(installation, token, TRACKED);
    await installation.publish({
      ...product('Over', [{ version: '1.0', released_at: `${day(-300)}T00:00:00Z` }, { version: '2.0' }]),
      lifecycle: [{ cycle: '1', eol_on: day(-40), latest: '1.0' }],
    });
    const [{ id }] = await installation.api<[{ id: string }]>(token, 'GET', '/software?name=Over');
    await installation.api(token, 'POST', '/favorite', { software: id, version: '1.0' });
    await eventually(async () => {
      const { support } = await installation.api<{ support: { ended: number } }>(token, 'GET', '/summary');
      return support.ended === 1;
    }, 20_000);
    visit = await installation.visit(token);
    page = visit.page;
    await settled(page);
  });

  const rows = () => page.locator('[role=row][data-id]');
  const toasts = () => page.locator('[class*=_toast_]');

  it('says of each kind the newest alone', async () => {
    await rows().first().focus();
    for (const said of ['muted', 'no longer muted', 'muted', 'no longer muted']) {
      await page.keyboard.press('m');
      await toasts().getByText(`: ${said}`).waitFor();
      await eventually(async () => (await toasts().count()) === 1);
    }
    for (let times = 0; times < 7; times++) await page.keyboard.press('Control+z');
    await toasts().getByText('Nothing of the last 30 days to undo').waitFor();
    await eventually(async () => (await toasts().count()) === 1);
  });

  it.each([
    ['wide', WIDE],
    ['narrow', NARROW],
  ])('covers no button of a dialog with what it says: %s', async (_name, size) => {
    await page.setViewportSize(size);
    await rows().first().focus();
    await page.keyboard.press('m');
    await toasts().getByText('muted').waitFor();
    await page.keyboard.press('z');
    const buttons = page.getByRole('dialog').getByRole('button');
    await page.getByRole('dialog').getByRole('button', { name: 'Next month' }).first().waitFor();
    const covered = await buttons.evaluateAll((all) =>
      all
        .filter((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          if (width === 0 || top + height / 2 > window.innerHeight) return false;
          return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        })
        .map((button) => button.textContent),
    );
    expect(covered).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await toasts().getByText('Undone').first().waitFor();
    await page.setViewportSize(WIDE);
  });

  it.each([
    ['at a desk', WIDE, 240],
    ['on a phone', { width: 390, height: 788 }, 220],
  ])('has its first row near the top, and rows of two lines: %s', async (_name, size, most) => {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByText(/^1 of 15 needs attention\./).waitFor();
    const boxes = await Promise.all((await rows().all()).map(boxOf));
    expect(boxes[0]!.y).toBeLessThanOrEqual(most);
    for (const { height } of boxes) expect(height).toBeLessThanOrEqual(60);
    // Above the list there are no more words: one heading of three rows and more.
    expect(await page.locator('[role=row]:not([data-id], [aria-rowindex])').count()).toBe(1);
    await page.setViewportSize(WIDE);
  });

  it('names the products that a question is about with the way of their versions', async () => {
    await rows().first().waitFor();
    await page.keyboard.press('*');
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mark all 15 as updated?').waitFor();
    const named = await dialog.getByRole('listitem').allInnerTexts();
    expect(named.map((text) => text.replace(/\s+/g, ' '))[1]).toMatch(/^Product 00 1\.30\.1 → 1\.30\.4$/);
    expect(named).toHaveLength(10);
    await dialog.getByText('and 5 others').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('keeps the palette where it is while results come', async () => {
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('Control+k');
    await dialog.waitFor();
    const before = await boxOf(dialog);
    await page.keyboard.type('product 0');
    await dialog.getByText('Product 00', { exact: true }).waitFor();
    expect(await boxOf(dialog)).toEqual(before);
    await page.keyboard.type(' that is not there');
    await dialog.getByText('Search the catalogue for “product 0 that is not there”').waitFor();
    await eventually(async () => (await dialog.getByText('Product 00', { exact: true }).count()) === 0);
    expect(await boxOf(dialog)).toEqual(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('keeps rows where they are and the head of the list free when others come: they wait', async () => {
    const names = () => page.locator('[role=row][data-id] a[href^="/software"]').allInnerTexts();
    const before = await names();
    await track(installation, token, [{ name: 'Late', inUse: '1.0', newer: ['2.0'] }]);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const wait = page.getByRole('button', { name: /1 new/ });
    await wait.waitFor({ timeout: 40_000 });
    expect(await names()).toEqual(before);
    const head = page.locator('[role=row][aria-rowindex="1"]');
    expect(touch(await boxOf(wait), await boxOf(head))).toBe(false);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.mouse.wheel(0, 400);
    await eventually(async () => (await page.evaluate(() => window.scrollY)) > 300);
    const [pill, top] = [await boxOf(wait), await boxOf(head)];
    expect(touch(pill, top)).toBe(false);
    expect(pill.y).toBeGreaterThan(0);
    await wait.click();
    await page.getByRole('row').filter({ hasText: 'Late' }).waitFor();
    await page.setViewportSize(WIDE);
  });

  it('keeps Create where it is when a test was sent', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/channels/new/log');
    const create = page.getByRole('button', { name: 'Create' });
    const place = () => create.evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
    const before = await place();
    await page.getByRole('button', { name: /test/i }).click();
    const result = page.getByText(/^Accepted/);
    await result.waitFor();
    expect(await place()).toBe(before);
    const { y, height } = await boxOf(create);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(500);
    expect((await boxOf(result)).y).toBeLessThan(500);
    await page.setViewportSize(WIDE);
  });
});
