import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem, NoConnection } from './problem';
import { noteExpiry } from './session-state';

const onError = (error: unknown) => {
  if (isProblem(error, 401)) noteExpiry();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // The browser's own idea of being online says nothing about the service: see connection.ts.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => error instanceof NoConnection && failures < 2,
      retryDelay: 1_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
