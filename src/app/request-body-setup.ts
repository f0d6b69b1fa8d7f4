import type { Request, Response } from 'express';
import { hasBody, INVENTORY_LIMIT, isCatalogue, isInventory } from '../api/server/request-body';
import { Problem } from '../api/problem/problem';
import { sendProblem } from '../api/problem/problem.filter';
import type { Config } from '../config/config';

/**
 * Limits the time and size of a request body before `RequestGuard` reads it. The unread body of a refused request is discarded up to the size
 * limit, so that the client gets the answer and can go on using its connection; beyond that the connection is closed.
 */
export function boundBody(request: Request, response: Response, config: Config): void {
  if (!hasBody(request)) return;
  limitTime(request, response, config.bodyTimeout);
  const most = mostOf(request, config);
  // Before `finish`, when Node.js would begin to discard the rest of the body without a limit.
  response.once('prefinish', () => discard(request, response, most));
}

function mostOf(request: Request, config: Config): number {
  if (isInventory(request)) return INVENTORY_LIMIT;
  return isCatalogue(request) ? config.catalogueLimit : config.bodyLimit;
}

/** Milliseconds in which the end of an answer may reach the client. */
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
    // Closing a connection with unread input discards what the client has not received yet.
    const linger = () => void setTimeout(close, LINGER_MS).unref();
    if (response.writableFinished) linger();
    else response.once('finish', linger);
  };
  request.on('data', isTooMuch);
}

/**
 * Without this, a slow body could occupy its connection for as long as the largest catalogue may take. The limit is for a catalogue only once
 * it was refused: then nobody reads the rest.
 */
function limitTime(request: Request, response: Response, seconds: number): void {
  const limit = () => {
    const timer = setTimeout(() => refuseLate(request, response), seconds * 1_000).unref();
    request.once('close', () => clearTimeout(timer));
  };
  if (isCatalogue(request) || isInventory(request)) response.once('finish', limit);
  else limit();
}

function refuseLate(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  response.set('Connection', 'close');
  sendProblem(request, response, new Problem('request-timeout', 'The body did not arrive in time.'));
}
