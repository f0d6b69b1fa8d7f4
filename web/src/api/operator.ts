import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { AGAIN_AFTER } from './queries';

const ROWS = 50;

export const overviewQuery = queryOptions({
  queryKey: ['operator', 'overview'],
  queryFn: ({ signal }) => api.getOverview({ signal }).then(({ data }) => data),
  refetchInterval: AGAIN_AFTER * 6,
});

export const knowledgeQuery = queryOptions({
  queryKey: ['operator', 'knowledge'],
  queryFn: ({ signal }) => api.listKnowledge({ signal }).then(({ data }) => data),
});

type SourceQuery = NonNullable<Parameters<typeof api.listSources>[0]>;
type AuditQuery = NonNullable<Parameters<typeof api.listAuditEntries>[0]>;

/** Sources by state, type and host; those that fail are in the order in which they began to. */
export const sourcesQuery = (filter: Pick<SourceQuery, 'state' | 'type' | 'host'>) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'sources', filter],
    queryFn: ({ pageParam, signal }) =>
      api.listSources(
        {
          ...filter,
          per_page: ROWS,
          ...(filter.state === 'failing' ? { sort: 'failing_since' } : {}),
          ...(pageParam ? { cursor: pageParam } : { includeTotal: true }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** By name. */
export const usersQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'users', name],
    queryFn: ({ pageParam, signal }) =>
      api.listUsers(
        {
          per_page: ROWS,
          ...(name ? { 'name[like]': name } : {}),
          ...(pageParam ? { cursor: pageParam } : { includeTotal: true }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** The newest first. */
export const auditQuery = (filter: Pick<AuditQuery, 'user' | 'action' | 'resource' | 'created_at[gte]'>) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      api.listAuditEntries({ ...filter, per_page: ROWS, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
