import { Installation } from './setup/installation';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

interface Token {
  id: string;
  name: string;
  scopes: string[];
  expires_at: string | null;
}

it('a token is made, shown once and works; a sign-in of long ago is asked for again, and what was typed goes on', async () => {
  const token = await installation.token('ada');
  const { page, allow } = await installation.visit(token, '/tokens');
  allow(403);
  await page.getByText('Signed you in').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.waitForURL('**/tokens?new=yes');
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  expect(await dialog.getByLabel('Administer').isDisabled()).toBe(true);
  await dialog.getByLabel('Name').fill('dashboard');

  // As the service answers a session that is older than an hour; its own answer is tested over HTTP.
  let refused = 0;
  await page.route('**/api/v1/token', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.continue();
    refused += 1;
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '/docs/problems#sign-in-again', title: 'Sign in again', status: 403 }),
    });
  });
  await dialog.getByRole('button', { name: 'Create' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Access token').fill(token);
  await again.getByRole('button', { name: 'Sign in' }).click();
  const made = page.getByRole('dialog', { name: 'Your new token' });
  const secret = await made.getByLabel('dashboard').inputValue();
  expect(secret).toMatch(/^sut_/);
  const [own] = (await installation.api<Token[]>(secret, 'GET', '/token')).filter(({ name }) => name === 'dashboard');
  expect(own!.scopes).toEqual(['read']);
  const days = (new Date(own!.expires_at!).getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Made with').waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Revoke dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('dashboard is revoked.').waitFor();
  await page.getByText('Made with').waitFor({ state: 'detached' });
});

it('revoking the token of this session asks first, and then signs out', async () => {
  const token = await installation.token('grace');
  const { page, allow } = await installation.visit(token, '/tokens');
  allow(401);
  await page.getByRole('button', { name: /^Revoke/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('you will be signed out').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByLabel('Access token').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

it('sessions: this one is marked; another is ended, then all others', async () => {
  const token = await installation.token('joan');
  const others = [await installation.visit(token), await installation.visit(token), await installation.visit(token)];
  // These notice by themselves that their session has ended.
  for (const { allow } of others) allow(401);
  const { page } = await installation.visit(token, '/sessions');
  await page.getByText('This one').waitFor();
  await page.getByRole('button', { name: 'End 3 others' }).waitFor();
  await page
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'End 2 others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End 2 others' }).click();
  await page.getByText('You are signed in nowhere else.').waitFor();
  expect(await installation.api<unknown[]>(token, 'GET', '/session')).toHaveLength(1);
  for (const other of others) {
    await other.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await other.context.close();
  }
});
