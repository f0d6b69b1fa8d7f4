// After an upgrade of the service, a page that was loaded before asks for files that are gone: the screens of the new build have other
// names. The page is then loaded anew, where it was going. Not while the service is away: what is shown would be lost.
const RELOADED = 'reloaded-for-a-file';
/** Milliseconds between two reloads: a file that is missing altogether does not make the page reload again and again. */
const REST = 60_000;

async function reload(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < REST) return;
  const isThere = await fetch('/health/live').then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
}

window.addEventListener('vite:preloadError', () => void reload());
