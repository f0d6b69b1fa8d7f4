"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.OneAtATime = void 0;
/** Runs one piece of work at a time; asked again meanwhile, it runs once more afterwards. */
class OneAtATime {
    constructor(work, failed) {
        this.work = work;
        this.failed = failed;
        this.running = null;
        this.again = false;
    }
    run() {
        if (this.running) {
            this.again = true;
            return this.running;
        }
        this.running = this.loop().finally(() => (this.running = null));
        return this.running;
    }
    async ended() {
        this.again = false;
        await this.running;
    }
    async loop() {
        do {
            this.again = false;
            await this.work().catch(this.failed);
        } while (this.again);
    }
}
exports.OneAtATime = OneAtATime;
//# sourceMappingURL=one-at-a-time.js.map