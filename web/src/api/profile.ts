import { queryOptions } from '@tanstack/react-query';
import { api } from './client';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.getProfile({ signal }).then(({ data }) => data),
});
