import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { outside } from '../setup/receivers';
import { settled, useInstallation } from './setup/installation';

const world = outside();
const installation = useInstallation({ CHECK_EVERY: '1s' });
let token: string;

beforeAll(async () => {
  token = await installation.token();
});

interface Notification {
  id: string;
  software: string;
  deliveries: { state: string }[];
}

it('says what was sent, what was refused and why; filters are in the address; sent again, it arrives', async () => {
  const api = <T>(method: string, path: string, body?: object) => installation.api<T>(token, method, path, body);
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

  const { page, calls } = await installation.visit(token, '/notifications');
  const row = page.getByRole('row', { name: /nginx/ });
  await row.getByText('failed').waitFor();
  await page.getByText('Today').waitFor();
  expect(calls.filter((call) => call.startsWith('GET /api/v1/notification'))).toHaveLength(1);

  await page.getByLabel('State').selectOption('Failed');
  await page.getByText('Nothing matches').waitFor();
  await page.getByLabel('State').selectOption('Any');
  await page.getByLabel('Channel').selectOption('Team hook');
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
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('cell', { name: '1', exact: true }).waitFor();
  await page.getByRole('button', { name: /2 attempts/ }).click();
  await page.waitForURL(`**/channels/${channel}?open=${id}`);
  await page.reload();
  await page.getByText(/Attempt 2.*accepted/).waitFor();
});

it('an address without anything behind it says so', async () => {
  const { page, allow } = await installation.visit(token, '/notifications/00000000-0000-4000-8000-000000000000');
  allow(404);
  await page.getByRole('heading', { level: 1, name: 'This notification is gone' }).waitFor();
  await page.goto('/channels/00000000-0000-4000-8000-000000000000');
  await page.getByRole('heading', { level: 1, name: 'This channel is gone' }).waitFor();
});
