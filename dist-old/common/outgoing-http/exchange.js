"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Exchange = void 0;
/**
 * One request, and its answer without a stream: most answers are one piece or none, and a stream takes longer than they do. Once the
 * status is there it counts, whatever becomes of the rest.
 */
class Exchange {
    constructor(reading) {
        this.reading = reading;
        this.controller = null;
        this.ended = null;
        this.status = 0;
        this.headers = {};
        this.chunks = [];
        this.size = 0;
    }
    /** @throws what kept the status from coming, in undici's or Node's own words */
    run(agent, request) {
        return new Promise((resolve, reject) => {
            this.resolve = resolve;
            this.reject = reject;
            if (this.ended)
                reject(this.ended);
            else
                agent.dispatch(request, this);
        });
    }
    /** Ends it now, also while it waits for a connection. */
    end(reason) {
        if (this.ended)
            return;
        this.ended = reason;
        this.settle(reason);
        this.controller?.abort(reason);
    }
    onRequestStart(controller) {
        this.controller = controller;
        if (this.ended)
            controller.abort(this.ended);
    }
    onResponseStart(_controller, status, headers) {
        // Anything below is information, and the answer comes after it.
        if (status < 200)
            return;
        this.status = status;
        this.headers = headers;
    }
    onResponseData(controller, chunk) {
        // undici wakes a paused parser with an empty piece: to pause for that one too would never end.
        if (chunk.length === 0)
            return;
        this.chunks.push(chunk);
        this.size += chunk.length;
        if (this.size > this.reading.max)
            return this.end(new Error('longer than what is read'));
        if (this.reading.onBytes)
            this.waitFor(this.reading.onBytes(chunk.length), controller);
    }
    onResponseEnd() {
        this.settle(null);
    }
    onResponseError(_controller, error) {
        // What `end` did comes back as this.
        if (!this.ended)
            this.settle(error);
    }
    waitFor(work, controller) {
        controller.pause();
        work.then(() => this.ended ?? controller.resume(), (error) => this.end(error));
    }
    /** @param error what ended it too early */
    settle(error) {
        if (this.status === 0)
            return this.reject?.(error ?? new Error('bad answer without a status'));
        const bytes = Buffer.concat(this.chunks).subarray(0, this.reading.max);
        this.resolve({ status: this.status, headers: this.headers, bytes, cut: error !== null });
    }
}
exports.Exchange = Exchange;
//# sourceMappingURL=exchange.js.map