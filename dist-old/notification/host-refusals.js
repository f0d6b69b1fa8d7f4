"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.HostRefusals = void 0;
/** Milliseconds in which refusals are counted, and for which a host then rests. */
const WINDOW = 600_000;
/**
 * Discord bans an address from which 10,000 invalid requests (401, 403, 429) come in ten minutes
 * (https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans); four replicas share it.
 */
const MOST = 2_500;
/** Counts what a host refused of this process, so that the channels of some do not get the messages of all banned. */
class HostRefusals {
    constructor() {
        this.counts = new Map();
    }
    /** @returns milliseconds for which the host is to be left alone; null = go on */
    count(lane, { code }, now = performance.now()) {
        if (code !== 401 && code !== 403 && code !== 429)
            return null;
        this.forget(now);
        const entry = this.counts.get(lane) ?? { since: now, count: 0 };
        this.counts.set(lane, entry);
        return ++entry.count < MOST ? null : entry.since + WINDOW - now;
    }
    forget(now) {
        for (const [lane, { since }] of this.counts)
            if (now - since >= WINDOW)
                this.counts.delete(lane);
    }
}
exports.HostRefusals = HostRefusals;
//# sourceMappingURL=host-refusals.js.map