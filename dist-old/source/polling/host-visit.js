"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.HostVisit = void 0;
const turns_1 = require("../../common/turns");
/** Milliseconds after which a claim is confirmed before another fetch begins. */
const RENEW_AFTER = 60_000;
/** A host that did not answer so many times in a row is left alone for a while, so that its sources do not keep others waiting. */
const SILENCES_AT_MOST = 5;
const SILENT_REST = 300;
/** Milliseconds that it may keep us waiting for nothing, all its failures in a row together. */
const WASTED_AT_MOST = 30_000;
/** Codes of errors that say something of the host rather than of one address. */
const SILENT = new Set(['unreachable', 'dns', 'connect', 'tls', 'timeout', 'reset']);
/** A host that this process holds and whose sources it asks: how it behaves, and when to leave it. */
class HostVisit {
    constructor({ host, claim }, delayMs, queue) {
        this.queue = queue;
        /** Seconds for which it is to be left alone; null = go on. */
        this.rest = null;
        /** Somebody else holds it. */
        this.lost = false;
        this.confirmedAt = performance.now();
        /** Unanswered requests in a row. */
        this.silences = 0;
        /** Milliseconds that failures in a row have taken. */
        this.wastedMs = 0;
        this.host = host;
        this.claim = claim;
        this.pace = new turns_1.Pace(delayMs);
    }
    answered() {
        this.silences = 0;
        this.wastedMs = 0;
    }
    failed({ code }, tookMs) {
        const silent = typeof code === 'string' ? SILENT.has(code) : (code ?? 0) >= 500;
        this.silences = silent ? this.silences + 1 : 0;
        this.wastedMs += tookMs;
        if (this.silences >= SILENCES_AT_MOST || this.wastedMs >= WASTED_AT_MOST)
            this.restFor(SILENT_REST);
    }
    /** @param seconds null = the host did not say */
    restFor(seconds) {
        if (seconds !== null)
            this.rest = Math.max(this.rest ?? 0, seconds);
    }
    /** A write did not count: somebody else may hold the host by now. */
    doubt() {
        this.confirmedAt = -Infinity;
    }
    /** Whether the host is still ours, for as long as a fetch may take. */
    async confirm() {
        if (performance.now() - this.confirmedAt < RENEW_AFTER)
            return !this.lost;
        const before = performance.now();
        this.lost ||= !(await this.queue.renew(this));
        this.confirmedAt = before;
        return !this.lost;
    }
}
exports.HostVisit = HostVisit;
//# sourceMappingURL=host-visit.js.map