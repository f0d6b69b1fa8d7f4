import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { whenAnswered } from './connection';
import { isProblem, NoConnection } from './problem';
import { againAfter, sessionQuery } from './queries';
import { noteExpiry } from './session-state';

/** Only a session that there was can end: on the sign-in page the same answer means something else. */
const onError = (error: unknown) => {
  if (isProblem(error, 401) && queryClient.getQueryData(sessionQuery.queryKey)) noteExpiry();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // The browser's own idea of being online says nothing about the service: see connection.ts.
      networkMode: 'always',
      staleTime: 10_000,
      // A request may be lost by chance.
      retry: (failures, error) => error instanceof NoConnection && failures < 1,
      retryDelay: 1_000,
      refetchInterval: (query) => againAfter(query.state.error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// What nobody answered, as the page says.
whenAnswered(
  () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error instanceof NoConnection }),
);
