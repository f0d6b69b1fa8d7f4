import './theme/trusted-types';
import './theme/global.css';
import './theme/print.css';
import { options } from 'preact';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { noteServerTime } from './api/clock';
import type { FavoriteRow } from './api/favorites';
import type { CurrentSessionResponse, SummaryResponse } from './api/generated';
import { NoConnection } from './api/problem';
import { sessionQuery, summaryQuery } from './api/queries';
import { queryClient } from './api/query-client';
import { App } from './app';
import { firstWindowKey, listQuery } from './first-list';
import { CodeMissing } from './parts/later';
import { router } from './routes';

/** As `GET /session/current`, `GET /summary` and `GET /favorite` answer. */
interface FirstData {
  /** Milliseconds of the service's clock. */
  at: number;
  session: CurrentSessionResponse;
  summary: SummaryResponse;
  list: { query: string; data: FavoriteRow[]; meta: { total?: number } } | null;
}

// The page says these already, and asks again.
const isSaid = (error: unknown) => error instanceof NoConnection || error instanceof CodeMissing;

/** What the page has in it, as the service answered when it sent it. */
function takeFirstData(): void {
  const text = document.getElementById('first-data')?.textContent;
  if (!text) return;
  const { at, session, summary, list } = JSON.parse(text) as FirstData;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const since = page?.responseStart ?? 0;
  noteServerTime(new Date(at + performance.now() - since).toUTCString());
  const arrived = { updatedAt: performance.timeOrigin + since };
  queryClient.setQueryData(sessionQuery.queryKey, session, arrived);
  queryClient.setQueryData(summaryQuery.queryKey, summary, arrived);
  const { pathname, search } = window.location;
  const { cookie } = document;
  if (list?.query === undefined || list.query !== listQuery(pathname, search, cookie)) return;
  queryClient.setQueryData(firstWindowKey(pathname, search, cookie)!, { data: list.data, meta: list.meta }, arrived);
}

takeFirstData();

// Effects before the next event, as React has them after a key or a click: what is sent by Enter has the last letter in it.
(options as { requestAnimationFrame?: typeof queueMicrotask }).requestAnimationFrame = queueMicrotask;

/** What the page shows until then is like the screen: it stays until the screen is there. No `await` here: the code of screens waits for this file. */
function begin(): void {
  const root = createRoot(document.getElementById('root')!, {
    onCaughtError: (error) => (isSaid(error) ? undefined : console.error(error)),
  });
  // In pieces: what the page shows until then can be scrolled meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

void router.load().finally(begin);
