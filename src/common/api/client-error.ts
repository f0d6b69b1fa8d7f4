import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemType } from '../problem/problem';

/** https://nodejs.org/api/http.html#event-clienterror: what the parser gave up on. Anything else is no HTTP. */
const TYPE_OF_CODE: Record<string, ProblemType> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** A request that never came to be one, so that there is nothing to route and nothing to answer with but the socket. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse };
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) return void socket.destroy();
  const type = TYPE_OF_CODE[error.code ?? ''] ?? 'bad-request';
  const { status, title, meaning } = PROBLEMS[type];
  const body = JSON.stringify({ type: `/docs/problems#${type}`, title, status, detail: meaning, instance: '/' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
