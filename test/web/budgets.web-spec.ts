import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import { findings, WAYS } from './setup/axe';
import { NARROW, type Visit, WIDE } from './setup/browser';
import { example, type Example } from './setup/example';
import { settled, useInstallation } from './setup/installation';

/** Of the window's area by the way, as browsers count it: what people notice begins at 0.1. */
const MOST_MOVED = 0.02;
const BUILT = join(__dirname, '..', '..', 'dist', 'web');

const installation = useInstallation({ CHECK_EVERY: '1s' });
let data: Example;
let admin: string;

beforeAll(async () => {
  data = await example(installation);
  admin = await installation.token('ada', 'read,write,admin,catalogue:write');
});

/** As a browser gets them, in kB. */
const sizeOf = (paths: string[]) =>
  Math.round(paths.reduce((sum, path) => sum + statSync(join(BUILT, `${path}.br`)).size, 0) / 100) / 10;

/**
 * What is not exceeded, with Brotli. A menu, a dialog or a chart does not belong here: `later` (web/src/parts/later.tsx) has it come when it is needed.
 */
const MOST = { scripts: 82, styles: 7, files: 4 };

/** Scripts and styles, and calls of the API, of a first visit until its rows are shown and one of them answers a key. */
async function firstVisit(path: string) {
  const { page, context } = await installation.visit(data.token, '/profile');
  await page.close();
  const fresh = await context.newPage();
  // What is read when there is nothing else to do is not needed by the screen.
  await fresh.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const code: string[] = [];
  const calls: string[] = [];
  fresh.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) code.push(pathname);
    // The stream of events is open for as long as the page is.
    if (pathname.startsWith('/api/') && pathname !== '/api/v1/events') calls.push(pathname);
  });
  await fresh.goto(path);
  await fresh.locator('[role="row"][data-id]').first().waitFor();
  await fresh.keyboard.press('j');
  await fresh.locator('[role="row"][data-active]').waitFor();
  await context.close();
  return { code: code.sort(), calls };
}

it('Updates and Favorites need the same few files, and no answer of the API for their rows', async () => {
  const updates = await firstVisit('/updates');
  const favorites = await firstVisit('/favorites');
  const ending = (name: string) => updates.code.filter((path) => path.endsWith(name));
  const used = { scripts: sizeOf(ending('.js')), styles: sizeOf(ending('.css')), files: updates.code.length };
  const held = used.scripts <= MOST.scripts && used.styles <= MOST.styles && used.files <= MOST.files;
  // All of it is in the message when it fails.
  expect({ held, ...used, ...(held ? {} : { code: updates.code.map((path) => `${path} ${sizeOf([path])}`) }) }).toEqual(
    {
      held: true,
      ...used,
    },
  );
  expect(favorites.code).toEqual(updates.code);
  expect([...updates.calls, ...favorites.calls]).toEqual([]);
});

it('what the page shows before any script is what the application shows', async () => {
  for (const [viewport, path, title] of [
    [WIDE, '/updates', 'Updates'],
    [NARROW, '/favorites', 'Favorites'],
  ] as const) {
    const { page, context } = await installation.visit(data.token, '/profile', { viewport });
    await page.close();
    const places = async (shown: Page) =>
      Promise.all(
        [
          shown.getByRole('heading', { name: title }),
          shown.getByRole('link', { name: 'Update tracker' }),
          shown.locator('main'),
        ].map(async (part) => {
          const { x, y } = (await part.boundingBox())!;
          return [x, y].map(Math.round);
        }),
      );
    const fresh = await context.newPage();
    let isHeld = true;
    const held: (() => void)[] = [];
    await fresh.route('**/*.js', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await fresh.goto(path, { waitUntil: 'commit' });
    await fresh.getByRole('heading', { name: title }).waitFor();
    expect(await fresh.evaluate(() => document.getElementById('root')?.childElementCount ?? 0)).toBe(0);
    const before = await places(fresh);
    // The first rows can be read, and lead to their products.
    await fresh.locator('.ghost-row:not(:empty)').first().waitFor();
    const early = await fresh.locator('.ghost-row').evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.firstElementChild!.textContent,
        href: row.firstElementChild!.getAttribute('href'),
        versions: row.lastElementChild!.textContent!.split(' → '),
      })),
    );
    const ground = await fresh.evaluate(() => getComputedStyle(document.body).backgroundColor);
    isHeld = false;
    for (const go of held) go();
    await fresh.locator('[role="row"][data-id]').first().waitFor();
    expect(await fresh.locator('#ghost').count()).toBe(0);
    expect(early.length).toBeGreaterThan(3);
    for (const [index, { name, href, versions }] of early.entries()) {
      const row = fresh.locator('[role="row"][data-id]').nth(index);
      await row.locator(`a[href="${href}"]`).getByText(name!, { exact: true }).waitFor();
      for (const version of versions) expect(await row.textContent()).toContain(version);
    }
    const after = await places(fresh);
    const moved = before.flat().map((place, index) => Math.abs(place - after.flat()[index]!));
    expect(Math.max(...moved)).toBeLessThanOrEqual(2);
    expect(await fresh.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    await context.close();
  }
});

