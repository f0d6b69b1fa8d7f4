import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { api } from './client';

/** Shorter texts match half the catalogue. */
export const SHORTEST_SEARCH = 2;

/** Products by a text, asked 60 ms after the last key. The request before is aborted; what it had found stays until the next answer. */
export function useSoftwareSearch(text: string, perPage: number) {
  const [q] = useDebouncedValue(text.trim(), 60);
  return useQuery({
    queryKey: ['software', 'search', q, perPage],
    queryFn: ({ signal }) =>
      api.listSoftware({ q, per_page: perPage, includePublisher: true, includeLatestVersion: true }, { signal }),
    enabled: q.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  });
}

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
