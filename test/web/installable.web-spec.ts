import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW } from './setup/browser';
import { example, type Example } from './setup/example';
import { openFilter, settled, signOutOf, useInstallation } from './setup/installation';

const installation = useInstallation({ CHECK_EVERY: '1s' });
let data: Example;

beforeAll(async () => {
  data = await example(installation);
});

/** The worker is begun when the code of all screens has been read. */
const AHEAD = { readsAhead: true };

const rows = (page: Page) => page.locator('[role="row"][data-id]');

/** The worker is there and has kept the application, and the last answers are kept. */
const ready = async (page: Page, path: RegExp) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await eventually(async () => (await caches(page)).some((name) => name.startsWith('shell-')));
  await eventually(async () => path.test(await keptText(page)), 30_000);
};

const caches = (page: Page) => page.evaluate(() => window.caches.keys());

const keptText = (page: Page) =>
  page.evaluate(async () => (await (await window.caches.match('/kept-answers'))?.text()) ?? '');

const scriptsOf = (context: BrowserContext) => context.serviceWorkers().map((worker) => new URL(worker.url()).pathname);

/** What the browser has against installing the application. */
async function obstacles(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
}

it('can be installed: the worker leaves the API alone, the browser misses nothing, each file of the manifest is what it says', async () => {
  const { page, context } = await installation.visit(data.token, '/updates', AHEAD);
  await rows(page).first().waitFor();
  // The worker comes from the service alone, is asked for anew each time, and leaves the API alone.
  const worker = await fetch(`${installation.server.url}/worker.js`);
  expect(Object.fromEntries(['cache-control', 'content-type'].map((name) => [name, worker.headers.get(name)]))).toEqual(
    { 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' },
  );
  const document = await page.request.get('/updates', { headers: { accept: 'text/html' } });
  expect(document.headers()['content-security-policy']).toContain("worker-src 'self'");
  await ready(page, /"outdated"/);
  expect(scriptsOf(context)).toEqual(['/worker.js']);
  await page.reload();
  await rows(page).first().waitFor();
  // The list came with the page; the tags to filter by are asked for.
  await Promise.all([page.waitForResponse(/\/api\/v1\/tag/), openFilter(page)]);
  const [fromWorker, api] = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return [entries.filter(({ workerStart }) => workerStart > 0), entries].map((list) =>
      list.map(({ name }) => new URL(name).pathname),
    );
  });
  expect(api!.filter((path) => path.startsWith('/api/'))).not.toEqual([]);
  expect(fromWorker!.filter((path) => path.startsWith('/assets/'))).not.toEqual([]);

  expect(await obstacles(page)).toEqual([]);
  const browser = await context.newCDPSession(page);
  const { errors, data: text } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(text!) as {
    icons: { src: string; sizes: string; type: string; purpose: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/updates', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
    'any any',
  ]);
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const all = [...manifest.icons, { src: touch!, sizes: '180x180', type: 'image/png' }];
  for (const { src, sizes, type } of all) {
    const answer = await fetch(installation.server.url + src);
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  const colours = page.locator('meta[name="theme-color"]');
  expect(await colours.count()).toBe(2);
});

it('what a phone shares is looked up, also when somebody has to sign in first', async () => {
  const shared = `/share?${new URLSearchParams({ title: 'A page', text: 'See https://tracker.example/a b' }).toString()}`;
  const there = /\/search\?q=https%3A%2F%2Ftracker\.example%2Fa&look=true$/;
  const { page, context, allow } = await installation.visit(data.token, shared);
  // Nobody is asked from here.
  allow(422);
  await page.waitForURL(there);
  await context.close();
  const stranger = await installation.browser.visit(installation.server.url);
  stranger.allow(401, 422);
  await stranger.page.goto(shared);
  await stranger.page.getByLabel('Access token').fill(data.token);
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.page.waitForURL(there);
});

it('nothing is kept that is no list: no token, no channel, no settings; who signs out leaves nothing behind', async () => {
  const { page, allow } = await installation.visit(data.token, '/updates', AHEAD);
  allow(401);
  await rows(page).first().waitFor();
  for (const path of [
    '/tokens',
    `/channels/${data.channel}`,
    '/profile',
    '/sessions',
    `/software/${data.software.get('Grafana')}`,
  ]) {
    await page.goto(path);
    await settled(page);
  }
  await ready(page, /Grafana/);
  const kept = JSON.parse(await keptText(page)) as { state: { queries: { queryKey: string[] }[] } };
  const resources = new Set(kept.state.queries.map(({ queryKey }) => queryKey[0]));
  expect(
    [...resources].filter((one) => !['session', 'summary', 'favorites', 'software', 'changes'].includes(one!)),
  ).toEqual([]);
  const texts = await page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      for (const request of await cache.keys()) {
        all.push(new URL(request.url).pathname);
        if (name.startsWith('shell-') && request.url.endsWith('/updates'))
          all.push(await (await cache.match(request))!.text());
      }
    }
    return all;
  });
  expect(texts.filter((text) => text.startsWith('/api/'))).toEqual([]);
  expect(texts.join('\n')).not.toMatch(/Grafana|sut_|sus_/);

  await signOutOf(page);
  await page.getByLabel('Access token').waitFor();
  expect(await keptText(page)).toBe('');
});

