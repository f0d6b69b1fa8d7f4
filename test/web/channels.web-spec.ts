import type { Page } from 'playwright-core';
import { closeAll } from '../notification/providers/peers';
import { readStages, type Stage } from '../notification/providers/stage';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { type MailReceiver, outside } from '../setup/receivers';
import { settled, useInstallation } from './setup/installation';

interface ChannelType {
  type: string;
  title: string;
  settings: {
    properties: Record<string, { title: string; type: string; writeOnly?: boolean; enum?: string[]; default?: string }>;
  };
}

interface Channel {
  id: string;
  type: string;
  name: string;
  settings: Record<string, unknown>;
  digest: object;
  quiet_hours: object | null;
}

const world = outside();
let token: string;
let relay: MailReceiver;
const installation = useInstallation(async () => {
  relay = await world.smtp();
  return { SMTP_URL: relay.url, APPRISE_URL: 'http://127.0.0.1:9001/', CHECK_EVERY: '1s' };
});

beforeAll(async () => {
  token = await installation.token();
});
afterAll(closeAll);

const api = <T>(method: string, path: string, body?: object) => installation.api<T>(token, method, path, body);

/** Types what a person would into the fields that the settings have. */
async function fill(page: Page, { settings: { properties } }: ChannelType, settings: Stage['settings']): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const { title, type, enum: values, default: fallback } = properties[name]!;
    if (type === 'array') {
      for (const [index, text] of [value].flat().entries()) {
        if (index > 0) await page.getByRole('button', { name: 'Add another' }).click();
        await page.getByLabel(`${title}, entry ${index + 1}`, { exact: true }).fill(text);
      }
    } else {
      const field = page.locator('form').getByLabel(new RegExp(`^${title}( \\*| \\(optional\\))?$`));
      if (values) await field.selectOption({ label: value === fallback ? `${fallback} (default)` : (value as string) });
      else await field.fill(value as string);
    }
  }
}

it('a channel of every type that there is is made from the description of its settings', async () => {
  const stages = readStages();
  // The owner of the address is asked.
  relay.will(250);
  const { page } = await installation.visit(token, '/channels/new');
  const types = await api<ChannelType[]>('GET', '/channel-type');
  expect(types.map(({ type }) => type).sort()).toEqual(Object.keys(stages).sort());
  // What a browser makes by itself: push.web-spec.ts.
  const typed = types.filter(({ type }) => type !== 'web-push');
  for (const type of typed) {
    const { settings } = await stages[type.type]!();
    await page.goto('/channels/new');
    await page.locator(`a[href="/channels/new/${type.type}"]`).click();
    await page.waitForURL(`**/channels/new/${type.type}`);
    await fill(page, type, settings);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`My ${type.type}`);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: `My ${type.type}` }).waitFor();
  }
  const made = await api<Channel[]>('GET', '/channel');
  expect(made.map(({ type }) => type).sort()).toEqual(typed.map(({ type }) => type).sort());
  await eventually(() => relay.mails.length === 1);
  // What is no secret is stored as it was typed.
  for (const { type, settings } of made) {
    const { properties } = types.find((one) => one.type === type)!.settings;
    const given = Object.entries((await stages[type]!()).settings).filter(
      ([name, value]) => !properties[name]!.writeOnly && properties[name]!.default !== value,
    );
    for (const [name, value] of given.filter(([, text]) => !/127\.0\.0\.1/.test(String(text))))
      expect([type, name, settings[name]]).toEqual([type, name, value]);
  }
});

it('a test before it is saved shows its result; a secret is shown once; what is wrong stands beside its field', async () => {
  const hook = await world.http();
  const { page, allow } = await installation.visit(token, '/channels/new/webhook');
  allow(422);
  const url = page.getByLabel('URL *');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Enter the url.').waitFor();
  expect(await url.evaluate((element) => element === document.activeElement)).toBe(true);
  // What only the service can know: it does not go to this port.
  await url.fill('http://127.0.0.1:22/hook');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const said = page.getByText('Must use port 80, 443 or one from 1024 up.');
  await said.waitFor();
  expect(await url.getAttribute('aria-describedby')).toContain((await said.getAttribute('id'))!);
  await url.fill(hook.url);
  hook.will(401, 202);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Refused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^Accepted in \d+ ms \(202\)\.$/).waitFor();
  await page.getByLabel('Send', { exact: true }).selectOption('Every day');
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await page.getByLabel('Except for').selectOption('Major updates');
  await page.getByRole('button', { name: 'Create' }).click();
  const dialog = page.getByRole('dialog');
  const secret = await dialog.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.waitForURL(/\/channels\/[0-9a-f-]{36}$/);
  // The form before it has a button of the same name.
  await page.getByRole('button', { name: 'Create' }).waitFor({ state: 'detached' });
  const id = page.url().split('/').at(-1)!;
  const made = await api<Channel>('GET', `/channel/${id}`);
  expect(made).toMatchObject({
    digest: { every: 'daily', hour: 9 },
    quiet_hours: { from: '22:00', to: '07:00', except: 'major' },
  });
  // The test of what is saved is signed with the secret that was shown.
  hook.will(204);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^Accepted in \d+ ms \(204\)\.$/).waitFor();
  expect(hook.requests.at(-1)!.verified(secret)).toMatchObject({ type: 'test' });
});

