import { eventually } from '../setup/eventually';
import { product } from '../setup/catalogue';
import { signOutOf, useInstallation } from './setup/installation';

const installation = useInstallation();

beforeAll(() => installation.publish(product('Grafana', ['13.0.5', '13.1.0'])));

/** A user with a favorite that has an update. */
async function user(name: string): Promise<string> {
  const token = await installation.token(name);
  const [{ id }] = await installation.api<[{ id: string }]>(token, 'GET', '/software?name=Grafana');
  await installation.api(token, 'POST', '/favorite', { software: id, version: '13.0.5' });
  return token;
}

it('a token leads to the page that was asked for; the browser keeps neither token nor secret', async () => {
  const token = await user('ada');
  const { page, context, allow } = await installation.browser.visit(installation.server.url);
  allow(401);
  await page.goto('/favorites?sort=-updated_at');
  await page.getByLabel('Access token').fill('sut_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('not valid').waitFor();
  await page.getByLabel('Access token').fill(token);
  await page.getByLabel('Access token').press('Enter');
  await page.waitForURL('**/favorites?sort=-updated_at');
  await page.getByRole('link', { name: 'Grafana', exact: true }).waitFor();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toContain('sut_');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  expect(stored).not.toContain(cookie!.value);
});

it('an address of elsewhere is not followed after signing in', async () => {
  const token = await user('eve');
  const { page, context, allow } = await installation.browser.visit(installation.server.url);
  allow(401);
  for (const to of ['//example.org', '/\\example.org', 'https://example.org', '/unknown']) {
    await page.goto(`/?to=${encodeURIComponent(to)}`);
    await page.getByLabel('Access token').fill(token);
    await page.getByLabel('Access token').press('Enter');
    await page.getByRole('navigation').waitFor();
    expect(new URL(page.url()).origin).toBe(installation.server.url);
    await context.clearCookies();
  }
});

it('a session that ends while somebody writes asks to sign in again, and loses nothing', async () => {
  const token = await user('grace');
  const { page, allow } = await installation.visit(token);
  const [favorite] = await installation.api<[{ links: { software: string } }]>(token, 'GET', '/favorite');
  await page.goto(`/software/${favorite.links.software.split('/').at(-1)!}?settings=yes`);
  const notes = page.getByRole('textbox', { name: 'Notes to self' });
  await notes.fill('Ask Bob before updating');
  const [session] = await installation.api<[{ id: string }]>(token, 'GET', '/session');
  await installation.api(token, 'DELETE', `/session/${session.id}`);
  allow(401);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await notes.press('Control+Enter');
  await dialog.waitFor();
  await dialog.getByText('npm run cli -- sign-in --user').waitFor();
  // What the API says of a token that is missing is for programs.
  expect(await page.locator('body').innerText()).not.toMatch(/Send a token|header/);
  await dialog.getByLabel('Access token').fill(token);
  await dialog.getByLabel('Access token').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await notes.inputValue()).toBe('Ask Bob before updating');
  await notes.press('Control+Enter');
  const stored = () => installation.api<[{ notes: string | null }]>(token, 'GET', '/favorite');
  await eventually(async () => (await stored())[0].notes === 'Ask Bob before updating');
});

