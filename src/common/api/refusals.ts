import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemText, type ProblemType } from '../problem/problem';

/** Node.js hangs the answer under way on the socket. */
type ClientSocket = Duplex & { _httpMessage?: ServerResponse };

const TYPE_OF_CODE: Record<string, ProblemType> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};
const DETAIL: Partial<Record<ProblemType, string>> = {
  'headers-too-large': 'The address and the headers are larger than this service accepts.',
  'request-timeout': 'The request did not arrive in time.',
};

/**
 * What the HTTP server would refuse without a word, before there is a request that the program sees, is answered as a problem too: what
 * is no HTTP, headers that are too large or too late, tunnels. An expectation that nobody knows is no reason to refuse (RFC 9110, 10.1.1).
 */
export function answerRefusals(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: ClientSocket) => {
    // Half an answer is out, or nobody is there any more.
    if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy(error);
    const type = TYPE_OF_CODE[error.code ?? ''] ?? 'bad-request';
    refuse(socket, new Problem(type, DETAIL[type] ?? 'The request is not well-formed HTTP.'));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuse(socket, new Problem('method-not-allowed', 'There are no tunnels here.', [], { Allow: '' })),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Or Node.js would ask for the body at once: see `bodyReader`.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

function refuse(socket: Duplex, problem: Problem): void {
  const status = problem.getStatus();
  const body = problemText(problem, '/');
  const headers = {
    ...problem.headers,
    Connection: 'close',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.on('error', () => undefined);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
