import type { Page } from 'playwright-core';
import { closeAll } from '../notification/providers/peers';
import { readStages, type Stage } from '../notification/providers/stage';
import { eventually } from '../setup/eventually';
import { type MailReceiver, outside } from '../setup/receivers';
import { Installation, settled } from './setup/installation';

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
let installation: Installation;
let token: string;
let relay: MailReceiver;

beforeAll(async () => {
  relay = await world.smtp();
  installation = await Installation.start({ SMTP_URL: relay.url, APPRISE_URL: 'http://127.0.0.1:9001/' });
  token = await installation.token();
});

afterEach(() => installation.assertFaultless());
afterAll(async () => {
  await closeAll();
  await installation.stop();
});

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
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('Except for').selectOption('Major updates');
  await page.getByRole('button', { name: 'Create' }).click();
  const dialog = page.getByRole('dialog');
  const secret = await dialog.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.waitForURL(/\/channels\/[0-9a-f-]{36}$/);
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
  await page.getByRole('tab', { name: 'Settings' }).click();
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
