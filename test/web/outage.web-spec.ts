import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { Installation, settled } from './setup/installation';

let installation: Installation;
let token: string;

beforeAll(async () => {
  installation = await Installation.start();
  await installation.publish(product('Redis', ['8.6.3', '8.6.4']), product('nginx', ['1.30.1', '1.31.0']));
  token = await installation.token();
  for (const { id, name } of await installation.api<{ id: string; name: string }[]>(token, 'GET', '/software'))
    await installation.api(token, 'POST', '/favorite', {
      software: id,
      version: name === 'Redis' ? '8.6.3' : '1.30.1',
    });
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

it.each(['/updates', '/favorites', '/channels', '/profile'])(
  'while nothing answers it is said once, what is shown stays where it is, and few requests are made: %s',
  async (address) => {
    const { page, context, calls, allow } = await installation.visit(token, address);
    await settled(page);
    await page.waitForLoadState('load');
    allow(0, 502);
    const shown =
      address === '/updates' || address === '/favorites' ? page.locator('[role=row][data-id]').first() : null;
    await shown?.waitFor();
    await installation.without(async () => {
      await page.getByText('does not answer').first().waitFor();
      const place = await shown?.boundingBox();
      const before = calls.length;
      // Somebody comes back to the window, and leaves it.
      for (let times = 0; times < 2; times++)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await new Promise((resolve) => setTimeout(resolve, 25_000));
      expect(calls.length - before).toBeLessThan(14);
      expect(await page.getByText('does not answer').count()).toBe(1);
      expect(await page.getByRole('alert').count()).toBe(0);
      if (shown) expect(await shown.boundingBox()).toEqual(place);
    });
    const back = Date.now();
    await page.getByText('does not answer').waitFor({ state: 'detached', timeout: 25_000 });
    // The stream is there again as well.
    await eventually(() => calls.slice(-20).some((call) => call.endsWith('/events')));
    expect(Date.now() - back).toBeLessThan(25_000);
    await context.close();
  },
);

it('what was not read when it went away is shown when something answers again', async () => {
  const { page, context, allow } = await installation.visit(token, '/updates');
  await settled(page);
  await page.waitForLoadState('networkidle');
  allow(0, 502);
  await installation.without(async () => {
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('This page asks again by itself.').waitFor();
    expect(await page.getByText('does not answer').count()).toBe(1);
  });
  await page.getByText('This page asks again by itself.').waitFor({ state: 'detached', timeout: 25_000 });
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await context.close();
});

it.each([
  ['reads', false],
  ['does not read', true],
])('%s the code of other screens beforehand where data is saved: %s', async (_what, saveData) => {
  const { page, context } = await installation.visit(token, '/sign-in');
  const scripts: string[] = [];
  context.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  await page.addInitScript((saves) => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: saves } });
    // As soon as there is nothing else to do.
    Object.assign(window, { requestIdleCallback: (then: () => void) => setTimeout(then, 5) });
  }, saveData);
  await page.goto('/updates');
  await settled(page);
  await page.waitForLoadState('networkidle');
  if (saveData) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(scripts.length).toBeLessThan(15);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  } else await eventually(() => scripts.length > 30);
  await context.close();
});
