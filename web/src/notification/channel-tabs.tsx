import { messages } from '../messages';
import { Tabs } from '../parts/tabs';

const words = messages.common.navigation;

/** Where messages go, and what was sent there. */
export const ChannelTabs = ({ of }: { of: 'channels' | 'notifications' }) => (
  <Tabs
    label={words.channels}
    tabs={(['channels', 'notifications'] as const).map((name) => ({
      name: words[name],
      to: `/${name}`,
      isCurrent: name === of,
    }))}
  />
);
