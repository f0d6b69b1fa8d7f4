"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.DueWork = void 0;
/** Works through what is due, a few rows at a time, until nothing is. One pass at a time: who asks meanwhile waits for that one. */
class DueWork {
    constructor(claim, handle, 
    /** Nothing is recorded of such a row: its lease ends, and it is due again. */
    failed) {
        this.claim = claim;
        this.handle = handle;
        this.failed = failed;
        this.pass = null;
        this.stopping = false;
    }
    run() {
        this.pass ??= this.loop().finally(() => (this.pass = null));
        return this.pass;
    }
    /** Claims nothing any more, and waits for what is under way. */
    async stop() {
        this.stopping = true;
        await Promise.allSettled([this.pass]);
    }
    async loop() {
        while (!this.stopping) {
            const rows = await this.claim();
            if (rows.length === 0)
                return;
            await Promise.all(rows.map((row) => this.handle(row).catch((error) => this.failed(row, error))));
        }
    }
}
exports.DueWork = DueWork;
//# sourceMappingURL=due-work.js.map