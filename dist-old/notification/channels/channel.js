"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Channel = void 0;
/**
 * One way to reach a person. A channel is one file `<type>.channel.ts` and one line in `index.ts`; schedule, retries,
 * recording, storage of secrets and the address guard are outside it.
 */
class Channel {
    constructor() {
        /** Seconds that this process leaves between two messages of one channel, where the provider wants it; 0 = none. */
        this.interval = 0;
    }
}
exports.Channel = Channel;
//# sourceMappingURL=channel.js.map