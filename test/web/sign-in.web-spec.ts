import { eventually } from '../setup/eventually';
import { product } from '../setup/catalogue';
import { Installation } from './setup/installation';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
  await installation.publish(product('Grafana', ['13.0.5', '13.1.0']), product('Redis', ['8.6.3', '8.6.4']));
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

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
  await context.close();
});

it('an address of elsewhere is not followed after signing in', async () => {
  const token = await user('eve');
  for (const to of ['//example.org', '/\\example.org', 'https://example.org', '/unknown']) {
    const { page, context, allow } = await installation.browser.visit(installation.server.url);
    allow(401);
    await page.goto(`/?to=${encodeURIComponent(to)}`);
    await page.getByLabel('Access token').fill(token);
    await page.getByLabel('Access token').press('Enter');
    await page.getByRole('navigation').waitFor();
    expect(new URL(page.url()).origin).toBe(installation.server.url);
    await context.close();
  }
});

it('a session that ends while somebody writes asks to sign in again, and loses nothing', async () => {
  const token = await user('grace');
  const { page, context, allow } = await installation.visit(token);
  const [favorite] = await installation.api<[{ links: { software: string } }]>(token, 'GET', '/favorite');
  await page.goto(`/software/${favorite.links.software.split('/').at(-1)!}`);
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
  await context.close();
});

it('signing in again with fewer rights says which are missing', async () => {
  const token = await user('agnes');
  const { page, context, allow } = await installation.visit(await installation.token('agnes', 'read,write,admin'));
  allow(401);
  await page.getByRole('link', { name: 'Channels', exact: true }).focus();
  await context.clearCookies();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Access token').fill(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('fewer rights than before. Missing: admin.').waitFor();
  await context.close();
});

it('a screen that is opened when the session has ended says so to a person, and is there after the next sign-in', async () => {
  const token = await user('barbara');
  const { page, context, allow } = await installation.visit(token);
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
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
  await eventually(async () => expect(await page.locator('body').innerText()).not.toContain('Your session has ended'));
  await context.close();
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
  await context.close();
});

it('signing out ends the session in every tab, and the pages of before are not shown any more', async () => {
  const token = await user('tim');
  const { page, context, allow } = await installation.visit(token);
  const other = await context.newPage();
  await other.goto('/favorites');
  await other.getByRole('grid').waitFor();
  allow(401);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Access token').waitFor();
  await page.goBack();
  await page.getByLabel('Access token').waitFor();
  await other.reload();
  await other.getByLabel('Access token').waitFor();
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

it('revoking the token ends the sessions that it began', async () => {
  const token = await user('joan');
  const { page, context, allow } = await installation.visit(token);
  await page.getByRole('grid').waitFor();
  allow(401);
  const [{ id }] = await installation.api<[{ id: string }]>(token, 'GET', '/token');
  await installation.api(token, 'DELETE', `/token/${id}`);
  // The stream of events ends with them, and the page asks who is there.
  await eventually(() => page.getByRole('dialog', { name: 'Sign in again' }).isVisible());
  await context.close();
});

it('an address that keeps no session leads to the one that does', async () => {
  const secure = await Installation.start({ PUBLIC_URL: 'https://tracker.example' });
  const { page, context, allow } = await secure.browser.visit(secure.server.url);
  allow(401);
  await context.route('http://tracker.lan/**', async (route) => {
    const url = route.request().url().replace('http://tracker.lan', secure.server.url);
    await route.fulfill({ response: await route.fetch({ url }) });
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
  await expect(secure.assertFaultless()).rejects.toThrow('http://tracker.lan/favorites');
  await secure.stop();
});
