import { json, raw, type Request, type RequestHandler, type Response, text } from 'express';
import { Problem } from './common/problem/problem';
import { sendProblem } from './common/problem/problem.filter';

/** Its body is a stream that its own controller reads. */
const CATALOGUE = /^\/api\/v1\/catalogue\/?$/;

/** A form of one field, from a mail program or a page: its controller reads the text. */
const MESSAGE_LINK = /^\/(?:confirm|u|update)\/[^/]+$/;
const MESSAGE_LINK_LIMIT = 2_048;

/** Signed as they are sent, so their controller gets the bytes. */
const SOURCE_HOOK = /^\/api\/v1\/source-hook\/[^/]+\/?$/;
/** GitHub and GitLab send up to 25 MB, but what they say of a release is small. */
const SOURCE_HOOK_LIMIT = 1_048_576;

export const hasBody = (request: Request) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Reads JSON bodies, the one form that there is, and the bytes of webhooks. What is wrong with one is kept for later (`RequestGuard`), because
 * whoever has no valid token is told that and nothing else.
 * @param seconds until it has arrived
 */
export function bodyReader(limit: number, seconds: number): RequestHandler {
  const parse = json({ limit, strict: false, type: () => true });
  const parseForm = text({ limit: MESSAGE_LINK_LIMIT, type: () => true });
  const readBytes = raw({ limit: SOURCE_HOOK_LIMIT, type: () => true, inflate: false });
  return (request, response, next) => {
    limitTime(request, response, seconds);
    if (CATALOGUE.test(request.path)) return next();
    const keepError = (error?: unknown) => {
      request.bodyError = error;
      next();
    };
    if (MESSAGE_LINK.test(request.path)) return parseForm(request, response, keepError);
    const isHook = SOURCE_HOOK.test(request.path);
    if (!isHook && !request.is('application/json') && !request.is('application/*+json')) {
      request.bodyError = new Problem('unsupported-media-type', 'Send the body as application/json.');
      return next();
    }
    // The parser would read all of it before it says so.
    const most = isHook ? SOURCE_HOOK_LIMIT : limit;
    if (Number(request.headers['content-length']) > most) {
      request.bodyError = new Problem('too-large', `A body has at most ${most} bytes.`);
      return next();
    }
    (isHook ? readBytes : parse)(request, response, keepError);
  };
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
  if (CATALOGUE.test(request.path)) response.once('finish', limit);
  else limit();
}

function refuseLate(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  response.set('Connection', 'close');
  sendProblem(request, response, new Problem('request-timeout', 'The body did not arrive in time.'));
}
