import { json, type Request, type RequestHandler, type Response, text } from 'express';
import { tooDeepField } from 'inventory-reader';
import { Problem } from '../problem/problem';

/** Their bodies are streams that their own controllers read. */
const CATALOGUE = /^\/api\/v1\/catalogue\/?$/;
const INVENTORY = /^\/api\/v1\/inventory\/[^/]+\/content\/?$/;
/** Bytes of the content of an inventory. */
export const INVENTORY_LIMIT = 20_000_000;

/** A form of one field, from a mail program or a page: its controller reads the text. */
const MESSAGE_LINK = /^\/(?:confirm|u|update)\/[^/]+$/;
const MESSAGE_LINK_LIMIT = 2_048;

/** Signing in: a caller without a token who sends a short one. */
const SIGN_IN = /^\/api\/v1\/session\/?$/;
const SIGN_IN_LIMIT = 2_048;

/** Far more than any resource needs. `Input` refuses fields that are nested too deep for their resource. */
const NESTED_AT_MOST = 100;

interface Form {
  limit: number;
  parse: RequestHandler;
  isJson?: boolean;
}

export type BodyReader = (request: Request, response: Response) => Promise<void>;

export const isCatalogue = ({ path }: Request) => CATALOGUE.test(path);
export const isInventory = ({ path, method }: Request) => method === 'PUT' && INVENTORY.test(path);

export const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the body of a request that has passed the guards: JSON for callers with a token or a session and for those who sign in,
 * or the form of a link in a message. A catalogue and an inventory are left to their controllers.
 * @param limit bytes of JSON
 */
export function bodyReader(limit: number): BodyReader {
  const form: Form = { limit: MESSAGE_LINK_LIMIT, parse: text({ limit: MESSAGE_LINK_LIMIT, type: () => true }) };
  const jsonForm = (most: number): Form => ({
    limit: most,
    parse: json({ limit: most, strict: false, type: () => true, verify: refuseDeep }),
    isJson: true,
  });
  const [ofCaller, ofSignIn] = [jsonForm(limit), jsonForm(SIGN_IN_LIMIT)];
  const formOf = ({ path, user }: Request): Form | null => {
    if (MESSAGE_LINK.test(path)) return form;
    if (user !== undefined) return ofCaller;
    return SIGN_IN.test(path) ? ofSignIn : null;
  };
  return async (request, response) => {
    if (isCatalogue(request) || isInventory(request)) return sendContinue(request, response);
    const wanted = formOf(request);
    if (!wanted) return; // a public address that takes no body
    assertFits(request, wanted);
    sendContinue(request, response);
    await parsed(wanted.parse, request, response);
  };
}

function assertFits(request: Request, { limit, isJson }: Form): void {
  if (isJson && !request.is('application/json') && !request.is('application/*+json'))
    throw new Problem('unsupported-media-type', 'Send the body as application/json.');
  // The parser would read all of it before it fails.
  if (Number(request.headers['content-length']) > limit)
    throw new Problem('too-large', `A body has at most ${limit} bytes.`);
}

/** RFC 9110, 10.1.1: a client that waits for `100 Continue` gets it now, after the token was checked. */
function sendContinue({ headers }: Request, response: Response): void {
  if (/\b100-continue\b/i.test(headers.expect ?? '')) response.writeContinue();
}

function parsed(parse: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void parse(request, response, (error?: unknown) => {
      if (error) return reject(error as Error);
      // The parser skips the body when the client has closed the connection; that must not count as an empty body.
      if (request.body === undefined) return reject(new Problem('bad-request', 'The connection was closed.'));
      resolve();
    });
  });
}

/** @throws Problem before a parser spends 30 ms on 256 KB of brackets */
function refuseDeep(_request: unknown, _response: unknown, body: Buffer): void {
  const field = tooDeepField(body, NESTED_AT_MOST);
  if (field !== null) throw Problem.field(field, `is nested more than ${NESTED_AT_MOST} deep`);
}
