import { eventually } from '../setup/eventually';
import { Installation, settled } from './setup/installation';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start();
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

interface Profile {
  email: string | null;
  notifications_enabled: boolean;
  notify_always: boolean | null;
  time_zone: string;
}

it('what is changed is saved at once and can be undone; what a browser keeps stays after a reload', async () => {
  const token = await installation.token();
  const profile = () => installation.api<Profile>(token, 'GET', '/profile');
  const { page, allow } = await installation.visit(token, '/profile', {
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    // What is said at the bottom covers nothing that is clicked.
    viewport: { width: 1280, height: 1400 },
  });
  allow(422, 401);
  await page.getByLabel('Time zone').first().click();
  await page.keyboard.type('new york');
  await page.getByRole('option', { name: /America\/New_York/ }).click();
  await eventually(async () => (await profile()).time_zone === 'America/New_York');
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await profile()).time_zone === 'UTC');
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await eventually(async () => (await profile()).time_zone === 'Asia/Tokyo');
  const time = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', hour: '2-digit', hourCycle: 'h23' });
  await page.getByText(new RegExp(`It is ${time.format(Date.now())}:\\d\\d there now`)).waitFor();

  await page.getByText('Never remind me').click();
  await page.getByRole('switch', { name: 'Tell me about updates' }).click();
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

  const theme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await page.getByRole('radiogroup', { name: 'Long lists' }).getByText('Pages').click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  expect(await theme()).toBe('dark');
  await page.reload();
  await settled(page);
  expect(await theme()).toBe('dark');
  expect(await page.getByRole('radiogroup', { name: 'Long lists' }).getByLabel('Pages').isChecked()).toBe(true);
  expect(await page.getByLabel('Single-key shortcuts').isChecked()).toBe(false);
  expect(await page.getByLabel('Never remind me').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Sign out' }).last().click();
  await page.getByLabel('Access token').waitFor();
  expect(await installation.api<unknown[]>(token, 'GET', '/session')).toHaveLength(0);
});

it('a switch that cannot be used says why; what is refused without a place of its own is said', async () => {
  const { page, context, allow } = await installation.visit(await installation.token('hedy'), '/profile');
  allow(422);
  const home = page.getByRole('switch', { name: 'Home Assistant' });
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
  await page.getByRole('switch', { name: 'Tell me about updates' }).click();
  await page.getByRole('alert').getByText('cannot be changed now').waitFor();
  await context.close();
});

it('without a mail relay the card of e-mail says so, and leads nowhere', async () => {
  const { page, context } = await installation.visit(await installation.token('hedy'), '/channels/new');
  await page.getByText('this installation has no mail relay (SMTP_URL)').waitFor();
  expect(await page.locator('a[href="/channels/new/email"]').count()).toBe(0);
  await page.goto('/channels/new/email');
  await page.getByText('this installation has no mail relay (SMTP_URL)').waitFor();
  await context.close();
});
