import { Button, Group, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { notificationQuery, productOfQuery } from '../api/channels';
import type { DeliveryResponse } from '../api/generated';
import { isProblem } from '../api/problem';
import { messages } from '../messages';
import { Empty } from '../parts/empty';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { ProblemNote } from '../parts/problem-note';
import { exactTime, RelativeTime } from '../parts/relative-time';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { Attempts } from './attempts';
import { DeliveryFare, NotificationFare } from './delivery-state';
import classes from './notification.module.css';
import { Resend } from './resend';

const words = messages.log;

/** One notification: each attempt of each delivery. */
export function NotificationPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(notificationQuery(id));
  if (isProblem(error, 404))
    return (
      <Page title={words.gone}>
        <Empty title={words.gone}>
          <Text c="dimmed">{words.goneText}</Text>
          <Button component={Link} to="/notifications">
            {words.back}
          </Button>
        </Empty>
      </Page>
    );
  if (!data)
    return (
      <Page title={words.title}>
        {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <SlowSkeleton rows={4} />}
      </Page>
    );
  return (
    <Page
      title={visibleText(`${data.software} ${data.version.version}`)}
      lead={
        <Group gap="sm">
          <NotificationFare notification={data} />
          <Text c="dimmed" size="sm">
            {words.created} <RelativeTime time={data.created_at} />, {exactTime(data.created_at)}
          </Text>
        </Group>
      }
      beside={
        <>
          <ToProduct favorite={data.favorite} />
          <Resend notification={data} size="sm" />
        </>
      }
    >
      {data.deliveries.map((delivery) => (
        <OneDelivery key={delivery.id} delivery={delivery} />
      ))}
    </Page>
  );
}

/** Of a favorite that somebody has deleted, the product is not known any more. */
function ToProduct({ favorite }: { favorite: string }) {
  const { data } = useQuery(productOfQuery(favorite));
  if (!data) return null;
  return (
    <Button component={Link} to={`/software/${data}`} variant="default">
      {words.product}
    </Button>
  );
}

function OneDelivery({ delivery }: { delivery: DeliveryResponse }) {
  const { channel_details: channel, channel: id, type, digest, log, last_error: reason, state } = delivery;
  return (
    <Panel>
      <Group justify="space-between" mb="sm" gap="xs">
        <Text component="h2" fw={600} className={classes.text}>
          {channel ? (
            <Link to="/channels/$id" params={{ id }} className={classes.name}>
              <Name>{channel.name}</Name>
            </Link>
          ) : (
            <>
              {type}, {words.deletedChannel}
            </>
          )}
        </Text>
        <span className={classes.delivery}>
          <DeliveryFare delivery={delivery} />
        </span>
      </Group>
      {digest && (
        <Text size="sm" c="dimmed" mb="xs">
          {words.digest}
        </Text>
      )}
      {reason && state !== 'sent' && (!log || log.length === 0) && (
        <Text size="sm" mb="xs">
          {visibleText(reason)}
        </Text>
      )}
      <Attempts log={log ?? []} />
    </Panel>
  );
}
