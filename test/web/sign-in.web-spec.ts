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
  await page.getByRole('link', { name: 'Grafana' }).waitFor();
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
  await dialog.getByLabel('Access token').fill(token);
  await dialog.getByLabel('Access token').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await notes.inputValue()).toBe('Ask Bob before updating');
  await notes.press('Control+Enter');
  const stored = () => installation.api<[{ notes: string | null }]>(token, 'GET', '/favorite');
  await eventually(async () => (await stored())[0].notes === 'Ask Bob before updating');
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
  await page.getByRole('link', { name: /Favorites/ }).click();
  await eventually(() => page.getByRole('dialog', { name: 'Sign in again' }).isVisible(), 20_000);
  await context.close();
});
