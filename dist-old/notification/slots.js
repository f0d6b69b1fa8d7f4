"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Plan = exports.Slots = void 0;
/**
 * What runs side by side in this process: few at once for a channel and for a host, so that a slow one does not take the slots of
 * the others. A channel or a lane may also rest for a while.
 */
class Slots {
    constructor(limits) {
        this.limits = limits;
        this.running = new Map();
        /** End of each rest, on the monotonic clock. */
        this.rests = new Map();
        /** Those who wait until one ends. Not a set of all that run: see `Connections`. */
        this.waiting = [];
        this.taken = 0;
    }
    get busy() {
        return this.taken;
    }
    /** @param work must not throw */
    start(place, work) {
        const keys = keysOf(place);
        for (const key of keys)
            this.running.set(key, (this.running.get(key) ?? 0) + 1);
        this.taken++;
        void work().finally(() => this.end(keys));
    }
    restChannel(id, ms) {
        this.rest(CHANNEL + id, ms);
    }
    /** Nothing for a lane of nobody's. */
    restLane(lane, ms) {
        if (lane)
            this.rest(LANE + lane, ms);
    }
    /** What could be started now. Taking from a plan takes nothing from the slots themselves. */
    plan() {
        this.endRests();
        return new Plan(this.limits, this.busy, new Map(this.running), new Set(this.rests.keys()));
    }
    /** Milliseconds until the first of the rests ends; null when nothing rests. */
    untilRested() {
        this.endRests();
        return this.rests.size === 0 ? null : Math.max(0, Math.min(...this.rests.values()) - performance.now());
    }
    /** When one of those that run has ended; at once when none runs. */
    async oneEnded() {
        if (this.taken > 0)
            await new Promise((resolve) => this.waiting.push(resolve));
    }
    async allEnded() {
        while (this.taken > 0)
            await this.oneEnded();
    }
    rest(key, ms) {
        this.rests.set(key, Math.max(this.rests.get(key) ?? 0, performance.now() + ms));
    }
    endRests() {
        const now = performance.now();
        for (const [key, end] of this.rests)
            if (end <= now)
                this.rests.delete(key);
    }
    end(keys) {
        this.taken--;
        for (const key of keys)
            this.leave(key);
        const { waiting } = this;
        this.waiting = [];
        for (const go of waiting)
            go();
    }
    leave(key) {
        const count = this.running.get(key) - 1;
        if (count > 0)
            this.running.set(key, count);
        else
            this.running.delete(key);
    }
}
exports.Slots = Slots;
class Plan {
    constructor(limits, taken, running, resting) {
        this.limits = limits;
        this.taken = taken;
        this.running = running;
        this.resting = resting;
    }
    get free() {
        return this.limits.all - this.taken;
    }
    /**
     * Takes a slot when there is one for this place.
     * @param restsAfter whether the channel takes no second one beside it
     */
    take(place, restsAfter) {
        const keys = keysOf(place);
        if (this.free === 0 || keys.some((key) => this.isFull(key)))
            return false;
        this.taken++;
        for (const key of keys)
            this.running.set(key, (this.running.get(key) ?? 0) + 1);
        if (restsAfter)
            this.resting.add(CHANNEL + place.channel_id);
        return true;
    }
    /** Channels and lanes of which nothing can be taken. */
    full() {
        const full = [...new Set([...this.running.keys(), ...this.resting])].filter((key) => this.isFull(key));
        const of = (kind) => full.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
        return { channels: of(CHANNEL), lanes: of(LANE) };
    }
    isFull(key) {
        const limit = key.startsWith(CHANNEL) ? this.limits.channel : this.limits.lane;
        return this.resting.has(key) || (this.running.get(key) ?? 0) >= limit;
    }
}
exports.Plan = Plan;
const CHANNEL = 'channel ';
const LANE = 'lane ';
const keysOf = ({ channel_id, lane }) => [CHANNEL + channel_id, ...(lane ? [LANE + lane] : [])];
//# sourceMappingURL=slots.js.map