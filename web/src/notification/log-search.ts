import { isUuid } from '../api/ids';

export const NOTIFICATION_STATES = ['pending', 'sent', 'failed', 'cancelled', 'expired'] as const;

/** What of the log is shown, in its address. */
export interface LogSearch {
  state?: (typeof NOTIFICATION_STATES)[number];
  channel?: string;
  /** A part of the product's name. */
  q?: string;
  /** `YYYY-MM-DD`, in the time zone of this browser. */
  since?: string;
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export function logSearch({ state, channel, q, since }: Record<string, unknown>): LogSearch {
  const known = NOTIFICATION_STATES.find((one) => one === state);
  return {
    ...(known ? { state: known } : {}),
    ...(typeof channel === 'string' && isUuid(channel) ? { channel } : {}),
    ...(typeof q === 'string' && q.trim() ? { q: q.slice(0, 100) } : {}),
    ...(isDay(since) ? { since } : {}),
  };
}
