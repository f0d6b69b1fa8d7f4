import decodeQR from 'qr/decode.js';
import type { Page } from 'playwright-core';
import type { PushPayload } from '../../src/notification/providers/web-push.channel';
import { closeAll, httpReceiver } from '../notification/providers/peers';
import { eventually } from '../setup/eventually';
import { subscription } from '../setup/push-subscription';
import { findings } from './setup/axe';
import { NARROW } from './setup/browser';
import { example, type Example } from './setup/example';
import { settled, useInstallation } from './setup/installation';

const installation = useInstallation({ CHECK_EVERY: '1s' });
let data: Example;

beforeAll(async () => {
  data = await example(installation);
});

afterAll(async () => {
  await closeAll();
});

/** Chromium without a head has no push service: this one answers as it would, with what a receiver on loopback can decrypt. */
async function withPushService(page: Page, endpoint: string, keys: { p256dh: string; auth: string }): Promise<void> {
  await page.addInitScript(
    ([address, own]) => {
      let isSubscribed = sessionStorage.getItem('sender') !== null;
      const given = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: own }),
        unsubscribe: async () => true,
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (isSubscribed ? given : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          isSubscribed = true;
          sessionStorage.setItem('sender', applicationServerKey);
          return given;
        },
      });
    },
    [endpoint, keys] as const,
  );
}

const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn on notifications' });

it('this device: the browser asks, subscribes with the key of the service, and the test arrives, encrypted', async () => {
  const receiver = await httpReceiver();
  receiver.respond = () => [201];
  const browser = subscription();
  const { page, context } = await installation.visit(data.token, '/channels', { readsAhead: true, viewport: NARROW });
  await context.grantPermissions(['notifications']);
  await withPushService(page, `${receiver.url}/push/1`, browser);
  await page.goto('/channels/new');
  await page.getByRole('link', { name: /This device/ }).click();
  await turnOn(page).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Name of this device').fill('My phone');
  await turnOn(page).click();
  await page.getByRole('heading', { level: 1, name: 'My phone' }).waitFor();
  const sender = (await page.evaluate(() => sessionStorage.getItem('sender')))!;
  expect(receiver.requests).toHaveLength(1);
  const payload = JSON.parse(browser.read(receiver.requests[0]!, { origin: receiver.url, sender })) as PushPayload;
  expect(payload.title).toBe('Test: your notifications work');
  await page.goto('/channels/new/web-push');
  await page.getByRole('link', { name: 'Its channel' }).click();
  await page.getByRole('heading', { level: 1, name: 'My phone' }).waitFor();
  // An earlier version did not keep where it subscribed: the page tells the service, once.
  await page.evaluate(async () => {
    const cache = await caches.open('device');
    const { origin: _origin, ...earlier } = (await (await cache.match('/device'))!.json()) as { origin: string };
    await cache.put('/device', Response.json(earlier));
  });
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.headers().origin ?? ''));
  await Promise.all([page.waitForRequest((request) => request.method() === 'PATCH'), page.reload()]);
  await settled(page);
  await page.reload();
  await settled(page);
  expect(writes).toHaveLength(1);
});

it('says why there can be no notifications: blocked, no push service, not supported, an iPhone', async () => {
  const blocked = await installation.visit(data.token);
  await blocked.page.addInitScript(
    () => void Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await blocked.page.goto('/channels/new/web-push');
  await blocked.page.getByText('Notifications are blocked').waitFor();
  expect(await findings(blocked.page)).toEqual([]);
  await blocked.context.close();

  const none = await installation.visit(data.token);
  await none.context.grantPermissions(['notifications']);
  await none.page.addInitScript(() => {
    Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new Error('push service error')) });
  });
  await none.page.goto('/channels/new/web-push');
  await turnOn(none.page).click();
  await none.page.getByText('The browser got no address for notifications').waitFor();
  await none.context.close();

  for (const [userAgent, said] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'Add it to the Home Screen first'],
    ['Mozilla/5.0 (X11; Linux x86_64) Browser/1.0', 'This browser has no push notifications'],
  ] as const) {
    const { page, context } = await installation.visit(data.token, '/updates', { userAgent });
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'PushManager'));
    await page.goto('/channels/new/web-push');
    await page.getByText(said).waitFor();
    await context.close();
  }
});

