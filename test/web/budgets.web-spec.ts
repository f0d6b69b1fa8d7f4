import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Visit } from './setup/browser';
import { example, type Example } from './setup/example';
import { Installation, settled } from './setup/installation';

const BUILT = join(__dirname, '..', '..', 'dist', 'web');

let installation: Installation;
let data: Example;

beforeAll(async () => {
  installation = await Installation.start({ CHECK_EVERY: '1s' });
  data = await example(installation);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const gzipped = (paths: string[]) =>
  Math.round(paths.reduce((sum, path) => sum + statSync(join(BUILT, `${path}.gz`)).size, 0) / 100) / 10;

/** What is not exceeded, gzipped. The aim of 220 kB of JavaScript is missed: see bench/results.md. */
const MOST = { scripts: 250, styles: 42, requests: 10 };

it('Updates needs no more code than it did', async () => {
  const { page, context } = await installation.visit(data.token, '/profile');
  await page.close();
  const fresh = await context.newPage();
  // What is read when there is nothing else to do is not needed by Updates.
  await fresh.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const code: string[] = [];
  fresh.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) code.push(pathname);
  });
  await fresh.goto('/updates');
  await fresh.locator('[role="row"][data-id]').first().waitFor();
  await fresh.keyboard.press('j');
  await fresh.locator('[role="row"][data-active]').waitFor();
  const scripts = code.filter((path) => path.endsWith('.js'));
  const styles = code.filter((path) => path.endsWith('.css'));
  const used = { scripts: gzipped(scripts), styles: gzipped(styles), requests: code.length };
  const held = used.scripts <= MOST.scripts && used.styles <= MOST.styles && used.requests <= MOST.requests;
  // All of it is in the message when it fails.
  expect({ held, ...used, ...(held ? {} : { files: code.map((path) => `${path} ${gzipped([path])}`) }) }).toEqual({
    held: true,
    ...used,
  });
  await context.close();
});

/** Calls of a screen that is opened from another one, when nothing but the session and the counts of the menu is known. */
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
      .filter((call) => call !== 'GET /api/v1/session/current' && call !== 'GET /api/v1/events')
      .sort()
  );
}

it('lists need two requests to the API, the log three, a product that is outdated seven', async () => {
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
    updates: ['GET /api/v1/favorite', 'GET /api/v1/summary'],
    favorites: ['GET /api/v1/favorite', 'GET /api/v1/summary'],
    // The names of channels, by which the log is filtered.
    notifications: ['GET /api/v1/channel', 'GET /api/v1/notification', 'GET /api/v1/summary'],
    // The summary is for the counts in the menu; the others are what the screen itself needs.
    software: [
      'GET /api/v1/favorite',
      'GET /api/v1/favorite/…/changes',
      'GET /api/v1/favorite/…/probe',
      `GET /api/v1/software/${id}`,
      `GET /api/v1/software/${id}/timeline`,
      `GET /api/v1/software/${id}/versions`,
      'GET /api/v1/summary',
    ],
  });
  await visit.context.close();
});
