import type { Request, Response } from 'express';
import { hasBody, isCatalogue } from './common/api/request-body';
import { Problem } from './common/problem/problem';
import { sendProblem } from './common/problem/problem.filter';
import type { Config } from './config/config';

/**
 * Bounds what a body may take before anybody has read it: guards decide about that (`RequestGuard`). What nobody reads, because the
 * request was refused, is discarded up to the size that it might have had, so that the client gets the answer and may go on using its
 * connection; then the connection is closed.
 */
export function boundBody(request: Request, response: Response, config: Config): void {
  if (!hasBody(request)) return;
  limitTime(request, response, config.bodyTimeout);
  const most = isCatalogue(request) ? config.catalogueLimit : config.bodyLimit;
  // Before `finish`, at which Node.js would begin to discard all that ever comes.
  response.once('prefinish', () => discard(request, response, most));
}

/** Milliseconds for which the end of an answer may still be on its way. */
const LINGER_MS = 1_000;

function discard(request: Request, response: Response, most: number): void {
  if (request.complete) return;
  let left = most;
  const close = () => {
    if (!request.complete) request.socket.destroy();
  };
  const isTooMuch = (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.off('data', isTooMuch).resume();
    // Closing a connection whose input was not read takes back what of the answer has not arrived yet.
    const linger = () => void setTimeout(close, LINGER_MS).unref();
    if (response.writableFinished) linger();
    else response.once('finish', linger);
  };
  request.on('data', isTooMuch);
}

/**
 * A body that drips in would hold its connection for as long as the longest catalogue may take. A catalogue is under this limit
 * only when it is answered before it has arrived, because it was refused: then nobody reads the rest.
 */
function limitTime(request: Request, response: Response, seconds: number): void {
  const limit = () => {
    const timer = setTimeout(() => refuseLate(request, response), seconds * 1_000).unref();
    request.once('close', () => clearTimeout(timer));
  };
  if (isCatalogue(request)) response.once('finish', limit);
  else limit();
}

function refuseLate(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  response.set('Connection', 'close');
  sendProblem(request, response, new Problem('request-timeout', 'The body did not arrive in time.'));
}
