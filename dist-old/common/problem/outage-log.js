"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.OutageLog = void 0;
/** How often the log says how many requests were refused. */
const EVERY_MS = 5_000;
/**
 * While the database is away every request is refused, thousands a minute, all for one reason. The first is logged at once; then one
 * line for those of five seconds, with their number, the newest of them, and its error.
 */
class OutageLog {
    constructor(logger) {
        this.logger = logger;
        this.timer = null;
        this.newest = null;
        this.requests = 0;
    }
    add(refused) {
        this.newest = refused;
        this.requests++;
        if (!this.timer)
            this.write();
    }
    /** Goes on until nobody was refused for five seconds: the next one is logged at once again. */
    write() {
        this.timer = null;
        if (this.requests === 0)
            return;
        this.logger.warn({ msg: 'database unavailable', requests: this.requests, ...this.newest });
        this.requests = 0;
        this.newest = null;
        this.timer = setTimeout(() => this.write(), EVERY_MS).unref();
    }
}
exports.OutageLog = OutageLog;
//# sourceMappingURL=outage-log.js.map