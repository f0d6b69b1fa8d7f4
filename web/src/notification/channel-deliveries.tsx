import { Anchor, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelNotificationsQuery, channelStatisticsQuery } from '../api/channels';
import type { NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { Listing } from '../parts/listing';
import { Name } from '../parts/name';
import { Panel } from '../parts/panel';
import { QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { Row, RowActs } from '../parts/rows';
import { numberFormat } from '../messages/locale';
import { DeliveryFare, Resend } from './delivery-state';
import classes from './notification.module.css';

const words = messages.channels.channel;
const DAYS = 90;
const LAST = 20;

/** What went through a channel: by day, and the last ones. */
export function ChannelDeliveries({ id }: { id: string }) {
  const statistics = useQuery(channelStatisticsQuery(id, DAYS));
  const last = useQuery(channelNotificationsQuery(id, LAST));
  return (
    <>
      <QueryNote of={statistics} />
      {statistics.data && <Arrived days={statistics.data} />}
      <Panel
        title={words.recent}
        beside={
          last.data && last.data.length > 0 ? (
            <Anchor component={Link} to="/notifications" search={{ channel: id } as never} size="sm">
              {words.all}
            </Anchor>
          ) : null
        }
      >
        <Listing
          of={last}
          label={words.recent}
          columns="7.5rem minmax(0, 1.3fr) minmax(0, 1fr) auto"
          empty={<Text c="dimmed">{words.none}</Text>}
        >
          {(notification) => <LastDelivery key={notification.id} channel={id} notification={notification} />}
        </Listing>
      </Panel>
    </>
  );
}

/** 999 of 1,000 is not 100 %. */
const percent = numberFormat({
  style: 'percent',
  maximumFractionDigits: 1,
  roundingMode: 'floor',
} as Intl.NumberFormatOptions);

/** What became of the deliveries of the last days, in a sentence. */
function Arrived({ days }: { days: readonly { sent: number; retried: number; failed: number; expired: number }[] }) {
  const arrived = days.reduce((sum, { sent, retried }) => sum + sent + retried, 0);
  const total = days.reduce((sum, { failed, expired }) => sum + failed + expired, arrived);
  return (
    <Text size="sm">
      {total > 0 && <strong className="tabular">{words.rate(percent.format(arrived / total))}</strong>}{' '}
      <Text span inherit c="dimmed">
        {words.summary(total, arrived, days.length)}
      </Text>
    </Text>
  );
}

function LastDelivery({ channel, notification }: { channel: string; notification: NotificationResponse }) {
  const { id, software, version, created_at: time, deliveries } = notification;
  const delivery = deliveries.find((one) => one.channel === channel);
  return (
    <Row>
      <Text size="sm" c="dimmed">
        <RelativeTime time={time} />
      </Text>
      <Link to="/notifications/$id" params={{ id }} className={classes.name} title={software}>
        <Name>{software}</Name> <Name>{version.version}</Name>
      </Link>
      <Text size="sm" component="span" className={classes.delivery}>
        {delivery && <DeliveryFare delivery={delivery} />}
        {delivery && delivery.attempts > 0 && (
          <Text span inherit c="dimmed">
            {messages.log.attempts(delivery.attempts)}
          </Text>
        )}
      </Text>
      <RowActs>
        <Resend notification={notification} />
      </RowActs>
    </Row>
  );
}
