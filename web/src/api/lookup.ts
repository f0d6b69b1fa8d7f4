import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { isProblem } from './problem';

/** What an address means. The source is asked at once, so an answer is kept for a while. */
export const lookupQuery = (address: string, version: string | undefined, form: string | undefined) =>
  queryOptions({
    queryKey: ['software', 'lookup', address, version, form],
    queryFn: ({ signal }) =>
      api
        .getSoftwareLookup({ address, ...(version ? { version } : {}), ...(form ? { form } : {}) }, { signal })
        .then(({ data }) => data),
    staleTime: 5 * 60_000,
    // What is refused is refused again; it says when to try again.
    retry: (failures, error) => failures < 1 && !isProblem(error),
    // Another form of the same address is shown in the place of the one before.
    placeholderData: (before, query) => (query?.queryKey[2] === address ? keepPreviousData(before) : undefined),
  });