it('who signs in after somebody else finds nothing of theirs', async () => {
  const { page } = await installation.visit(data.token, '/updates', AHEAD);
  await rows(page).first().waitFor();
  await ready(page, /Grafana/);
  // Without the sign-out of the first: the session is replaced, as by a sign-in link.
  const other = await installation.token('grace', 'read,write');
  await page.request.post('/api/v1/session', {
    data: { token: other },
    headers: { origin: installation.server.url, 'sec-fetch-site': 'same-origin' },
  });
  await page.goto('/updates');
  await eventually(async () => !(await keptText(page)).includes('Grafana'), 30_000);
});

it('a session that was ended elsewhere leaves nothing behind', async () => {
  const { page, allow } = await installation.visit(data.token, '/updates', AHEAD);
  allow(401);
  await rows(page).first().waitFor();
  await ready(page, /Grafana/);
  const sessions = await installation.api<{ id: string }[]>(data.token, 'GET', '/session');
  for (const { id } of sessions) await installation.api(data.token, 'DELETE', `/session/${id}`);
  await page.getByRole('link', { name: /Favorites/ }).click();
  await page.getByRole('dialog').getByText('Your session has ended').waitFor({ timeout: 30_000 });
  expect(await keptText(page)).toBe('');
});

const WORKER = join(__dirname, '..', '..', 'dist', 'web', 'worker.js');

/** As `web/build.mjs` does. */
function writeWorker(text: string): void {
  writeFileSync(WORKER, text);
  writeFileSync(`${WORKER}.br`, brotliCompressSync(text));
  writeFileSync(`${WORKER}.gz`, gzipSync(text));
}

it('without the service the last lists and products are shown, with their time, and nothing can be changed', async () => {
  const { page, allow } = await installation.visit(data.token, '/updates', { ...AHEAD, viewport: NARROW });
  allow(0, 502);
  await rows(page).first().waitFor();
  const count = await rows(page).count();
  const grafana = `/software/${data.software.get('Grafana')}`;
  await ready(page, /"outdated"/);
  await page.goto('/favorites');
  await rows(page).first().waitFor();
  // Later than the rows of what is outdated, which came with the page before.
  const others = /"queryKey":\["favorites","(?!outdated)[^\]]*,1\]/;
  await eventually(async () => others.test(await keptText(page)), 30_000);
  await page.goto(grafana);
  await settled(page);
  await ready(page, /"software","[0-9a-f-]{36}"/);

  await installation.without(async () => {
    await page.goto('/updates');
    await page
      .getByRole('status')
      .getByText(/does not answer.*You see what it said at \d{1,2}:\d\d/)
      .waitFor();
    expect(await rows(page).count()).toBe(count);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    expect(await rows(page).count()).toBe(count);
    await page.goto('/favorites');
    await rows(page).first().waitFor();
    await page.goto(grafana);
    await page.getByRole('heading', { level: 1, name: 'Grafana' }).waitFor();
    for (const button of await page
      .getByRole('main')
      .getByRole('button', { name: /^(Mark as updated|Skip|Snooze|Mute|Stop)/ })
      .all())
      expect(await button.isDisabled()).toBe(true);
  });
  await eventually(async () => !(await page.getByText('does not answer').isVisible()), 60_000);
});

it('a new build is taken with the next page, files of old ones are removed, and without the web application all goes', async () => {
  const { page, allow } = await installation.visit(data.token, '/updates', AHEAD);
  await rows(page).first().waitFor();
  await ready(page, /Grafana/);
  const shells = async () => (await caches(page)).filter((name) => name.startsWith('shell-'));
  const first = await shells();
  expect(first).toHaveLength(1);
  const text = readFileSync(WORKER, 'utf8');
  const { port } = new URL(installation.server.url);
  allow(0, 404, 502);
  await installation.without(async () => {
    try {
      for (const build of ['second', 'third']) {
        writeWorker(text.replace(/const BUILD = "\w+"/, `const BUILD = "${build}"`));
        const server = await installation.serve(port);
        try {
          await page.goto('/favorites');
          await eventually(async () => (await shells()).includes(`shell-${build}`), 60_000);
          await eventually(async () => (await shells()).length === 2);
        } finally {
          await server.stop();
        }
      }
      expect((await shells()).sort()).toEqual(['shell-second', 'shell-third']);
    } finally {
      writeWorker(text);
    }
    // A service without the web application removes the worker and what it kept.
    const server = await installation.serve(port, { WEB: 'false' });
    try {
      await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
      await eventually(async () =>
        page
          .evaluate(
            async () => (await navigator.serviceWorker.getRegistrations()).length + (await window.caches.keys()).length,
          )
          .then(
            (left) => left === 0,
            () => false,
          ),
      );
    } finally {
      await server.stop();
    }
  });
});
