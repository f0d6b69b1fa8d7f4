import { queryOptions } from '@tanstack/react-query';
import { api } from './client';

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
  refetchInterval: 30_000,
  refetchOnWindowFocus: 'always',
});
