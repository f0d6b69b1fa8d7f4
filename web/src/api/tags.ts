import { queryOptions } from '@tanstack/react-query';
import { api } from './client';

/** Characters of a tag, tags of a favorite, and of a user: as the service bounds them. */
export const TAG_LENGTH = 40;
export const TAGS_AT_MOST = 20;

/** The names of the caller's tags: there are 200 at most. Under `favorites`, so that it is read again with them. */
export const tagsQuery = queryOptions({
  queryKey: ['favorites', 'tags'],
  queryFn: ({ signal }) => api.listTags({ per_page: 200 }, { signal }).then(({ data }) => data.map(({ name }) => name)),
  staleTime: 60_000,
});
