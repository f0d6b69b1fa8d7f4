import { isUuid } from '../api/ids';

/** The view of a channel's page, in its address. */
export interface ChannelSearch {
  tab?: 'settings';
  /** The notification whose attempts are shown. */
  open?: string;
}

export const channelSearch = ({ tab, open }: Record<string, unknown>): ChannelSearch => ({
  ...(tab === 'settings' ? { tab } : {}),
  ...(typeof open === 'string' && isUuid(open) ? { open } : {}),
});
