import { Text } from '../parts/ui';
import { api } from '../api/client';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { ActButton } from '../parts/act';
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
    <div className={classes.state}>
      <StateMark fare={FARES[state] ?? 'off'}>{words.states[state] ?? state}</StateMark>
      {reason && (
        <Text size="sm" c="dimmed" {...(whole ? {} : { lineClamp: 2, title: reason })}>
          {reason}
        </Text>
      )}
    </div>
  );
}

/** The one thing that a channel that does not send needs. */
export function StateAction({ channel }: { channel: ChannelResponse }) {
  const { id, name } = channel;
  const state = stateOf(channel);
  const button = { variant: 'light', refresh: ['channels', 'summary'] } as const;
  if (state === 'disabled')
    return (
      <ActButton
        {...button}
        act={() => api.updateChannel(id, { enabled: true })}
        said={words.switchedOn(visibleText(name))}
      >
        {words.switchOn}
      </ActButton>
    );
  if (state === 'unconfirmed')
    return (
      <ActButton {...button} act={() => api.resendChannelConfirmation(id)} said={words.confirmationSent}>
        {words.sendAgain}
      </ActButton>
    );
  return null;
}
