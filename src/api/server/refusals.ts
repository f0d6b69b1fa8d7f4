import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemText, type ProblemType } from '../problem/problem';

const TYPE_OF_CODE: Record<string, ProblemType> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};
const DETAIL: Partial<Record<ProblemType, string>> = {
  'headers-too-large': 'The address and the headers are larger than this service accepts.',
  'request-timeout': 'The request did not arrive in time.',
};

/**
 * Answers with a problem where the HTTP server itself would send a bare status or nothing: malformed HTTP, headers that are too large or too
 * late, tunnels. An unknown expectation is ignored (RFC 9110, 10.1.1).
 */
export function answerRefusals(server: Server): void {
  /** The last answer of each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => answers.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answers.get(socket);
    // A part of an answer is sent already, or the client has gone.
    if (!socket.writable || (answer && isUnderWay(answer))) return void socket.destroy(error);
    const type = TYPE_OF_CODE[error.code ?? ''] ?? 'bad-request';
    refuse(socket, new Problem(type, DETAIL[type] ?? 'The request is not well-formed HTTP.'));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuse(socket, new Problem('method-not-allowed', 'This service opens no tunnels.', [], { Allow: '' })),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Otherwise Node.js would send `100 Continue` at once: see `bodyReader`.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

/** Without a socket of its own, it waits behind an earlier answer of its connection. */
const isUnderWay = ({ headersSent, socket, writableFinished }: ServerResponse) =>
  !writableFinished && (headersSent || socket === null);

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
