import { Button, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelsQuery, channelTypesQuery } from '../api/channels';
import { useAwaySince } from '../api/connection';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { ByPlugin } from '../parts/by-plugin';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Name } from '../parts/name';
import { Page } from '../parts/page';
import { QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { ShowMore } from '../parts/show-more';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { useChannelActions } from './channel-actions';
import { ChannelState } from './channel-state';
import { ChannelTabs } from './channel-tabs';
import { Glyph } from './glyph';
import classes from './notification.module.css';
import { TypeGallery } from './type-gallery';

const words = messages.channels;

/** Where somebody is told about updates, and whether it works. */
export function ChannelsPage() {
  const list = useInfiniteQuery(channelsQuery);
  const channels = list.data?.pages.flatMap(({ data }) => data);
  const add = (
    <Button component={Link} to="/channels/new" leftSection={<Icon name="plus" size={16} />}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} beside={channels && channels.length > 0 ? add : null}>
      <ChannelTabs of="channels" />
      <QueryNote of={list} />
      {list.isPending && !list.error && <SlowSkeleton rows={4} height={60} />}
      {channels?.length === 0 && (
        <>
          <Empty title={words.empty}>{words.emptyText}</Empty>
          <TypeGallery />
        </>
      )}
      {channels && channels.length > 0 && (
        <Rows label={words.title} columns="minmax(0, 1.4fr) minmax(0, 1.6fr) 9rem 8rem">
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </Rows>
      )}
      <ShowMore list={list} />
    </Page>
  );
}

function ChannelRow({ channel }: { channel: ChannelResponse }) {
  const types = useQuery(channelTypesQuery);
  const type = types.data?.find((one) => one.type === channel.type);
  return (
    <Row>
      <div className={classes.who}>
        <Glyph type={channel.type} />
        <div className={classes.text}>
          <Link to="/channels/$id" params={{ id: channel.id }} className={classes.name} title={channel.name}>
            <Name>{channel.name}</Name>
          </Link>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {type?.title ?? channel.type}
            <ByPlugin of={type} />
          </Text>
        </div>
      </div>
      <ChannelState channel={channel} />
      <Text size="sm" c="dimmed">
        {channel.last_sent_at ? (
          <>
            {words.sent} <RelativeTime time={channel.last_sent_at} />
          </>
        ) : (
          words[channel.state === 'failing' ? 'neverArrived' : 'neverSent']
        )}
      </Text>
      <div className={classes.actions}>
        <StateAction channel={channel} />
      </div>
    </Row>
  );
}

/** The one thing that a channel that does not send needs. */
export function StateAction({ channel }: { channel: ChannelResponse }) {
  const { enable, confirmAgain } = useChannelActions(channel);
  const isAway = useAwaySince() !== null;
  if (channel.state === 'disabled' || !channel.enabled)
    return (
      <Button
        size="xs"
        variant="light"
        disabled={isAway}
        loading={enable.isPending}
        onClick={() => enable.mutate(true)}
      >
        {words.switchOn}
      </Button>
    );
  if (channel.state === 'unconfirmed' && channel.unavailable === null)
    return (
      <Button
        size="xs"
        variant="light"
        disabled={isAway}
        loading={confirmAgain.isPending}
        onClick={() => confirmAgain.mutate()}
      >
        {words.sendAgain}
      </Button>
    );
  return null;
}
