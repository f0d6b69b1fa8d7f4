"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Limit = void 0;
/** When an exchange ends at the latest: after its time, or with the signal. */
class Limit {
    constructor(ms, signal) {
        this.signal = signal;
        this.exchange = null;
        this.over = false;
        this.timer = setTimeout(() => this.end(), ms);
        if (!signal)
            return;
        if (signal.aborted)
            this.end();
        else
            followersOf(signal).push(this);
    }
    holdFor(exchange) {
        this.exchange = exchange;
        if (this.over)
            this.end();
    }
    end() {
        this.over = true;
        this.exchange?.end(new DOMException('The time is over', 'TimeoutError'));
    }
    close() {
        clearTimeout(this.timer);
        if (!this.signal)
            return;
        const followers = followersOf(this.signal);
        const place = followers.indexOf(this);
        if (place < 0)
            return;
        followers[place] = followers.at(-1);
        followers.pop();
    }
}
exports.Limit = Limit;
/**
 * Those who end with a signal, of which one listener is enough. A listener that was taken away still knows the one after it: each
 * exchange of a poller that never stops would lead to the next, and be kept until V8's next full collection (bench/results.md).
 */
const followers = new WeakMap();
function followersOf(signal) {
    const known = followers.get(signal);
    if (known)
        return known;
    const made = [];
    followers.set(signal, made);
    signal.addEventListener('abort', () => made.forEach((limit) => limit.end()), { once: true });
    return made;
}
//# sourceMappingURL=limit.js.map