import type { Page } from 'playwright-core';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { Installation, settled } from './setup/installation';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const NOTES = 'https://example.org/notes';

/** Sixty patches in six series, ten days apart; a withdrawn one, and a pre-release on top. */
const VERSIONS = [
  ...Array.from({ length: 60 }, (_, index) => ({
    version: `1.${Math.floor(index / 10)}.${index % 10}`,
    released_at: daysAgo(605 - index * 10),
    notes_url: `${NOTES}/${index}`,
    ...(index === 45 ? { removed_at: daysAgo(20) } : {}),
  })),
  { version: '1.6.0-rc.1', released_at: daysAgo(2) },
];

describe('the timeline', () => {
  let installation: Installation;
  let token: string;
  let page: Page;
  let software: string;

  beforeAll(async () => {
    installation = await Installation.start();
    token = await installation.token();
    await installation.publish(product('Timed', VERSIONS));
    [{ id: software }] = (await installation.api<[{ id: string }]>(token, 'GET', '/software?name=Timed')) as [
      { id: string },
    ];
    const { uuid } = await installation.api<{ uuid: string }>(token, 'POST', '/favorite', {
      software,
      version: '1.3.4',
    });
    await installation.api(token, 'PATCH', `/favorite/${uuid}/policy`, { series: '1.4', minimum_age_days: 7 });
    ({ page } = await installation.visit(token, `/software/${software}`));
    await settled(page);
  });

  afterEach(() => installation.assertFaultless());
  afterAll(() => installation.stop());

  const plot = () => page.getByRole('slider', { name: /releases from/ });
  const at = async () => (await plot().getAttribute('aria-valuetext')) ?? '';
  const press = async (key: string, expected: RegExp) => {
    await page.keyboard.press(key);
    await eventually(async () => expect(await at()).toMatch(expected));
  };

  it('says in words what it shows', async () => {
    expect(await plot().getAttribute('aria-label')).toMatch(
      /^\d+ releases from .* to .*\. 1\.3\.4 is in use\. 1\.4\.9 is on offer\. 1\.5\.9 is the latest\.$/,
    );
    expect(await at()).toMatch(/^1\.4\.9, Patch, on offer, /);
    const text = await plot().textContent();
    for (const label of ['In use 1.3.4', '1.5.9 latest', '1.4.9 on offer', '1.6', '1.3']) expect(text).toContain(label);
  });

  it('is walked by keys, which read the release that they are at', async () => {
    await page.goto(`/software/${software}?from=all`);
    await plot().focus();
    await press('ArrowRight', /^1\.5\.0, Minor, /);
    await press('ArrowLeft', /^1\.4\.9, /);
    await press('ArrowUp', /^1\.5\.\d, /);
    await press('ArrowDown', /^1\.4\.\d, /);
    await press('Home', /^1\.0\.0, /);
    await press('End', /^1\.6\.0-rc\.1, .*pre-release/);
    for (let steps = 0; steps < 14; steps += 1) await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect(await at()).toMatch(/^1\.4\.6, /));
    await press('ArrowLeft', /^1\.4\.5, Patch, withdrawn, /);
    // Where the keys are, a link leads to the notes, and Enter opens it.
    const [link] = await page
      .locator('[data-notes-of-mark] a')
      .evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).href));
    expect(link ?? `${NOTES}/45`).toBe(`${NOTES}/45`);
    await page.locator(`[data-notes-of-mark] a[href="${NOTES}/45"]`).waitFor();
    await page.evaluate(() => {
      document.addEventListener('click', (event) => {
        const target = (event.target as Element).closest('a');
        if (target?.target !== '_blank') return;
        event.preventDefault();
        document.body.dataset.opened = target.href;
      });
    });
    await plot().focus();
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await page.evaluate(() => document.body.dataset.opened)).toBe(`${NOTES}/45`));
  });

  it('zooms around the release that the keys are at, and out again', async () => {
    await page.goto(`/software/${software}?from=all`);
    await plot().focus();
    await eventually(async () => expect(await plot().getAttribute('aria-valuemax')).toBe('61'));
    const before = await at();
    for (const key of ['+', '+']) await page.keyboard.press(key);
    await eventually(async () => expect(Number(await plot().getAttribute('aria-valuemax'))).toBeLessThan(30));
    expect(await at()).toBe(before);
    for (const key of ['-', '-']) await page.keyboard.press(key);
    await eventually(async () => expect(await plot().getAttribute('aria-valuemax')).toBe('61'));
  });

  it('does not tell anything by colour alone', async () => {
    const marks = page.locator('svg[role=slider] g[data-age]');
    expect(await marks.count()).toBe(61);
    expect(await page.locator('svg[role=slider] g[data-age] path[class*=cross]').count()).toBe(1);
    expect(await page.locator('svg[role=slider] circle[data-hollow]').count()).toBe(1);
    expect(await page.locator('svg[role=slider] g[data-age=mine] circle').count()).toBe(2);
    expect(await page.locator('svg[role=slider] rect[data-outside]').count()).toBe(6);
    const legend = await page.getByRole('list', { name: 'What the signs mean' }).innerText();
    for (const word of ['Patch', 'Pre-release', 'Withdrawn', 'In use', 'Outside the series 1.4', 'Younger than 7 days'])
      expect(legend).toContain(word);
  });

  it('is a table with the same releases, in the address', async () => {
    const marks = await page
      .locator('svg[role=slider] g[data-age]')
      .evaluateAll((all) => all.map((one) => (one as SVGElement).dataset.id).length);
    await page.getByText('Table', { exact: true }).click();
    await page.waitForURL('**/software/**view=table');
    const rows = page.getByRole('region', { name: 'Releases of Timed' }).getByRole('row');
    expect(await rows.count()).toBe(marks + 1);
    const texts = await rows.allInnerTexts();
    expect(texts[1]).toMatch(/1\.6\.0-rc\.1.*pre-release/s);
    expect(texts.find((text) => text.startsWith('1.4.5'))).toContain('withdrawn');
    expect(texts.find((text) => text.startsWith('1.3.4'))).toContain('in use');
    await page.getByText('1 year', { exact: true }).click();
    await page.waitForURL('**from=1y**');
    await eventually(async () => expect(await rows.count()).toBeLessThan(marks));
    await page.reload();
    await eventually(async () => {
      const shown = await rows.count();
      expect(shown > 30 && shown < marks).toBe(true);
    });
  });

  it('is printed in black on white, without what can only be pressed', async () => {
    await page.goto(`/software/${software}?from=all`);
    await plot().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate(() => {
      const fill = (selector: string) => getComputedStyle(document.querySelector(selector)!).fill;
      return {
        newer: fill('svg[role=slider] g[data-age=newer] circle:not([data-hollow])'),
        older: fill('svg[role=slider] g[data-age=older] circle'),
        page: getComputedStyle(document.body).backgroundColor,
      };
    });
    expect(colours).toEqual({ newer: 'rgb(0, 0, 0)', older: 'rgb(119, 119, 119)', page: 'rgb(255, 255, 255)' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Updated' }).isVisible()).toBe(false);
    expect(await plot().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
});