it('a secret is kept unless it is changed; the address says which part is open; rotate, off, on, delete', async () => {
  const { id } = await api<Channel>('POST', '/channel', {
    type: 'ntfy',
    name: 'ops',
    settings: { topic: 'updates-7f3a9c-canary', server: 'https://ntfy.example/', token: 'tk_canary0123456789' },
  });
  const { page } = await installation.visit(token, `/channels/${id}`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/channels/*?tab=settings');
  await page.reload();
  await page.getByRole('group', { name: 'Topic' }).getByText('••••nary').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('ops at night');
  await page.getByRole('button', { name: 'Remove the access token' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'ops at night' }).waitFor();
  const { settings } = await api<Channel>('GET', `/channel/${id}`);
  expect(settings).toEqual({ topic: '••••nary', server: 'https://ntfy.example/' });
  await page.getByRole('button', { name: 'Change the topic' }).click();
  await page.getByLabel('Topic *').fill('another-topic-of-mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('••••mine').waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await eventually(async () => (await api<{ enabled: boolean }>('GET', `/channel/${id}`)).enabled);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/channels');
  await settled(page);
  expect((await api<Channel[]>('GET', '/channel')).map((one) => one.id)).not.toContain(id);
});

interface Notification {
  id: string;
  software: string;
  deliveries: { state: string }[];
}

it('says what was sent, what was refused and why; filters are in the address; sent again, it arrives', async () => {
  const own = await installation.token('grace');
  const api = <T>(method: string, path: string, body?: object) => installation.api<T>(own, method, path, body);
  const hook = await world.http();
  hook.will((response) => void response.writeHead(400, { 'content-type': 'text/html' }).end('<b>No such room</b>'));
  const { id: channel } = await api<{ id: string }>('POST', '/channel', {
    type: 'webhook',
    name: 'Team hook',
    settings: { url: hook.url },
  });
  await api('POST', '/channel', { type: 'log', name: 'Service log', settings: {} });
  const versions = (...all: string[]) => product('nginx', all, { identity: { id: 'nginx' } });
  await installation.publish(versions('1.29.4'));
  const [{ id: software }] = await api<[{ id: string }]>('GET', '/software?name=nginx');
  await api('POST', '/favorite', { software, version: '1.29.4' });
  await installation.publish(versions('1.29.4', '1.31.0'));
  const notification = await eventually(async () => {
    const [first] = await api<Notification[]>('GET', '/notification');
    if (first?.deliveries.length !== 2) return false;
    return first.deliveries.every(({ state }) => state !== 'queued') && first;
  });
  const { id } = notification as Notification;

  const { page, calls } = await installation.visit(own, '/notifications');
  const row = page.getByRole('list', { name: 'Log' }).getByRole('listitem').filter({ hasText: 'nginx' });
  await row.getByText('failed').waitFor();
  expect(calls.filter((call) => call.startsWith('GET /api/v1/notification'))).toHaveLength(1);

  await page.getByLabel('State').selectOption('Failed');
  await page.getByText('Nothing matches').waitFor();
  await page.getByLabel('State').selectOption('Any');
  await page.getByLabel('Channel', { exact: true }).selectOption('Team hook');
  await page.getByLabel('Product').fill('ngi');
  await page.waitForURL((url) => url.searchParams.get('q') === 'ngi' && url.searchParams.get('channel') === channel);
  await page.reload();
  await row.waitFor();
  expect(await page.getByLabel('Product').inputValue()).toBe('ngi');
  expect(calls.findLast((call) => call.startsWith('GET /api/v1/notification?'))).toContain('software%5Blike%5D=ngi');

  // Answers of private addresses are not kept: this one is as that of a public receiver.
  await page.route(`**/api/v1/notification/${id}?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('"excerpt":null', '"excerpt":"<b>No such room</b>"'),
    });
  });
  await row.getByRole('link', { name: /nginx/ }).click();
  await page.waitForURL(`**/notifications/${id}`);
  // The answer of the receiver is text, whatever it was meant to be.
  expect(await page.locator('pre').textContent()).toBe('<b>No such room</b>');
  await page.getByText(/Attempt 1.*refused.*code 400/).waitFor();
  hook.will(202);
  await page.getByRole('button', { name: 'Send again: nginx 1.31.0' }).click();
  await page.getByText('nginx 1.31.0 is sent again.').waitFor();
  await eventually(async () => {
    const { deliveries } = await api<Notification>('GET', `/notification/${id}`);
    return deliveries.every(({ state }) => state === 'sent');
  });
  await page.goBack();
  await settled(page);
  expect(new URL(page.url()).searchParams.get('q')).toBe('ngi');

  await page.goto(`/channels/${channel}`);
  await page.getByText('100% arrived').waitFor();
  await page.getByText('1 delivery in 90 days; all arrived.').waitFor();
  await page.getByText('2 attempts').waitFor();
  await page.getByRole('link', { name: /nginx/ }).click();
  await page
    .getByText(/Attempt 2.*accepted/)
    .first()
    .waitFor();
});

it('an address without anything behind it says so', async () => {
  const { page, allow } = await installation.visit(token, '/notifications/00000000-0000-4000-8000-000000000000');
  allow(404);
  await page.getByRole('heading', { level: 1, name: 'This notification is gone' }).waitFor();
  await page.goto('/channels/00000000-0000-4000-8000-000000000000');
  await page.getByRole('heading', { level: 1, name: 'This channel is gone' }).waitFor();
});
