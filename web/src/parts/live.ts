import type { QueryClient } from '@tanstack/react-query';
import { isAway, onceAnswered } from '../api/connection';
import { setLive, summaryQuery } from '../api/queries';
import { refreshMoving } from './favorites-cache';

/** The service says something at least each 20 s: after two of these, nobody is there. Milliseconds. */
const SILENT_AFTER = 45_000;
/** Milliseconds until a stream that broke off is asked for again; doubled until one says something. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** What was done here is read by the page itself: an event about it comes at about the same time. */
const SETTLES_IN = 300;

/** What has changed and the queries that show it are called the same, beside the summary, which lists of favorites follow by themselves. */
const SHOWN = ['channels', 'notifications', 'inventories', 'history'];

interface Change {
  revision: string | null;
  kinds: string[];
}

/**
 * Listens for changes while the page is seen, and asks the API for what they are about. A hidden page has no stream: browsers have six
 * connections for all their tabs. Without a stream the summary is asked every 30 seconds, as `summaryQuery` says.
 * @returns ends it
 */
export function listen(client: QueryClient): () => void {
  let source: EventSource | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE;
  let stopWaiting = () => {};

  const close = () => {
    clearTimeout(silence);
    clearTimeout(again);
    stopWaiting();
    source?.close();
    source = null;
    setLive(false);
  };
  /** Not by the browser, which would ask every three seconds. The summary notices whether the service answers at all. */
  const fall = () => {
    close();
    again = setTimeout(open, pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
    void client.invalidateQueries({ queryKey: summaryQuery.queryKey, exact: true });
  };
  const hear = () => {
    clearTimeout(silence);
    silence = setTimeout(fall, SILENT_AFTER);
    pause = FIRST_PAUSE;
    setLive(true);
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    if (isAway()) return void (stopWaiting = onceAnswered(open));
    source = new EventSource('/api/v1/events');
    silence = setTimeout(fall, SILENT_AFTER);
    source.addEventListener('beat', hear);
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      hear();
      setTimeout(() => noteChange(client, JSON.parse(data) as Change), SETTLES_IN);
    });
    source.addEventListener('error', fall);
  };
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}

function noteChange(client: QueryClient, { revision, kinds }: Change): void {
  for (const kind of kinds) if (SHOWN.includes(kind)) void client.invalidateQueries({ queryKey: [kind] });
  void whenIdle(client).then(() => {
    const known = client.getQueryData(summaryQuery.queryKey);
    // What the page has just done itself, or has read since.
    if (revision !== null && known && String(known.revision) === revision) return;
    void client.invalidateQueries({ queryKey: summaryQuery.queryKey, exact: true });
    if (kinds.includes('favorites')) void refreshMoving(client);
  });
}

/** When the summary is not under way: what it brings may be of after the change. */
function whenIdle(client: QueryClient): Promise<void> {
  const isIdle = () => client.isFetching({ queryKey: summaryQuery.queryKey, exact: true }) === 0;
  return new Promise((resolve) => {
    if (isIdle()) return resolve();
    const stop = client.getQueryCache().subscribe(() => {
      if (!isIdle()) return;
      stop();
      resolve();
    });
  });
}
