import { eventually } from '../setup/eventually';
import { type Favorite, track } from './setup/favorites';
import { settled, useInstallation } from './setup/installation';

const installation = useInstallation();
let token: string;

beforeAll(async () => {
  token = await installation.token();
  await track(installation, token, [
    { name: 'Grafana', inUse: '13.0.5', newer: ['13.1.0'] },
    { name: 'Redis', inUse: '8.6.3', newer: ['8.6.4'] },
    { name: 'nginx', inUse: '1.30.1', newer: ['1.31.0'] },
  ]);
});

const ROWS = '[role="row"][data-id]';
const ASKS_AGAIN = 'This page asks again by itself.';

it('a limit that is reached counts down, and then it goes on', async () => {
  const { page, context, allow } = await installation.visit(token, '/profile');
  await settled(page);
  allow(429);
  let refused = 0;
  await context.route('**/api/v1/favorite?*', async (route) => {
    if (refused++ > 0) return route.continue();
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
      body: JSON.stringify({ type: '/docs/problems#too-many-requests', title: 'Too many requests', status: 429 }),
    });
  });
  await page.getByRole('link', { name: /Favorites/ }).click();
  await page.getByText(/Try again in \d/).waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  await eventually(() => again.isEnabled());
  await again.click();
  await page.getByRole('link', { name: 'Grafana', exact: true }).waitFor();
});

it('a session that may only read says which scope is missing', async () => {
  const { page, allow } = await installation.visit(await installation.token('ada', 'read'));
  allow(403);
  await page.locator(ROWS).nth(2).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  const said = page.getByText(/scope.*write/i).first();
  await said.waitFor();
  await eventually(async () => (await page.locator(ROWS).count()) === 3);
});

it('a favorite that another tab has deleted meanwhile is told of by name; ages are told by the clock of the service', async () => {
  const { page } = await installation.visit(token);
  await page.locator(ROWS).nth(2).waitFor();
  const favorites = await installation.api<Favorite[]>(token, 'GET', '/favorite');
  const { uuid } = favorites.find(({ software }) => software === 'Redis')!;
  await installation.api(token, 'DELETE', `/favorite/${uuid}`);
  await page.locator(`[data-id="${uuid}"]`).focus();
  await page.keyboard.press('u');
  await page.getByText(/Redis/).last().waitFor();
  await eventually(async () => (await page.locator(ROWS).count()) === 2);

  await page.clock.install({ time: new Date('2031-01-01T00:00:00Z') });
  await page.goto('/sessions');
  await settled(page);
  const age = page.getByText(/just now|minute/).first();
  await age.waitFor();
  expect(await page.getByText(/year/).count()).toBe(0);
});

