import { eventually } from '../setup/eventually';
import { settled, signOutOf, useInstallation } from './setup/installation';

const installation = useInstallation();

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
  await page.getByText('Created with').waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Revoke dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('dashboard is revoked.').waitFor();
  await page.getByText('Created with').waitFor({ state: 'detached' });
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

interface Profile {
  email: string | null;
  notifications_enabled: boolean;
  notify_always: boolean | null;
  time_zone: string;
}

it('what is changed is saved at once and can be undone; what a browser keeps stays after a reload', async () => {
  const token = await installation.token('mary');
  const profile = () => installation.api<Profile>(token, 'GET', '/profile');
  const { page, allow } = await installation.visit(token, '/profile', {
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    // What is said at the bottom covers nothing that is clicked.
    viewport: { width: 1280, height: 1400 },
  });
  allow(422, 401);
  await page.getByLabel('Time zone').fill('america/new york');
  await eventually(async () => (await profile()).time_zone === 'America/New_York');
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await profile()).time_zone === 'UTC');
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await eventually(async () => (await profile()).time_zone === 'Asia/Tokyo');
  const time = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', hour: '2-digit', hourCycle: 'h23' });
  await page.getByText(new RegExp(`It is ${time.format(Date.now())}:\\d\\d there now`)).waitFor();

  await page.getByText('Never remind me').click();
  await page.getByRole('checkbox', { name: 'Tell me about updates' }).click();
  await eventually(async () => {
    const { notify_always: always, notifications_enabled: isOn } = await profile();
    return always === false && !isOn;
  });

  const mail = page.getByLabel('Mail address');
  await mail.fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await mail.getAttribute('aria-invalid')) === 'true');
  await mail.fill('ada@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await profile()).email === 'ada@example.org');

  const theme = () => page.evaluate(() => document.documentElement.dataset.scheme);
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).click();
  expect(await theme()).toBe('dark');
  await page.reload();
  await settled(page);
  expect(await theme()).toBe('dark');
  expect(await page.getByLabel('Single-key shortcuts').isChecked()).toBe(false);
  expect(await page.getByLabel('Never remind me').isChecked()).toBe(true);
  await signOutOf(page);
  await page.getByLabel('Access token').waitFor();
  expect(await installation.api<unknown[]>(token, 'GET', '/session')).toHaveLength(0);
});

it('a switch that cannot be used says why; what is refused without a place of its own is said', async () => {
  const { page, context, allow } = await installation.visit(await installation.token('hedy'), '/profile');
  allow(422);
  const home = page.getByRole('checkbox', { name: 'Home Assistant' });
  expect(await home.isDisabled()).toBe(true);
  await page.getByText('the operator has set no MQTT_URL').waitFor();
  await context.route('**/api/v1/profile', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const errors = [{ field: 'notifications_enabled', message: 'cannot be changed now' }];
    await route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '/docs/problems#invalid-body', title: 'Not valid', status: 422, errors }),
    });
  });
  await page.getByRole('checkbox', { name: 'Tell me about updates' }).click();
  await page.getByRole('alert').getByText('cannot be changed now').waitFor();
});

it('without a mail relay the card of e-mail says so, and leads nowhere', async () => {
  const { page } = await installation.visit(await installation.token('hedy'), '/channels/new');
  await page.getByText('this installation has no mail relay (SMTP_URL)').waitFor();
  expect(await page.locator('a[href="/channels/new/email"]').count()).toBe(0);
  await page.goto('/channels/new/email');
  await page.getByText('this installation has no mail relay (SMTP_URL)').waitFor();
});