it('a screen that is opened when the session has ended says so, and is there after the next sign-in, which names lost rights', async () => {
  const token = await user('agnes');
  const { page, context, allow } = await installation.visit(await installation.token('agnes', 'read,write,admin'));
  allow(401);
  await page.getByRole('link', { name: 'Channels', exact: true }).focus();
  await context.clearCookies();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  const behind = await page.locator('body').innerText();
  expect(behind).toContain('Your session has ended');
  expect(behind).not.toMatch(/Send a token|header/);
  await dialog.getByLabel('Access token').fill(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('fewer rights than before. Missing: admin.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
  await eventually(async () => expect(await page.locator('body').innerText()).not.toContain('Your session has ended'));
});

it('a key that is pressed when the dialog comes is in no field of it; it says how to sign in', async () => {
  const token = await user('ida');
  const { page, context, allow } = await installation.visit(token);
  await page.locator('[role="row"][data-id]').first().focus();
  allow(401);
  await context.clearCookies();
  await page.evaluate(() => {
    // As a person's fingers do: they go on for a moment.
    const timer = setInterval(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement) field.value += 'u';
      if (document.querySelector('[role="dialog"]')) setTimeout(() => clearInterval(timer), 500);
    }, 20);
  });
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await eventually(() => dialog.evaluate((one) => one.contains(document.activeElement)));
  expect(await dialog.getByLabel('Access token').inputValue()).toBe('');
  await dialog.getByText('npm run cli -- sign-in').waitFor();
});

it('signing out ends the session in every tab, and the pages of before are not shown any more', async () => {
  const token = await user('tim');
  const { page, context, allow } = await installation.visit(token);
  const other = await context.newPage();
  await other.goto('/favorites');
  await other.getByRole('grid').waitFor();
  allow(401);
  await signOutOf(page);
  await page.getByLabel('Access token').waitFor();
  await page.goBack();
  await page.getByLabel('Access token').waitFor();
  await other.reload();
  await other.getByLabel('Access token').waitFor();
  expect(await context.cookies()).toEqual([]);
});

it('the policy of the page lets its styles through, also after a 304, lets no text become HTML, and no script make a policy', async () => {
  const { page, context, allow } = await installation.browser.visit(installation.server.url);
  allow(401);
  const events = await context.newCDPSession(page);
  await events.send('Network.enable');
  // What came over the network: to the page itself, a 304 looks like the answer that it had.
  const documents = new Set<string>();
  const statuses: number[] = [];
  events.on('Network.requestWillBeSent', ({ requestId, type }) => type === 'Document' && documents.add(requestId));
  events.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (documents.has(requestId)) statuses.push(statusCode);
  });
  await page.goto('/sign-in');
  await page.getByLabel('Access token').waitFor();
  await page.reload();
  await page.getByLabel('Access token').waitFor();
  expect(statuses).toEqual([200, 304]);
  expect(await page.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/docs');
  const refused = await page.evaluate(() => {
    const thrown = (work: () => unknown) => {
      try {
        work();
        return null;
      } catch (error) {
        return (error as Error).name;
      }
    };
    type Policies = { trustedTypes: { createPolicy(name: string, rules: object): void } };
    return [
      thrown(() => (document.body.innerHTML = '<p>')),
      thrown(() => (window as unknown as Policies).trustedTypes.createPolicy('other', {})),
    ];
  });
  expect(refused).toEqual(['TypeError', 'TypeError']);
  await expect(installation.assertFaultless()).rejects.toThrow(/TrustedHTML|trusted-types/);
});

it('an address that keeps no session leads to the one that does', async () => {
  await installation.restart({ PUBLIC_URL: 'https://tracker.example' });
  const { url } = installation.server;
  const { page, context, allow } = await installation.browser.visit(url);
  allow(401);
  await context.route('http://tracker.lan/**', async (route) => {
    const there = route.request().url().replace('http://tracker.lan', url);
    await route.fulfill({ response: await route.fetch({ url: there }) });
  });
  await page.goto('http://tracker.lan/favorites');
  await page.getByRole('alert').getByText('Sign in at the encrypted address, tracker.example.').waitFor();
  const open = page.getByRole('link', { name: 'Open https://tracker.example' });
  expect(await open.getAttribute('href')).toBe('https://tracker.example/favorites');
  expect(await page.getByLabel('Access token').count()).toBe(0);
  // What the page still asks for has nobody to answer it.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  // That address is another origin to the watcher.
  await expect(installation.assertFaultless()).rejects.toThrow('http://tracker.lan/favorites');
});
