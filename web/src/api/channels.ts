import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { isProblem } from './problem';
import { answerQuery, pagesQuery } from './queries';
import { WINDOW } from './windows';

/** What a channel can be. It changes with the operator's configuration only. */
export const channelTypesQuery = answerQuery(['channel-types'], (options) => api.listChannelTypes(options), {
  staleTime: 300_000,
});

/** The caller's channels, the oldest first. */
export const channelsQuery = pagesQuery(['channels', 'list'], (page, options) =>
  api.listChannels({ per_page: WINDOW, includeTotal: true, ...page }, options),
);

/** To choose from: the first 200. */
export const channelNamesQuery = answerQuery(['channels', 'names'], (options) =>
  api.listChannels({ per_page: WINDOW }, options),
);

export const channelQuery = (id: string) => answerQuery(['channels', id], (options) => api.getChannel(id, options));

export const channelStatisticsQuery = (id: string, days: number) =>
  answerQuery(['channels', id, 'statistics', days], (options) => api.getChannelStatistics(id, { days }, options));

type LogQuery = NonNullable<Parameters<typeof api.listNotifications>[0]>;

/** What was sent, the newest first. */
export const logQuery = (filter: Pick<LogQuery, 'state' | 'channel' | 'software[like]' | 'created_at[gte]'>) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api.listNotifications(
        { ...filter, includeChannel: true, per_page: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** The last notifications that went through a channel. */
export const channelNotificationsQuery = (id: string, count: number) =>
  answerQuery(['notifications', 'of channel', id], (options) =>
    api.listNotifications({ channel: id, per_page: count }, options),
  );

export const notificationQuery = (id: string) =>
  answerQuery(['notifications', id], (options) => api.getNotification(id, { includeChannel: true }, options));

/** The id of the product of a notification's favorite; null when the favorite was deleted. */
export const productOfQuery = (favorite: string) =>
  queryOptions({
    queryKey: ['favorites', 'product', favorite],
    queryFn: ({ signal }) =>
      api.getFavorite(favorite, { includeProduct: true }, { signal }).then(
        ({ data }) => data.product?.id ?? null,
        (error: unknown) => {
          if (isProblem(error, 404)) return null;
          throw error;
        },
      ),
    staleTime: Infinity,
  });
