"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Pace = exports.Turns = void 0;
const promises_1 = require("node:timers/promises");
/** Lets at most `places` run at once; who comes when all are taken waits in line. */
class Turns {
    /** @param patienceMs what runs for longer keeps nobody waiting any more: its place goes to the next */
    constructor(places, patienceMs = Infinity) {
        this.places = places;
        this.patienceMs = patienceMs;
        this.taken = 0;
        this.line = [];
    }
    async run(work) {
        const leave = await this.enter();
        const timer = this.patienceMs === Infinity ? undefined : setTimeout(leave, this.patienceMs);
        try {
            return await work();
        }
        finally {
            clearTimeout(timer);
            leave();
        }
    }
    /** Waits for a place. @returns what gives it back, once */
    async enter() {
        if (this.taken >= this.places)
            await new Promise((resolve) => this.line.push(resolve));
        else
            this.taken++;
        let left = false;
        return () => {
            if (left)
                return;
            left = true;
            // The place goes to the first in line, so nobody overtakes.
            const next = this.line.shift();
            if (next)
                next();
            else
                this.taken--;
        };
    }
}
exports.Turns = Turns;
/** Lets a request begin no sooner than `delayMs` after the one before. */
class Pace {
    constructor(delayMs) {
        this.delayMs = delayMs;
        this.nextAt = 0;
    }
    async turn() {
        const now = performance.now();
        const at = Math.max(now, this.nextAt);
        this.nextAt = at + this.delayMs;
        if (at > now)
            await (0, promises_1.setTimeout)(at - now);
    }
}
exports.Pace = Pace;
//# sourceMappingURL=turns.js.map