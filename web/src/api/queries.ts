import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { isAway } from './connection';
import { hasStream } from './live-state';
import { isProblem } from './problem';

/** Milliseconds. */
export const AGAIN_AFTER = 5_000;

/** With a stream, in case that it did not say something. Milliseconds. */
const RARELY = 300_000;

/** What the service could not answer is asked again by itself. What nobody answered is when somebody does: see query-client.ts. */
export const againAfter = (error: unknown): number | false => (isProblem(error, 503) ? AGAIN_AFTER : false);

/** Keys begin with the resource, so that a change can invalidate all that shows it. */
export const sessionQuery = queryOptions({
  queryKey: ['session', 'current'],
  queryFn: ({ signal }) => api.getCurrentSession({ signal }).then(({ data }) => data),
  staleTime: 60_000,
  retry: false,
});

export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => api.getSummary({ signal }).then(({ data }) => data),
  refetchInterval: ({ state }) => againAfter(state.error) || (hasStream() || isAway() ? RARELY : 30_000),
  refetchOnWindowFocus: 'always',
});
