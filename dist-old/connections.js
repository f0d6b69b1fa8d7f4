"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Connections = void 0;
/** A large catalogue through a slow line, at the pace at which it is imported. Other bodies have `BODY_TIMEOUT`. */
const REQUEST_WITHIN_MS = 3_600_000;
/**
 * The connections of the HTTP server, and how they end without a request being lost.
 *
 * A kept connection is closed by the client, which is the balancer: if this side did it first, the balancer could be sending a
 * request on it at that very moment. So `keepAliveSeconds` is to be longer than the balancer keeps idle connections.
 */
class Connections {
    constructor(server, keepAliveSeconds) {
        this.server = server;
        /** Without a request so far, such as those that browsers open in advance: closing the server would wait for them. */
        this.silent = new Set();
        /**
         * The last answer of each connection. Not a set of those under way: tables that grow and shrink all the time hand on to one another, and
         * what one of V8's old generation ever held then lives until its next full collection (bench/results.md).
         */
        this.answers = new Map();
        this.state = 'open';
        server.keepAliveTimeout = keepAliveSeconds * 1_000;
        server.requestTimeout = REQUEST_WITHIN_MS;
        server.on('connection', (socket) => this.silent.add(socket.on('close', () => this.forget(socket))));
        // Before the program's own listener, which may answer at once.
        server.prependListener('request', (request, response) => this.track(request, response));
    }
    /** From now on each answer is the last one of its connection. New connections are still accepted. */
    drain() {
        this.state = 'draining';
        for (const answer of this.answers.values())
            endsConnection(answer);
    }
    /** Accepts nothing more, and waits for the answers under way. */
    async close() {
        this.state = 'closing';
        const closed = new Promise((resolve) => this.server.close(() => resolve()));
        for (const socket of this.silent)
            socket.destroy();
        await closed;
    }
    track(request, response) {
        const { socket } = request;
        this.silent.delete(socket);
        this.answers.set(socket, response);
        if (this.state !== 'open')
            endsConnection(response);
        response.on('close', () => {
            // Its head was written before the signal, and promised to keep the connection.
            if (this.state === 'closing')
                socket.end();
        });
    }
    forget(socket) {
        this.silent.delete(socket);
        this.answers.delete(socket);
    }
}
exports.Connections = Connections;
function endsConnection(response) {
    if (!response.headersSent)
        response.setHeader('Connection', 'close');
}
//# sourceMappingURL=connections.js.map