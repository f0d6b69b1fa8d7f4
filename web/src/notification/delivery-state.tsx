import { Anchor, Text } from '../parts/ui';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client';
import type { DeliveryResponse, NotificationResponse } from '../api/generated';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
import { Name, visibleText } from '../parts/name';
import { clockTime, exactTime } from '../parts/relative-time';
import { now } from '../api/clock';
import { type Fare, StateMark } from '../parts/state-mark';
import classes from './notification.module.css';

const words = messages.log;
const FARES: Record<string, Fare> = {
  sent: 'good',
  failed: 'bad',
  queued: 'waiting',
  expired: 'late',
  cancelled: 'off',
};

const NOTIFICATIONS: Record<string, Fare> = { ...FARES, partly: 'bad', pending: 'waiting' };

/** What became of a notification: it is sent as soon as one channel has accepted it, and may have failed through another. */
export function NotificationFare({ notification: { state, deliveries } }: { notification: NotificationResponse }) {
  const isPartly = state === 'sent' && deliveries.some((one) => hasFailed(one));
  const shown = isPartly ? 'partly' : state;
  return <StateMark fare={NOTIFICATIONS[shown] ?? 'off'}>{words.states[shown] ?? shown}</StateMark>;
}

const hasFailed = ({ state, attempts }: DeliveryResponse) =>
  state === 'failed' || state === 'expired' || (state === 'queued' && attempts > 0);

/** The same day: the time is enough. */
const soon = (time: string) =>
  Math.abs(new Date(time).getTime() - now()) < 12 * 3_600_000 ? clockTime(new Date(time)) : exactTime(time);

/** What became of a delivery, and when it is tried next. */
export function DeliveryFare({ delivery, isQuiet = false }: { delivery: DeliveryResponse; isQuiet?: boolean }) {
  const { state, next_attempt_at: next, held_until: held, attempts } = delivery;
  return (
    <>
      <StateMark
        fare={state === 'queued' && attempts > 0 ? 'bad' : (FARES[state] ?? 'off')}
        isQuiet={isQuiet && state === 'sent'}
      >
        {words.deliveryStates[state] ?? state}
      </StateMark>
      {state === 'queued' && (held ?? next) && (
        <Text span inherit c="dimmed" className="tabular">
          {held ? words.held(soon(held)) : words.again(soon(next!))}
        </Text>
      )}
    </>
  );
}

/** A delivery in a row of the log: its channel, and what became of it. What arrived has a sign, the rest words, too. */
export function Delivery({ delivery }: { delivery: DeliveryResponse }) {
  const { channel_details: channel, channel: id, type, last_error: reason, state } = delivery;
  return (
    <span className={classes.delivery} title={state === 'sent' ? undefined : (reason ?? undefined)}>
      <DeliveryFare delivery={delivery} isQuiet />
      {channel ? (
        <Anchor
          component={Link}
          to="/channels/$id"
          params={{ id } as never}
          className={classes.channel}
          title={channel.name}
        >
          <Name>{channel.name}</Name>
        </Anchor>
      ) : (
        <Text span inherit c="dimmed">
          {type}, {words.deletedChannel}
        </Text>
      )}
    </span>
  );
}

/** Sends a notification again, through all its channels that still can. */
export function Resend({
  notification: { id, software, version },
  size = 'compact-sm',
}: {
  notification: NotificationResponse;
  size?: 'compact-sm' | 'sm';
}) {
  const name = `${visibleText(software)} ${visibleText(version.version)}`;
  return (
    <ActButton
      size={size}
      variant="subtle"
      act={() => api.resendNotification(id)}
      said={words.sentAgain(name)}
      refresh={['notifications', 'summary']}
      aria-label={words.sendAgainOf(name)}
    >
      {words.sendAgain}
    </ActButton>
  );
}
