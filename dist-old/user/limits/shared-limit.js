"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SharedLimit = void 0;
/** The store is told of so many parts of a limit at a time. */
const PORTIONS = 20;
/** A store that failed is left alone for so long. */
const REST_MS = 1_000;
/** A window of the store that lasts for longer than so many of ours is not believed: clocks of replicas differ by seconds. */
const MOST_WINDOWS = 2;
const WRONG_CLOCK = 'a limit ends too late: the clock of a replica is wrong';
/** Keys that are remembered; about 20 MB. */
const MOST_KEYS = 100_000;
/**
 * A limit that replicas share, without asking anybody before an answer: points are counted here, and told to the store in portions of a
 * twentieth of the limit, in the background. What it answers then counts: the points of everybody, and the end of their window. So
 * a key gets more than its limit by up to a portion for each replica but the first, and by what is asked for while the store answers. Who
 * uses less than a portion never comes to the store. While it is away each replica goes on by what it knows itself.
 */
class SharedLimit {
    /**
     * @param store null = there is one process, which knows all there is to know
     * @param failed is told when the store did not take a portion; it is told again later
     */
    constructor(rate, store, failed) {
        this.rate = rate;
        this.store = store;
        this.failed = failed;
        this.counts = new Map();
        this.restsUntil = 0;
        this.portion = Math.max(1, Math.floor(rate.points / PORTIONS));
    }
    /** Uses one point, if there is one. */
    take(key) {
        const count = this.counts.get(key);
        const current = count && count.endsAt > performance.now() ? count : this.begin(key);
        const within = current.points < this.rate.points;
        if (within) {
            current.points++;
            current.untold++;
        }
        if (this.store !== null && current.untold >= this.portion && !current.telling)
            void this.tell(this.store, key, current);
        return this.standing(current, within);
    }
    /** Nobody has used any of it lately. */
    get isWhole() {
        return this.counts.size === 0;
    }
    /** Uses nothing. */
    look(key) {
        const count = this.counts.get(key);
        if (!count || count.endsAt <= performance.now())
            return { within: true, remaining: this.rate.points, resetsIn: this.rate.seconds };
        return this.standing(count, count.points < this.rate.points);
    }
    /** A map keeps the order in which keys came: the first ones are the first to end. */
    begin(key) {
        const now = performance.now();
        this.counts.delete(key);
        for (const [oldest, { endsAt }] of this.counts) {
            if (endsAt > now && this.counts.size < MOST_KEYS)
                break;
            this.counts.delete(oldest);
        }
        const count = { points: 0, untold: 0, telling: false, endsAt: now + this.rate.seconds * 1_000 };
        this.counts.set(key, count);
        return count;
    }
    standing({ points, endsAt }, within) {
        const resetsIn = Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
        return { within, remaining: Math.max(0, this.rate.points - points), resetsIn };
    }
    /** Until the store knows of all but a part of a portion. */
    async tell(store, key, count) {
        count.telling = true;
        try {
            while (count.untold >= this.portion && this.restsUntil <= performance.now()) {
                const told = count.untold;
                const { consumedPoints, msBeforeNext } = await store.penalty(key, told);
                count.untold -= told;
                // Of a replica whose clock is far ahead, a day perhaps: what it counted would be held against everybody until that day is over.
                if (msBeforeNext > MOST_WINDOWS * this.rate.seconds * 1_000)
                    return this.failed(new Error(WRONG_CLOCK));
                count.points = consumedPoints + count.untold;
                // The window of the store began with the first portion, of whichever replica.
                count.endsAt = Math.min(count.endsAt, performance.now() + msBeforeNext);
            }
        }
        catch (error) {
            this.restsUntil = performance.now() + REST_MS;
            this.failed(error);
        }
        finally {
            count.telling = false;
        }
    }
}
exports.SharedLimit = SharedLimit;
//# sourceMappingURL=shared-limit.js.map