it('the worker shows what arrives, takes the place of what it said before, and opens the product', async () => {
  const { page, context } = await installation.visit(data.token, '/updates', { readsAhead: true });
  await context.grantPermissions(['notifications']);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // A page that was there before the worker is none of its own.
  await page.reload();
  const [worker] = context.serviceWorkers();
  const browser = await context.newCDPSession(page);
  const registrations = new Map<string, string>();
  browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) =>
    all.forEach(({ scopeURL, registrationId }) => registrations.set(scopeURL, registrationId)),
  );
  await browser.send('ServiceWorker.enable');
  const origin = installation.server.url;
  const registrationId = await eventually(async () => registrations.get(`${origin}/`) ?? false);
  const product = `${origin}/software/${data.software.get('nginx')}`;
  const push = (payload: Partial<PushPayload> | string) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: registrationId as string,
      data: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const links: PushPayload['links'] = [
    ['Open in the tracker', product],
    ['Skip or snooze', `${origin}/update/token`],
  ];
  await push({ id: '1', title: 'nginx 1.30.4 is out', body: 'A patch', tag: 'update 1', links });
  await eventually(async () => (await shown()).length === 1);
  await push({ id: '2', title: 'nginx 1.31.0 is out', body: 'Another', tag: 'update 1', links });
  await eventually(async () => (await shown())[0]?.title === 'nginx 1.31.0 is out');
  expect(await shown()).toEqual([{ title: 'nginx 1.31.0 is out', body: 'Another', tag: 'update 1' }]);
  // Nobody can press a notification of a browser without a head.
  await worker!.evaluate(async () => {
    const scope = self as unknown as ServiceWorkerGlobalScopeLike;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: '' }));
  });
  await page.waitForURL(product);
  await eventually(async () => (await shown()).length === 0);
  await push('no JSON');
  await eventually(async () => (await shown())[0]?.title === 'Update tracker');
});

interface ServiceWorkerGlobalScopeLike extends EventTarget {
  registration: { getNotifications(): Promise<Notification[]> };
  NotificationEvent: new (type: string, init: object) => Event;
}

/** Pixels of the picture of a code. */
const SIDE = 300;

it('a code opens the application on a phone, signed in as the same person, once', async () => {
  const laptop = await installation.visit(data.token, '/sessions');
  await settled(laptop.page);
  await laptop.page.getByRole('button', { name: 'Open on your phone' }).click();
  await laptop.page.getByRole('button', { name: 'Show the code' }).click();
  const code = laptop.page.getByRole('img', { name: 'QR code of the sign-in link' });
  await code.waitFor();
  expect(await findings(laptop.page)).toEqual([]);
  // What a camera would read.
  const dots = await code.evaluate(async (element, side) => {
    const image = new Image();
    const copy = element.cloneNode(true) as SVGElement;
    for (const [name, value] of Object.entries({ xmlns: 'http://www.w3.org/2000/svg', width: side, height: side }))
      copy.setAttribute(name, String(value));
    image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
    await image.decode();
    const canvas = new OffscreenCanvas(side, side).getContext('2d')!;
    canvas.fillStyle = '#fff';
    canvas.fillRect(0, 0, side, side);
    canvas.drawImage(image, 0, 0, side, side);
    const { data: values } = canvas.getImageData(0, 0, side, side);
    return Array.from({ length: side * side }, (_, index) => (values[index * 4]! < 128 ? '1' : '0')).join('');
  }, SIDE);
  const pixels = Uint8Array.from([...dots].flatMap((dot) => (dot === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255])));
  const url = decodeQR({ width: SIDE, height: SIDE, data: pixels });
  expect(url).toMatch(/\/sign-in#k=suc_[\w-]{43}$/);
  const phone = await installation.browser.visit(installation.server.url, { viewport: NARROW });
  phone.allow(401);
  await phone.page.goto(url);
  await phone.page.locator('[role="row"][data-id]').first().waitFor();
  expect(phone.page.url()).not.toContain('suc_');
  await laptop.page.keyboard.press('Escape');
  await laptop.page.getByText('You are signed in nowhere else.').waitFor({ state: 'detached' });
  const second = await installation.browser.visit(installation.server.url, { viewport: NARROW });
  second.allow(401);
  await second.page.goto(url);
  await second.page.getByText('It has been used').waitFor();
  for (const { context } of [laptop, phone, second]) await context.close();
});
