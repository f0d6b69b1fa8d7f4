/**
 * In place of `worker.js` while there is no web application (`WEB=false`): browsers that have the worker look for a new one with the next
 * page, and get this one, which removes itself and all that was kept.
 */
export const NO_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
  const windows = await self.clients.matchAll({ type: 'window' });
  await Promise.all(windows.map((one) => one.navigate(one.url).catch(() => undefined)));
}
`;
