import { Anchor, Button, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { channelNotificationsQuery, channelStatisticsQuery, notificationQuery } from '../api/channels';
import type { NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { Name } from '../parts/name';
import { Panel } from '../parts/panel';
import { ProblemNote, QueryNote } from '../parts/problem-note';
import { RelativeTime } from '../parts/relative-time';
import { Row, Rows } from '../parts/rows';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { numberFormat } from '../messages/locale';
import { Attempts } from './attempts';
import type { ChannelSearch } from '../parts/searches';
import { DeliveryFare } from './delivery-state';
import classes from './notification.module.css';
import { Resend } from './resend';

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
        <QueryNote of={last} />
        {last.isPending && !last.error && <SlowSkeleton rows={4} />}
        {last.data?.length === 0 && <Text c="dimmed">{words.none}</Text>}
        {last.data && last.data.length > 0 && (
          <Rows label={words.recent} columns="7.5rem minmax(0, 1.3fr) minmax(0, 1fr) auto">
            {last.data.map((notification) => (
              <LastDelivery key={notification.id} channel={id} notification={notification} />
            ))}
          </Rows>
        )}
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
  const sum = (of: ('sent' | 'retried' | 'failed' | 'expired')[]) =>
    days.reduce((all, day) => all + of.reduce((one, kind) => one + day[kind], 0), 0);
  const total = sum(['sent', 'retried', 'failed', 'expired']);
  const arrived = sum(['sent', 'retried']);
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
  const { open }: ChannelSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { id, software, version, created_at: time, deliveries } = notification;
  const delivery = deliveries.find((one) => one.channel === channel);
  const isOpen = open === id;
  const toggle = () =>
    void navigate({ to: '.', search: (isOpen ? {} : { open: id }) as never, replace: true, resetScroll: false });
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
          <Button size="compact-sm" variant="subtle" color="gray" aria-expanded={isOpen} onClick={toggle}>
            {messages.log.attempts(delivery.attempts)} {isOpen ? '▾' : '▸'}
          </Button>
        )}
      </Text>
      <div className={classes.actions}>
        <Resend notification={notification} />
      </div>
      {isOpen && (
        <div className={classes.opened}>
          <OpenedAttempts id={id} channel={channel} />
        </div>
      )}
    </Row>
  );
}

function OpenedAttempts({ id, channel }: { id: string; channel: string }) {
  const { data, error, refetch } = useQuery(notificationQuery(id));
  if (error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <SlowSkeleton rows={1} />;
  return <Attempts log={data.deliveries.find((one) => one.channel === channel)?.log ?? []} />;
}
