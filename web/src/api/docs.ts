import { queryOptions } from '@tanstack/react-query';

/** Pages of the documentation, as its build lists them; none where it was not built. */
export const docsQuery = queryOptions({
  queryKey: ['docs'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/docs/pages.json', { signal });
    return answer.ok ? ((await answer.json()) as [address: string, title: string][]) : [];
  },
  staleTime: Infinity,
  retry: false,
});
