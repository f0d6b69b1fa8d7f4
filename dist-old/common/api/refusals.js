"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answerRefusals = answerRefusals;
const node_http_1 = require("node:http");
const problem_1 = require("../problem/problem");
const TYPE_OF_CODE = {
    HPE_HEADER_OVERFLOW: 'headers-too-large',
    ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};
const DETAIL = {
    'headers-too-large': 'The address and the headers are larger than this service accepts.',
    'request-timeout': 'The request did not arrive in time.',
};
/**
 * What the HTTP server would refuse without a word, before there is a request that the program sees, is answered as a problem too: what
 * is no HTTP, headers that are too large or too late, tunnels. An expectation that nobody knows is no reason to refuse (RFC 9110, 10.1.1).
 */
function answerRefusals(server) {
    server.on('clientError', (error, socket) => {
        // Half an answer is out, or nobody is there any more.
        if (!socket.writable || socket._httpMessage?.headersSent)
            return void socket.destroy(error);
        const type = TYPE_OF_CODE[error.code ?? ''] ?? 'bad-request';
        refuse(socket, new problem_1.Problem(type, DETAIL[type] ?? 'The request is not well-formed HTTP.'));
    });
    server.on('connect', (_request, socket) => refuse(socket, new problem_1.Problem('method-not-allowed', 'There are no tunnels here.', [], { Allow: '' })));
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
function refuse(socket, problem) {
    const status = problem.getStatus();
    const body = (0, problem_1.problemText)(problem, '/');
    const headers = {
        ...problem.headers,
        Connection: 'close',
        'Content-Type': 'application/problem+json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.on('error', () => undefined);
    socket.end([`HTTP/1.1 ${status} ${node_http_1.STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
//# sourceMappingURL=refusals.js.map