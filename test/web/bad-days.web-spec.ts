import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { Installation, settled } from './setup/installation';

let installation: Installation;
let token: string;

beforeAll(async () => {
  installation = await Installation.start();
  await installation.publish(
    product('Grafana', ['13.0.5', '13.1.0']),
    product('Redis', ['8.6.3', '8.6.4']),
    product('nginx', ['1.30.1', '1.31.0']),
  );
  token = await installation.token();
  const all = await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software');
  for (const [name, version] of [
    ['Grafana', '13.0.5'],
    ['Redis', '8.6.3'],
    ['nginx', '1.30.1'],
  ])
    await installation.api(token, 'POST', '/favorite', { software: all.find((one) => one.name === name)!.id, version });
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

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
  await context.close();
});

it('a session that may only read says which scope is missing', async () => {
  const reader = await installation.token('ada', 'read');
  const { page, context, allow } = await installation.visit(reader);
  allow(403);
  await page.locator('[role="row"][data-id]').nth(2).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  await page
    .getByText(/scope.*write/i)
    .first()
    .waitFor();
  await eventually(async () => (await page.locator('[role="row"][data-id]').count()) === 3);
  await context.close();
});

it('a favorite that another tab has deleted meanwhile is told of by name', async () => {
  const { page, context } = await installation.visit(token);
  await page.locator('[role="row"][data-id]').nth(2).waitFor();
  const favorites = await installation.api<{ uuid: string; software: string }[]>(token, 'GET', '/favorite');
  const gone = favorites.find(({ software }) => software === 'Redis')!;
  await installation.api(token, 'DELETE', `/favorite/${gone.uuid}`);
  await page.locator(`[data-id="${gone.uuid}"]`).focus();
  await page.keyboard.press('u');
  await page.getByText(/Redis/).last().waitFor();
  await eventually(async () => (await page.locator('[role="row"][data-id]').count()) === 2);
  await context.close();
});

it('ages are told by the clock of the service, not by that of this machine', async () => {
  const { page, context } = await installation.visit(token);
  await page.clock.install({ time: new Date('2031-01-01T00:00:00Z') });
  await page.goto('/sessions');
  await settled(page);
  await page
    .getByText(/just now|minute/)
    .first()
    .waitFor();
  expect(await page.getByText(/year/).count()).toBe(0);
  await context.close();
});

it('a page that is gone is said to be gone, and leads on', async () => {
  const { page, context, allow } = await installation.visit(token);
  allow(404);
  await page.goto('/software/01890a5d-ac96-774b-bcce-b302099a8057');
  await page
    .getByText(/removed/i)
    .first()
    .waitFor();
  await page.goto('/software/x');
  await page.getByRole('link', { name: 'Go to Updates' }).click();
  await page.waitForURL('**/updates');
  await context.close();
});

it('an address that is none is a page for people that leads on, and a problem for programs', async () => {
  const { page, context, allow } = await installation.visit(token);
  allow(404);
  const answer = await page.goto('/no-such-page');
  expect([answer!.status(), answer!.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await page.getByRole('link', { name: 'Go to Updates' }).click();
  await page.waitForURL('**/updates');
  for (const [path, accept] of [
    ['/no-such-page', '*/*'],
    ['/no-such-page', 'application/json'],
    ['/api/v1/no-such-thing', 'text/html'],
    ['/no-such-file.js', 'text/html'],
  ] as const) {
    const response = await fetch(installation.server.url + path, { headers: { accept } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  }
  await context.close();
});

it('a screen whose code does not come while the service is away is shown when it is back', async () => {
  const { page, context, allow } = await installation.visit(token);
  allow(0, 502);
  let isBack = false;
  await context.route(/\/assets\/tokens\.page-.*\.js$/, (route) => (isBack ? route.continue() : route.abort()));
  await page.waitForLoadState('networkidle');
  await installation.without(async () => {
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByText('This page asks again by itself.').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/tokens');
    await page.getByRole('navigation').first().waitFor();
    isBack = true;
  });
  await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor({ timeout: 150_000 });
  await context.close();
});

// All others passed as well when this was made; each takes ten seconds.
it.each(['/history', '/search?q=re', '/tokens', '/'])(
  'what nobody answered is asked again by itself: %s',
  async (address) => {
    const { page, context, allow } = await installation.visit(token);
    allow(0, 502, 503);
    let isAway = true;
    await context.route(/\/api\/v1\//, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(address);
    await page.getByText('This page asks again by itself.').first().waitFor({ timeout: 30_000 });
    isAway = false;
    await eventually(
      async () => !(await page.getByText('This page asks again by itself.').first().isVisible()),
      150_000,
    );
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await context.close();
  },
);

it.each(['/updates', '/favorites'])(
  'a list that came with its page stays while nobody answers, which is said until somebody does: %s',
  async (address) => {
    const { page, context, allow } = await installation.visit(token);
    allow(0, 502, 503);
    let isAway = true;
    await context.route(/\/api\/v1\//, (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(address);
    const away = page.getByRole('status').getByText('does not answer');
    await away.waitFor();
    await page.locator('[role="row"][data-id]').nth(1).waitFor();
    isAway = false;
    await away.waitFor({ state: 'detached', timeout: 150_000 });
    await context.close();
  },
);

it('a service that is away: what was read stays, it says since when, changes wait, and all is well when it is back', async () => {
  const { page, context, allow } = await installation.visit(token);
  const rows = page.locator('[role="row"][data-id]');
  await rows.nth(1).waitFor();
  const count = await rows.count();
  await page.waitForLoadState('networkidle');
  allow(0, 502);
  await installation.without(async () => {
    await page.getByRole('link', { name: /Favorites/ }).click();
    await page
      .getByRole('status')
      .getByText(/does not answer\. You see what it said at \d/)
      .waitFor({ timeout: 30_000 });
    await page
      .getByRole('link', { name: /Updates/ })
      .first()
      .click();
    expect(await rows.count()).toBe(count);
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    expect(await rows.count()).toBe(count);
  });
  await eventually(async () => !(await page.getByText('does not answer').isVisible()), 150_000);
  await context.close();
});
