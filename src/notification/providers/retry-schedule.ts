import type { Outcome, RetryProfile } from './channel';

const MINUTE = 60;
const HOUR = 3_600;

const DAY = 24 * HOUR;

/**
 * Seconds from one attempt to the next. HTTP: the example of Standard Webhooks 1.0.0, plus a step at one minute; e-mail: RFC 5321,
 * section 4.5.4.1, wants at least four days. Both last four days even if every jitter shortens its step, as docs/channels.md promises.
 */
const STEPS: Record<RetryProfile, readonly number[]> = {
  http: [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY, DAY, DAY],
  email: [
    ...[5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
    ...[DAY, DAY, DAY, DAY],
  ],
};

/** Seconds for which a message is retried at least. */
const TRIED_FOR = 4 * DAY;
const JITTER = 0.2;
const LONGEST = DAY;
/** The operator's own relay is at fault: retried soon, because everything waits for it. */
const TRANSPORT_PAUSE = MINUTE;

/**
 * Seconds until the next attempt.
 * @param attempts including this one, and those whose process died
 * @param age seconds since it was queued: such deaths use up steps early, so the schedule is extended to four days
 * @returns null at the end of the schedule
 */
export function nextAttemptIn(
  profile: RetryProfile,
  attempts: number,
  outcome: Outcome,
  age: number,
  random: () => number = Math.random,
): number | null {
  const jittered = (seconds: number) => Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));
  if (outcome.transport) return jittered(TRANSPORT_PAUSE);
  const step = STEPS[profile][attempts - 1];
  if (step === undefined) return age < TRIED_FOR ? jittered(LONGEST) : null;
  return Math.min(Math.max(jittered(step), outcome.after ?? 0), LONGEST);
}
