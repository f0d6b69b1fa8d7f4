import { api } from './client';
import { answerQuery } from './queries';

/** The caller's tags, by name: there are 200 at most. Under `favorites`, so that they are read again with them. */
export const tagsQuery = answerQuery(['favorites', 'tags'], (options) => api.listTags({ per_page: 200 }, options), {
  staleTime: 60_000,
});

/** Their names alone. */
export const tagNamesQuery = {
  ...tagsQuery,
  select: (tags: readonly { name: string }[]) => tags.map(({ name }) => name),
};

/** Of the favorites that a first start makes to show what there is: src/app/first-start.ts. */
export const EXAMPLE = 'example';

/** How many of them there are. */
export const examplesQuery = {
  ...tagsQuery,
  select: (tags: readonly { name: string; favorites: number }[]) =>
    tags.find(({ name }) => name === EXAMPLE)?.favorites ?? 0,
};
