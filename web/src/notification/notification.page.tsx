import { Button, Group, Text } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { notificationQuery, productOfQuery } from '../api/channels';
import type { AttemptResponse, DeliveryResponse, NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { Name, visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { ReadPage } from '../parts/read-page';
import { exactTime } from '../parts/relative-time';
import { When } from '../parts/rows';
import { DeliveryFare, NotificationFare, Resend } from './delivery-state';
import classes from './notification.module.css';

const words = messages.log;

/** One notification: each attempt of each delivery. */
export function NotificationPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <ReadPage
      of={useQuery(notificationQuery(id))}
      title={words.title}
      gone={{ title: words.gone, text: words.goneText, to: '/notifications', back: words.back }}
    >
      {(notification) => <Read notification={notification} />}
    </ReadPage>
  );
}

const Read = ({ notification }: { notification: NotificationResponse }) => (
  <Page
    title={visibleText(`${notification.software} ${notification.version.version}`)}
    lead={
      <Group gap="sm">
        <NotificationFare notification={notification} />
        <Text c="dimmed" size="sm">
          <When word={words.created} time={notification.created_at} />, {exactTime(notification.created_at)}
        </Text>
      </Group>
    }
    beside={
      <>
        <ToProduct favorite={notification.favorite} />
        <Resend notification={notification} size="sm" />
      </>
    }
  >
    {notification.deliveries.map((delivery) => (
      <OneDelivery key={delivery.id} delivery={delivery} />
    ))}
  </Page>
);

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

/** Every attempt of a delivery: when, how long, with what result, and the beginning of the answer as plain text. */
function Attempts({ log }: { log: AttemptResponse[] }) {
  if (log.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noAttempts}
      </Text>
    );
  return (
    <ol className={classes.attempts}>
      {log.map(({ no, started_at: time, duration, outcome, code, reason, excerpt }) => (
        <li key={no} className={classes.attempt} data-fare={outcome === 'ok' ? 'good' : 'bad'}>
          <Text size="sm" className="tabular">
            <strong>{words.attempt(no)}</strong> · <time dateTime={time}>{exactTime(time)}</time> ·{' '}
            {words.duration(duration)} · {words.outcomes[outcome] ?? outcome}
            {code && (!reason || /\d/.test(code)) && ` · ${words.code(code)}`}
          </Text>
          {reason && <Text size="sm">{visibleText(reason)}</Text>}
          {excerpt && (
            <pre className={classes.excerpt} aria-label={words.excerpt} tabIndex={0}>
              {excerpt}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
