import { firstCharacters } from 'small-parts';
import type { Outcome, RetryProfile } from '../providers/channel';
import { nextAttemptIn } from '../providers/retry-schedule';
import type { ClaimedDelivery } from './claimed-delivery';

/** The state of a delivery after an attempt: `queued` means that it is retried. */
export type DeliveryEnd = 'sent' | 'queued' | 'failed' | 'cancelled' | 'expired';

/** The state of a delivery after an attempt, or without one. */
export interface Result {
  state: DeliveryEnd;
  /** Seconds until the next attempt; null = none. */
  nextIn: number | null;
  error: string | null;
  /** Whether it counts as an attempt. */
  counts: boolean;
}

/** An attempt that was made. */
export interface Attempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  result: Result;
  /** How long it took. */
  ms: number;
}

export function resultOf(delivery: ClaimedDelivery, profile: RetryProfile, outcome: Outcome): Result {
  const counts = !outcome.transport;
  if (outcome.kind === 'ok') return { state: 'sent', nextIn: null, error: null, counts };
  const error = outcome.reason ?? String(outcome.code ?? outcome.kind);
  if (outcome.kind !== 'retry') return { state: 'failed', nextIn: null, error: cut(error), counts };
  const nextIn = nextAttemptIn(profile, delivery.attempts, outcome, delivery.age);
  if (nextIn !== null) return { state: 'queued', nextIn, error: cut(error), counts };
  return { state: 'failed', nextIn, error: cut(`given up after ${delivery.attempts} attempts: ${error}`), counts };
}

const cut = (text: string) => firstCharacters(text, 500);
