import { Text } from '@mantine/core';
import type { ChannelResponse } from '../api/generated';
import { messages } from '../messages';
import { visibleText } from '../parts/name';
import { type Fare, StateMark } from '../parts/state-mark';
import { sentence } from '../parts/text';
import classes from './notification.module.css';

const words = messages.channels;
const FARES: Record<string, Fare> = { ok: 'good', failing: 'bad', unconfirmed: 'waiting', disabled: 'off' };

/** How near a failing channel is to being switched off. */
const refusals = ({ enabled, refusals: count }: ChannelResponse) =>
  enabled && count > 0 ? ` ${words.refusals(count)}` : '';

/** Whether what is sent through a channel arrives, and if not, why. */
export function ChannelState({ channel, whole = false }: { channel: ChannelResponse; whole?: boolean }) {
  const state = channel.enabled ? channel.state : 'disabled';
  const given = channel.state_reason ?? (channel.enabled ? null : words.off);
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
