"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.DueSources = void 0;
/** Sources that are read at once. */
const PAGE = 200;
/** When so few are left, the next page is read, so that nobody waits for it. */
const AHEAD = 150;
/**
 * The due sources of a host, one after the other, each once: one whose outcome did not count stays due, and must not be asked again
 * and again.
 */
class DueSources {
    constructor(queue, host) {
        this.queue = queue;
        this.host = host;
        this.left = [];
        this.last = null;
        this.ended = false;
        this.reading = null;
        this.failure = null;
    }
    /** @returns undefined when none is due any more */
    async next() {
        if (this.left.length <= AHEAD && !this.ended)
            this.reading ??= this.read();
        while (this.left.length === 0 && this.reading)
            await this.reading;
        if (this.left.length === 0 && this.failure)
            throw this.failure.error;
        return this.left.shift();
    }
    async read() {
        try {
            const page = await this.queue.due(this.host, this.last, PAGE);
            this.left.push(...page);
            this.last = page.at(-1) ?? this.last;
            this.ended = page.length < PAGE;
        }
        catch (error) {
            this.failure = { error };
            this.ended = true;
        }
        finally {
            this.reading = null;
        }
    }
}
exports.DueSources = DueSources;
//# sourceMappingURL=due-sources.js.map