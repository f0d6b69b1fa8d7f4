import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { isProblem } from './problem';
import { WINDOW } from './windows';

/** What a channel can be. It changes with the operator's configuration only. */
export const channelTypesQuery = queryOptions({
  queryKey: ['channel-types'],
  queryFn: ({ signal }) => api.listChannelTypes({ signal }).then(({ data }) => data),
  staleTime: 300_000,
});

/** The caller's channels, the oldest first. */
export const channelsQuery = infiniteQueryOptions({
  queryKey: ['channels', 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.listChannels({ per_page: WINDOW, includeTotal: true, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ meta }) => meta.next_cursor,
});

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', id],
    queryFn: ({ signal }) => api.getChannel(id, { signal }).then(({ data }) => data),
  });

export const channelStatisticsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['channels', id, 'statistics', days],
    queryFn: ({ signal }) => api.getChannelStatistics(id, { days }, { signal }).then(({ data }) => data),
  });

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
  queryOptions({
    queryKey: ['notifications', 'of channel', id],
    queryFn: ({ signal }) =>
      api.listNotifications({ channel: id, per_page: count }, { signal }).then(({ data }) => data),
  });

export const notificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['notifications', id],
    queryFn: ({ signal }) => api.getNotification(id, { includeChannel: true }, { signal }).then(({ data }) => data),
  });

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
