import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { api } from './client';
import { readFavorites } from './favorites';
import { answerQuery } from './queries';

/** Shorter texts match half the catalogue. */
export const SHORTEST_SEARCH = 2;

type SearchQuery = NonNullable<Parameters<typeof api.listSoftware>[0]>;

/** Products by a text, asked 60 ms after the last key. The request before is aborted; what it had found stays until the next answer. */
export function useSoftwareSearch(
  text: string,
  query: { per_page: number; page?: number; include?: readonly string[] },
) {
  const [q] = useDebouncedValue(text.trim(), 60);
  const { include = [], ...paging } = query;
  const included = Object.fromEntries(['includePublisher', 'includeIcon', ...include].map((one) => [one, true]));
  return useQuery({
    queryKey: ['software', 'search', q, query],
    queryFn: ({ signal }) =>
      api.listSoftware({ q, ...paging, ...included, includeTotal: true } as SearchQuery, { signal }),
    enabled: q.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  });
}

/** How many products the catalogue has. */
export const catalogueSizeQuery = queryOptions({
  queryKey: ['software', 'count'],
  queryFn: ({ signal }) =>
    api.listSoftware({ per_page: 1, includeTotal: true }, { signal }).then(({ meta }) => meta.total ?? 0),
  staleTime: 10 * 60_000,
});

/** The newest versions of a product whose label has a text in it. */
export function useVersionLabels(software: string | undefined, text: string) {
  const [like] = useDebouncedValue(text.trim(), 60);
  return useQuery({
    queryKey: ['software', software, 'labels', like],
    queryFn: ({ signal }) =>
      api
        .listSoftwareVersions(
          software!,
          { per_page: 50, ...(like ? { 'version[like]': `%${like.replaceAll('%', '')}%` } : {}) },
          { signal },
        )
        .then(({ data }) => data),
    enabled: software !== undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === software ? before : undefined),
  });
}

export const softwareQuery = (id: string) =>
  answerQuery(['software', id], (options) =>
    api.getSoftware(
      id,
      {
        includePublisher: true,
        includeLatestVersion: true,
        includeFreshness: true,
        includeIdentifiers: true,
        includeIcon: true,
      },
      options,
    ),
  );

/** The person's favorite of a product; null = it is not tracked. */
export const favoriteOfQuery = (software: string) =>
  queryOptions({
    queryKey: ['favorites', 'of', software],
    queryFn: ({ signal }) =>
      readFavorites(
        { software_id: software },
        {
          page: 1,
          per_page: 1,
          include: [
            'includeAvailableVersion',
            'includeVersionKnown',
            'includePolicy',
            'includeProduct',
            'includeSupport',
            'includeTags',
            'includeDeployments',
            'includeRisk',
            'includeHighlights',
          ],
        },
        signal,
      ).then(({ data }) => data[0] ?? null),
  });

export const timelineQuery = (software: string) =>
  answerQuery(['software', software, 'timeline'], (options) => api.getSoftwareTimeline(software, {}, options));

/** Which versions: those above or up to one of them, in the product's order; all without either. */
export type VersionFilter = { 'version[gt]'?: string; 'version[lte]'?: string; 'version[gte]'?: string };

/** Versions of a product, newest first, with their notes. */
export const readVersions = (
  software: string,
  filter: VersionFilter,
  query: { page: number; per_page: number },
  signal?: AbortSignal,
) => api.listSoftwareVersions(software, { ...filter, ...query, includeDetails: true, includeTotal: true }, { signal });
