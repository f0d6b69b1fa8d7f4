import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { answerQuery } from './queries';

/** Products of a page. */
export const PRODUCTS = 50;

export const publisherQuery = (id: string) =>
  answerQuery(['publisher', id], (options) => api.getPublisher(id, options));

/** By name. The key begins as that of all products: tracking one of them shows here too. */
export const productsQuery = (publisher: string, page: number) =>
  queryOptions({
    queryKey: ['software', 'of-publisher', publisher, page],
    queryFn: ({ signal }) =>
      api.listSoftware(
        {
          publisher,
          page,
          per_page: PRODUCTS,
          sort: 'name',
          includeLatestVersion: true,
          includeFavorite: true,
          includeFreshness: true,
          includeIcon: true,
          includeTotal: true,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
