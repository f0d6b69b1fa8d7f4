import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { WINDOW } from './windows';

/** The caller's tokens, the newest first. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: ['tokens'],
  queryFn: ({ pageParam, signal }) =>
    api.listTokens({ per_page: WINDOW, sort: '-created_at', ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ meta }) => meta.next_cursor,
});

/** The caller's sessions, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.listSessions({ signal }).then(({ data }) => data),
});
