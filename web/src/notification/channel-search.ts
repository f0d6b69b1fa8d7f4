/** The view of a channel's page, in its address. */
export interface ChannelSearch {
  tab?: 'settings';
}

export const channelSearch = ({ tab }: Record<string, unknown>): ChannelSearch => (tab === 'settings' ? { tab } : {});
