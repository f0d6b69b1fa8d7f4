import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';

const PER_PAGE = 50;

/** What was changed, the newest first. */
export const historyQuery = infiniteQueryOptions({
  queryKey: ['history'],
  queryFn: ({ pageParam, signal }) =>
    api.listHistory({ per_page: PER_PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ meta }) => meta.next_cursor,
});

export const undoChange = async (id: string) => (await api.undoChange(id)).data;