it('an address that is none is a page for people that leads on, and a problem for programs', async () => {
  const { page, allow } = await installation.visit(token);
  allow(404);
  const answer = await page.goto('/no-such-page');
  expect([answer!.status(), answer!.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await page.getByRole('link', { name: 'Go to Updates' }).click();
  await page.waitForURL('**/updates');
  for (const [path, accept] of [
    ['/no-such-page', 'application/json'],
    ['/api/v1/no-such-thing', 'text/html'],
    ['/no-such-file.js', 'text/html'],
  ] as const) {
    const { status, headers } = await fetch(installation.server.url + path, { headers: { accept } });
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/problem+json; charset=utf-8']);
  }
});

it.each(['/history', '/'])('what nobody answered is asked again by itself: %s', async (address) => {
  const { page, context, allow } = await installation.visit(token);
  allow(0, 502, 503);
  let isAway = true;
  await context.route(/\/api\/v1\//, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(address);
  await page.getByText(ASKS_AGAIN).first().waitFor({ timeout: 30_000 });
  isAway = false;
  await eventually(async () => !(await page.getByText(ASKS_AGAIN).first().isVisible()), 150_000);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
});

it('a list that came with its page stays while nobody answers, which is said until somebody does', async () => {
  const { page, context, allow } = await installation.visit(token);
  allow(0, 502, 503);
  let isAway = true;
  await context.route(/\/api\/v1\//, (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/favorites');
  const away = page.getByRole('status').getByText('does not answer');
  await away.waitFor();
  await page.locator(ROWS).nth(1).waitFor();
  isAway = false;
  await away.waitFor({ state: 'detached', timeout: 150_000 });
});

it('while nothing answers, what was read stays where it is, that is said once, few ask, changes wait, screens come later', async () => {
  const list = await installation.visit(token);
  const form = await installation.visit(token, '/profile');
  const leaving = await installation.visit(token);
  for (const { page, allow } of [list, form, leaving]) {
    await settled(page);
    await page.waitForLoadState('networkidle');
    allow(0, 502);
  }
  const { page } = list;
  const rows = page.locator(ROWS);
  await rows.nth(1).waitFor();
  const count = await rows.count();
  await installation.without(async () => {
    // Its code does not come.
    await leaving.page.getByRole('button', { name: 'Settings' }).click();
    await leaving.page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await leaving.page.getByText(ASKS_AGAIN).first().waitFor();
    expect(new URL(leaving.page.url()).pathname).toBe('/tokens');
    await leaving.page.getByRole('navigation').first().waitFor();

    for (const one of [list, form]) await one.page.getByText('does not answer').first().waitFor();
    await page
      .getByRole('status')
      .getByText(/does not answer\. You see what it said at \d/)
      .waitFor({ timeout: 30_000 });
    const place = await rows.first().boundingBox();
    const before = [list, form].map(({ calls }) => calls.length);
    // Somebody comes back to the window, and leaves it.
    for (const one of [list, form])
      for (let times = 0; times < 2; times++)
        await one.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await new Promise((resolve) => setTimeout(resolve, 25_000));
    for (const [index, one] of [list, form].entries()) {
      expect(one.calls.length - before[index]!).toBeLessThan(14);
      expect(await one.page.getByText('does not answer').count()).toBe(1);
      expect(await one.page.getByRole('alert').count()).toBe(0);
    }
    expect(await rows.first().boundingBox()).toEqual(place);
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    expect(await rows.count()).toBe(count);
  });
  for (const one of [list, form]) {
    await one.page.getByText('does not answer').waitFor({ state: 'detached', timeout: 25_000 });
    // The stream is there again as well.
    await eventually(() => one.calls.slice(-20).some((call) => call.endsWith('/events')));
  }
  await leaving.page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor({ timeout: 150_000 });
});

it.each([
  ['reads', true],
  ['does not read, where data is saved,', false],
])('%s the code of other screens beforehand', async (_what, readsAhead) => {
  const { page, context } = await installation.visit(token, '/sign-in', { readsAhead });
  const scripts: string[] = [];
  context.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  // As soon as there is nothing else to do.
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: (then: () => void) => setTimeout(then, 5) });
  });
  await page.goto('/updates');
  await settled(page);
  await page.waitForLoadState('networkidle');
  if (readsAhead) return eventually(() => scripts.length > 30);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(scripts.length).toBeLessThan(15);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
});

it('a page of before an upgrade is loaded anew where it was going when the file of a screen is gone, and not before', async () => {
  const { page, context, allow } = await installation.visit(token, '/sign-in', { readsAhead: true });
  allow(404);
  // The files of the build that the page is of are gone until the page is loaded anew.
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  let gone = 0;
  await context.route(/\/assets\/tokens\.page-.*\.js$/, (route) => {
    if (loads.length > 1) return route.continue();
    gone += 1;
    return route.fulfill({ status: 404, body: 'not here' });
  });
  await page.goto('/updates');
  await eventually(() => gone > 0 && loads.length === 1);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Tokens', exact: true }).click();
  await eventually(() => loads.length === 2);
  await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
  expect(loads.map((url) => new URL(url).pathname)).toEqual(['/updates', '/tokens']);
});
