"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.StaleSockets = void 0;
const node_diagnostics_channel_1 = require("node:diagnostics_channel");
const CHANNEL = 'undici:client:sendHeaders';
/**
 * Tells a stale keep-alive connection from a failed request: the peer closed a connection that had served before, and
 * not one byte of an answer to this request came. Only then is it right to send the same request once more at once.
 * undici names the socket of a request on its documented diagnostics channel only.
 */
class StaleSockets {
    constructor() {
        this.uses = new WeakMap();
        this.failed = new WeakMap();
        this.onSend = (message) => this.note(message.socket);
        (0, node_diagnostics_channel_1.subscribe)(CHANNEL, this.onSend);
    }
    /** Watch a new socket. */
    watch(socket) {
        const use = { requests: 0, readBefore: 0 };
        this.uses.set(socket, use);
        // undici fails the request with the very error object of the socket.
        socket.on('error', (error) => this.failed.set(error, use.requests > 1 && socket.bytesRead === use.readBefore));
    }
    /** Whether this error of a request is the end of a stale connection. */
    isStale(error) {
        return typeof error === 'object' && error !== null && this.failed.get(error) === true;
    }
    close() {
        (0, node_diagnostics_channel_1.unsubscribe)(CHANNEL, this.onSend);
    }
    note(socket) {
        const use = this.uses.get(socket);
        if (!use)
            return;
        use.requests += 1;
        use.readBefore = socket.bytesRead;
    }
}
exports.StaleSockets = StaleSockets;
//# sourceMappingURL=stale-sockets.js.map