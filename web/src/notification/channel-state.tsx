import { Text } from '../parts/ui';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { type Fare, StateMark } from '../parts/state-mark';
import { sentence } from '../parts/text';
import classes from './notification.module.css';

const words = messages.channels;
const FARES: Record<string, Fare> = {
  ok: 'good',
  untried: 'waiting',
  failing: 'bad',
  unavailable: 'bad',
  unconfirmed: 'waiting',
  disabled: 'off',
};

/** What its state means to people: nobody knows yet whether one works through which nothing was sent. */
function stateOf({ enabled, state, unavailable, last_sent_at: sent }: ChannelResponse): string {
  if (!enabled || state === 'disabled') return 'disabled';
  if (unavailable !== null) return 'unavailable';
  return state === 'ok' && sent === null ? 'untried' : state;
}

/** How near a failing channel is to being switched off. */
const refusals = ({ enabled, refusals: count }: ChannelResponse) =>
  enabled && count > 0 ? ` ${words.refusals(count)}` : '';

/** Whether what is sent through a channel arrives, and if not, why. */
export function ChannelState({ channel, whole = false }: { channel: ChannelResponse; whole?: boolean }) {
  const state = stateOf(channel);
  const given =
    state === 'unavailable' ? channel.unavailable : (channel.state_reason ?? (channel.enabled ? null : words.off));
  const reason = given && visibleText(sentence(given)) + refusals(channel);
  return (
    <div className={whole ? classes.stateWhole : classes.state}>
      <StateMark fare={FARES[state] ?? 'off'}>{words.states[state] ?? state}</StateMark>
      {reason && (
        <Text size="sm" c="dimmed" {...(whole ? {} : { lineClamp: 2 })} title={whole ? undefined : reason}>
          {reason}
        </Text>
      )}
    </div>
  );
}