it('nothing moves while a screen is opened', async () => {
  const { context } = await installation.visit(data.token, '/profile');
  for (const path of ['/updates', '/favorites', `/software/${data.software.get('Grafana')!}`]) {
    const fresh = await context.newPage();
    await fresh.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { moved: seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Node | null }[] }[])
          seen.push(
            `${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => (node as Element | null)?.className).join(', ')}`,
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await fresh.goto(path);
    await fresh.locator('h1').first().waitFor();
    await settled(fresh);
    await fresh.waitForLoadState('networkidle');
    const moved = await fresh.evaluate(() => (window as unknown as { moved: string[] }).moved);
    const sum = moved.reduce((all, one) => all + Number.parseFloat(one), 0);
    expect([path, ...(sum < MOST_MOVED ? [] : moved)]).toEqual([path]);
    await fresh.close();
  }
});

/** Calls of a screen that is opened anew. */
async function callsOf({ page, calls }: Visit, path: string): Promise<string[]> {
  await page.goto(path);
  await page.locator('h1').waitFor();
  await settled(page);
  await page.waitForLoadState('networkidle');
  return (
    calls
      .splice(0)
      .map((call) => call.replace(/\?.*/, '').replace(/favorite\/[0-9a-f-]{36}/, 'favorite/…'))
      // The stream of events is open for as long as the page is.
      .filter((call) => call !== 'GET /api/v1/events')
      .sort()
  );
}

it('rows of lists need no request to the API, the log two, a product that is outdated five', async () => {
  const visit = await installation.visit(data.token, '/profile');
  await settled(visit.page);
  await visit.page.waitForLoadState('networkidle');
  visit.calls.splice(0);
  const id = data.software.get('Grafana')!;
  const calls = {
    updates: await callsOf(visit, '/updates'),
    favorites: await callsOf(visit, '/favorites'),
    notifications: await callsOf(visit, '/notifications'),
    software: await callsOf(visit, `/software/${id}`),
  };
  expect(calls).toEqual({
    updates: [],
    favorites: [],
    // The names of channels, by which the log is filtered.
    notifications: ['GET /api/v1/channel', 'GET /api/v1/notification'],
    software: [
      'GET /api/v1/favorite',
      'GET /api/v1/favorite/…/changes',
      `GET /api/v1/software/${id}`,
      `GET /api/v1/software/${id}/timeline`,
      `GET /api/v1/software/${id}/versions`,
    ],
  });
});

const LOOKS = [
  'background-color', 'color', 'border-top-color', 'border-top-width', 'border-radius', 'padding', 'font-size', 'font-weight',
]; // prettier-ignore

/** How each kind of element of the screen looks, by its tag and its classes. */
const looksOf = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate((looks) => {
    const found: Record<string, string[]> = {};
    for (const one of document.querySelectorAll('main *')) {
      const kind = [one.localName, ...one.classList].join('.');
      const style = getComputedStyle(one);
      const look = looks.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
      if (!found[kind]?.includes(look)) (found[kind] ??= []).push(look);
    }
    for (const looks of Object.values(found)) looks.sort();
    return found;
  }, LOOKS);

const screens = () => [
  `/software/${data.software.get('nginx')!}`,
  `/channels/${data.channel}`,
  `/notifications/${data.notification}`,
  ...['/channels/new', '/channels/new/webhook', '/search?q=re', '/inventories', '/import', '/history'],
  ...['/tokens', '/sessions', '/profile', '/operator', '/operator?view=sources', '/operator?view=users'],
];

it('a screen looks the same when it is opened by its address as when somebody comes from another', async () => {
  const { page, context } = await installation.visit(admin, '/updates', { readsAhead: true });
  // The code of all screens is there, in the order in which it is read when nothing else is to do.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null || document.styleSheets.length > 8);
  await page.waitForLoadState('networkidle');
  for (const path of screens()) {
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    const direct = await context.newPage();
    // Nothing is read beforehand there.
    await direct.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    await direct.goto(path);
    await direct.waitForFunction(() => !document.getElementById('root')?.hasAttribute('aria-busy'));
    await direct.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(direct);
    // A part that has a query of its own comes when it has been answered.
    await eventually(async () => {
      const [walked, opened] = [await looksOf(page), await looksOf(direct)];
      const same = Object.keys(walked).filter((kind) => kind in opened);
      expect(same.length).toBeGreaterThan(5);
      for (const kind of same) expect([path, kind, opened[kind]]).toEqual([path, kind, walked[kind]]);
    }, 20_000);
    await direct.close();
  }
});

it.each(WAYS)('what is red in menus and fields can be read: %s', async (_name, options) => {
  const { page, allow } = await installation.visit(admin, '/updates', options);
  const contrasts = async () => (await findings(page)).filter((one) => one.startsWith('color-contrast'));
  await settled(page);
  await page.getByRole('button', { name: 'Actions for nginx' }).click();
  await page.getByRole('menuitem', { name: 'Stop tracking' }).waitFor();
  expect(await contrasts()).toEqual([]);
  await page.goto(`/channels/${data.channel}`);
  await page
    .getByRole('button', { name: /More|Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /Delete/ }).waitFor();
  expect(await contrasts()).toEqual([]);
  // The errors of fields.
  allow(422);
  await page.goto('/channels/new/webhook');
  await page.getByRole('textbox').nth(1).fill('no address');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.locator('[class*=_error_]').first().waitFor();
  expect(await contrasts()).toEqual([]);
});
