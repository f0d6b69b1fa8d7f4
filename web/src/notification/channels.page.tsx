import { Button, Text } from '../parts/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelsQuery, channelTypesQuery } from '../api/channels';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { ByPlugin } from '../parts/by-plugin';
import { Empty } from '../parts/empty';
import { Icon } from '../parts/icon';
import { Listing, rowsOf } from '../parts/listing';
import { Name } from '../parts/name';
import { Page } from '../parts/page';
import { Row, RowActs, When } from '../parts/rows';
import { ChannelState, StateAction } from './channel-state';
import { ChannelTabs } from './channel-tabs';
import { Glyph } from './glyph';
import classes from './notification.module.css';
import { TypeGallery } from './type-gallery';

const words = messages.channels;

/** Where somebody is told about updates, and whether it works. */
export function ChannelsPage() {
  const list = useInfiniteQuery(channelsQuery);
  const hasAny = Boolean(rowsOf(list)?.length);
  const add = (
    <Button component={Link} to="/channels/new" leftSection={<Icon name="plus" size={16} />}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} beside={hasAny && add}>
      <ChannelTabs of="channels" />
      <Listing
        of={list}
        label={words.title}
        columns="minmax(0, 1.4fr) minmax(0, 1.6fr) 9rem 8rem"
        empty={
          <>
            <Empty title={words.empty}>{words.emptyText}</Empty>
            <TypeGallery />
          </>
        }
      >
        {(channel) => <ChannelRow key={channel.id} channel={channel} />}
      </Listing>
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
        <When
          word={words.sent}
          time={channel.last_sent_at}
          never={words[channel.state === 'failing' ? 'neverArrived' : 'neverSent']}
        />
      </Text>
      <RowActs>
        <StateAction channel={channel} />
      </RowActs>
    </Row>
  );
}
