"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Mutex = void 0;
/** Lets one piece of asynchronous work run at a time, in the order of asking. */
class Mutex {
    constructor() {
        /** Pieces of work that were asked for and have not ended, the one that runs included. */
        this.pending = 0;
        this.tail = Promise.resolve();
        this.end = () => void this.pending--;
    }
    run(work) {
        this.pending++;
        const result = this.tail.then(work);
        this.tail = result.then(this.end, this.end);
        return result;
    }
}
exports.Mutex = Mutex;
//# sourceMappingURL=mutex.js.map