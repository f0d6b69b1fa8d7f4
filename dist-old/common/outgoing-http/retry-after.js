"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseRetryAfter = parseRetryAfter;
/** Nobody makes us wait longer than a day. */
const MAX_SECONDS = 86_400;
/**
 * Seconds to wait, 1 to 86,400, by a `Retry-After` header: a whole number of seconds or an HTTP date (RFC 9110 10.2.3).
 * Null when it is absent, negative, zero, in the past or anything else: the caller's own schedule holds then.
 */
function parseRetryAfter(header, now = new Date()) {
    const text = (Array.isArray(header) ? header[0] : header)?.trim();
    if (!text)
        return null;
    const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
    return seconds > 0 ? Math.min(seconds, MAX_SECONDS) : null;
}
/** NaN for what is not an HTTP date; `Date.parse` alone would take `abc 1` and `-1` for dates. */
function secondsUntil(text, now) {
    if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text))
        return NaN;
    return Math.ceil((Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) - now.getTime()) / 1000);
}
//# sourceMappingURL=retry-after.js.map