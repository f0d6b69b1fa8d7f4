"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.outcomeOfHttp = outcomeOfHttp;
exports.outcomeOfOutgoingError = outcomeOfOutgoingError;
const retry_after_1 = require("../../common/outgoing-http/retry-after");
/** Seconds that a channel rests after a 429 that does not say how long. */
const OVERLOAD_PAUSE = 60;
const TRANSIENT = new Set([408, 425, 429]);
/**
 * 2xx ok, 3xx dead, 410 disable (Standard Webhooks 1.0.0, "Delivery success and failure"), 408, 425, 429 and 5xx retry
 * with their Retry-After, any other 4xx dead. A channel whose provider means something else by a status maps that first.
 */
function outcomeOfHttp(answer, now = new Date()) {
    const { status } = answer;
    if (status >= 200 && status < 300)
        return { kind: 'ok', code: status };
    const said = { code: status, ...(answer.excerpt ? { excerpt: answer.excerpt } : {}) };
    if (status >= 300 && status < 400)
        return { kind: 'dead', reason: `Answered ${status}: a redirect is not followed, enter the final URL`, ...said };
    if (status === 410)
        return { kind: 'disable', reason: 'Answered 410: the endpoint is gone', ...said };
    if (status >= 500 || TRANSIENT.has(status))
        return retryOfHttp(answer, said, now);
    return { kind: 'dead', reason: refusal(status), ...said };
}
/** A guard's refusal is final; everything else on the way to the receiver may be better next time. */
function outcomeOfOutgoingError(error) {
    const outcome = { reason: error.message, code: error.hidden ? 'unreachable' : error.kind };
    if (error.kind === 'blocked')
        return { kind: 'dead', ...outcome };
    const unknown = ['timeout', 'reset', 'protocol'].includes(error.kind);
    return { kind: 'retry', ...outcome, ...(unknown ? { unknown } : {}) };
}
function retryOfHttp(answer, said, now) {
    const asked = (0, retry_after_1.parseRetryAfter)(answer.headers['retry-after'], now);
    const after = asked ?? (answer.status === 429 ? OVERLOAD_PAUSE : null);
    const reason = answer.status === 429 ? 'Answered 429: too many requests' : `Answered ${answer.status}`;
    return { kind: 'retry', reason, ...said, ...(after === null ? {} : { after }) };
}
function refusal(status) {
    if (status === 401 || status === 403)
        return `Answered ${status}: the receiver does not accept our credentials`;
    if (status === 404)
        return 'Answered 404: there is nothing at this URL';
    return `Answered ${status}: the receiver refuses this message`;
}
//# sourceMappingURL=outcome.js.map