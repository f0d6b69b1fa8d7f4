import { infiniteQueryOptions, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import { api } from './client';
import { isAway } from './connection';
import type { ListMeta } from './generated';
import { isProblem } from './problem';

/** Milliseconds. */
export const AGAIN_AFTER = 5_000;

/** With a stream, in case that it did not say something. Milliseconds. */
const RARELY = 300_000;

let isLive = false;

/** Whether a stream says when something changes: then it need not be asked. */
export function setLive(next: boolean): void {
  isLive = next;
}

/** What the service could not answer is asked again by itself. What nobody answered is when somebody does: see query-client.ts. */
export const againAfter = (error: unknown): number | false => (isProblem(error, 503) ? AGAIN_AFTER : false);

interface Asking {
  signal: AbortSignal;
}

/** What the service answers, without its envelope. Keys begin with the resource, so that a change can invalidate all that shows it. */
export const answerQuery = <Answer>(
  queryKey: readonly unknown[],
  read: (options: Asking) => Promise<{ data: Answer }>,
  more?: Omit<UndefinedInitialDataOptions<Answer>, 'queryKey' | 'queryFn'>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => read({ signal }).then(({ data }) => data), ...more });

/** A list that is read page by page. */
export const pagesQuery = <Row>(
  queryKey: readonly unknown[],
  read: (page: { cursor?: string }, options: Asking) => Promise<{ data: Row[]; meta: ListMeta }>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export const sessionQuery = answerQuery(['session', 'current'], (options) => api.getCurrentSession(options), {
  staleTime: 60_000,
  retry: false,
});

export const summaryQuery = answerQuery(['summary'], (options) => api.getSummary(options), {
  refetchInterval: ({ state }) => againAfter(state.error) || (isLive || isAway() ? RARELY : 30_000),
  refetchOnWindowFocus: 'always',
});
