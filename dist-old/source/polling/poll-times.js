"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.INTERVAL_RULE = exports.LONGEST_INTERVAL = void 0;
exports.parseInterval = parseInterval;
exports.nextPoll = nextPoll;
exports.nextRetry = nextRetry;
const duration_1 = require("../../config/duration");
/** Seconds. Nothing is asked less often than daily, however long ago it was released and however long it fails. */
exports.LONGEST_INTERVAL = 86_400;
const SHORTEST_INTERVAL = 600;
exports.INTERVAL_RULE = 'must be a duration from 10m to 1d, such as 6h';
/** What somebody sets for a product, in seconds; null when it is not within the limits. */
function parseInterval(text) {
    const seconds = (0, duration_1.parseDuration)(text);
    return seconds !== null && seconds >= SHORTEST_INTERVAL && seconds <= exports.LONGEST_INTERVAL ? seconds : null;
}
/** How many times a product is asked in the time that has passed since its last release. */
const POLLS_PER_AGE = 48;
const FIRST_RETRY = 120;
/** The part of a time by which it is shortened or lengthened at random: what fell together does not stay together. */
const JITTER = 0.1;
/**
 * Seconds until a source that answered is asked again: an hour after two days without a release, a day after 48. A product that was
 * just released is asked twice as often as `usual`: a fix often follows.
 * @param usual seconds between two polls (`SOURCE_EVERY`)
 * @param age seconds since the product's last release; null = it has never had one
 * @param fixed what somebody set for this product
 * @param random 0 to 1
 */
function nextPoll(usual, age, fixed, random) {
    const interval = fixed ?? Math.min(exports.LONGEST_INTERVAL, Math.max(usual / 2, (age ?? Infinity) / POLLS_PER_AGE));
    return jittered(interval, random);
}
/**
 * Seconds until a source that failed is asked again: 2 minutes, and twice as long after each further failure in a row.
 * @param failures in a row, this one included
 * @param asked seconds for which the source wants to be left alone
 */
function nextRetry(failures, asked, random) {
    const backOff = jittered(Math.min(exports.LONGEST_INTERVAL, FIRST_RETRY * 2 ** Math.min(failures - 1, 16)), random);
    return Math.max(backOff, Math.min(asked ?? 0, exports.LONGEST_INTERVAL));
}
const jittered = (seconds, random) => Math.max(1, Math.round(seconds * (1 + JITTER * (2 * random - 1))));
//# sourceMappingURL=poll-times.js.map