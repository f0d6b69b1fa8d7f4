// The worker of the web application: opens it while the service is away, and shows push messages. It never touches the API: what was read
// last is kept by the pages (web/src/api/kept.ts). web/build.mjs puts BUILD, ENTRY, FILES and ROUTES before this text, so that each build
// has another worker.
/* global BUILD, ENTRY, FILES, ROUTES */

const PREFIX = 'shell-';
const SHELL = PREFIX + BUILD;
/** Pages of the build before may still be open, and ask for its files. */
const SHELLS_KEPT = 2;
/** The page of an application that has nobody's data in it. */
const PAGE = '/updates';
/** Milliseconds that a page may take to arrive before it is shown without the service. */
const PATIENCE = 5_000;
/** What a proxy says when nothing is behind it. */
const NOBODY_THERE = [502, 504];

const routes = ROUTES.map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`));
const isRoute = (path) => routes.some((route) => route.test(path));

self.addEventListener('install', (event) => {
  // The API goes past the worker, which need not even be started for it.
  const past = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' };
  event.waitUntil(Promise.all([install(), event.addRoutes?.(past).catch(() => undefined)]));
});

/** All files of a build, or nothing: a replica may have another one. */
async function install() {
  const page = await fetch(PAGE, { credentials: 'omit', cache: 'no-store', headers: { accept: 'text/html' } });
  if (!page.ok || !(await page.clone().text()).includes(ENTRY)) throw new Error('The page is of another build.');
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES);
  await shell.put(PAGE, page);
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  const old = shells.slice(0, Math.max(0, shells.length - SHELLS_KEPT + 1));
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page is asked for while the worker starts.
  await self.registration.navigationPreload?.enable();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isRoute(url.pathname)) event.respondWith(pageOf(event));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(assetOf(request));
  else if (FILES.includes(url.pathname)) event.respondWith(fetch(request).catch(() => keptOrFailed(request)));
});

/** The service's page; the kept one when it does not come. */
async function pageOf(event) {
  const kept = async () => (await caches.open(SHELL)).match(PAGE);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept);
  const asked = Promise.resolve(event.preloadResponse)
    .then((preloaded) => preloaded ?? fetch(event.request))
    .then(async (answer) => (NOBODY_THERE.includes(answer.status) ? ((await kept()) ?? answer) : answer))
    .catch(async () => (await kept()) ?? Response.error());
  return (await Promise.race([asked, late])) ?? asked;
}

/** Its name changes with its content. */
const assetOf = async (request) => (await caches.match(request)) ?? fetch(request);

const keptOrFailed = async (request) => (await caches.match(request)) ?? Response.error();

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

/** A message as `PushPayload` of the service has it. Browsers want something to be shown in any case. */
async function show(data) {
  const { title, body, tag, links } = read(data);
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { links },
    actions: links.map(([label], index) => ({ action: String(index), title: label })),
  });
}

function read(data) {
  const nothing = { title: 'Update tracker', body: '', tag: 'unknown', links: [] };
  try {
    return { ...nothing, ...data.json() };
  } catch {
    return nothing;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const [, address = PAGE] = event.notification.data?.links[Number(event.action)] ?? [];
  event.waitUntil(open(new URL(address, self.location.origin)));
});

/** In the window of the application that there is; else, and for other pages, in a new one. */
async function open(url) {
  const isOurs = url.origin === self.location.origin && isRoute(url.pathname);
  const windows = isOurs ? await self.clients.matchAll({ type: 'window' }) : [];
  const shown = windows.find(({ url: at }) => isRoute(new URL(at).pathname));
  const moved = await shown?.navigate(url.href).catch(() => null);
  if (moved) await moved.focus().catch(() => undefined);
  else await self.clients.openWindow(url.href);
}

/** The push service has given the browser another subscription. When this fails, the next page that is opened sees to it. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)));

async function subscribeAgain({ newSubscription }) {
  const device = await (
    await caches.open('device')
  )
    .match('/device')
    .then((found) => found?.json())
    .catch(() => null);
  if (!device) return;
  const { channel, sender } = device;
  const options = { userVisibleOnly: true, applicationServerKey: sender };
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch(`/api/v1/channel/${channel}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { endpoint, p256dh: keys.p256dh, auth: keys.auth, sender } }),
  });
}
