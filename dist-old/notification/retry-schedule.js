"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.nextAttemptIn = nextAttemptIn;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/**
 * Seconds from one attempt to the next. HTTP: the example of Standard Webhooks 1.0.0 and a step at a minute; e-mail: RFC 5321
 * section 4.5.4.1 wants at least four days. Both end with as many days as make it four even when every jitter is downwards: that
 * is what docs/delivery-guarantees.md promises.
 */
const STEPS = {
    http: [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY, DAY, DAY],
    email: [
        ...[5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
        ...[DAY, DAY, DAY, DAY],
    ],
};
/** Seconds for which a message is tried at least. */
const TRIED_FOR = 4 * DAY;
const JITTER = 0.2;
const LONGEST = DAY;
/** The operator's own relay is at fault: try again soon, as it concerns everything that waits. */
const TRANSPORT_PAUSE = MINUTE;
/**
 * Seconds until the next attempt.
 * @param attempts how many were made, the one with this outcome included, and those whose process died
 * @param age seconds since it was queued: deaths use up steps without their time, so the schedule goes on until four days are over
 * @returns null when the schedule is at its end
 */
function nextAttemptIn(profile, attempts, outcome, age, random = Math.random) {
    const jittered = (seconds) => Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));
    if (outcome.transport)
        return jittered(TRANSPORT_PAUSE);
    const step = STEPS[profile][attempts - 1];
    if (step === undefined)
        return age < TRIED_FOR ? jittered(LONGEST) : null;
    return Math.min(Math.max(jittered(step), outcome.after ?? 0), LONGEST);
}
//# sourceMappingURL=retry-schedule.js.map