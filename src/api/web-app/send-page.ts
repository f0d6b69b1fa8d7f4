import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '../problem/problem';
import { encodingFor } from '../endpoint/encoding';
import type { Page } from './asset-map';
import type { PageData, Visitor } from './page-data';
import { pagePolicy } from './page-policy';
import { isKnown } from './send-asset';

/** Milliseconds that a page waits to know who asks, and then for their data: it does without, and the application asks the API. */
const WHO_WITHIN = 300;
const DATA_WITHIN = 700;
/** Pages whose data are read at once, in this process: it is not read for more. */
const AT_ONCE = 32;

const logger = new Logger('http');
let reading = 0;

/**
 * Sends the page. For somebody who is signed in it has the frame of the application, which is sent at once, and then what the application would ask
 * the API for first.
 */
export async function sendPage(request: Request, response: Response, page: Page, data: PageData): Promise<void> {
  const visitor = isOfAScreen(request) ? await inTime(data.visitor(request, response), WHO_WITHIN, request) : null;
  if (response.destroyed) return;
  if (visitor) return sendWithData(request, response, page, visitor);
  sendBarePage(request, response, page);
}

/** The page of nobody in particular. */
export function sendBarePage(request: Request, response: Response, { html, tag, scriptHashes }: Page): void {
  // A shared cache would give many people one nonce.
  response.setHeader('Cache-Control', 'private, no-cache');
  // The page and its policy with the same nonce must stay together: a 304 would replace the policy alone.
  response.removeHeader('Content-Security-Policy');
  if (isKnown(request, response, tag)) return;
  response.end(withNonce(response, scriptHashes)(html));
}

/** Where somebody signs in, the page shows nothing of who is signed in. Frames and scripts of others do not get it, either. */
const isOfAScreen = ({ method, path, headers }: Request) =>
  method === 'GET' &&
  path !== '/' &&
  path !== '/sign-in' &&
  [undefined, 'document'].includes(headers['sec-fetch-dest'] as string);

function withNonce(response: Response, scriptHashes: readonly string[]): (html: string) => string {
  const nonce = randomBytes(18).toString('base64url');
  response.setHeader('Content-Security-Policy', pagePolicy(nonce, scriptHashes));
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  return (html) => html.replaceAll('%CSP_NONCE%', nonce);
}

async function sendWithData(request: Request, response: Response, page: Page, visitor: Visitor): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-store');
  response.vary('Cookie');
  response.vary('Accept-Encoding');
  const fill = withNonce(response, page.scriptHashes);
  const write = writerOf(request, response);
  const path = request.path.replace(/(?<=.)\/$/, '');
  write(fill(page.heads[path] ?? page.heads['*']!), false);
  const list = page.listQuery(path, request.url.slice(request.path.length), request.headers.cookie ?? '');
  const known = reading < AT_ONCE ? await inTime(counted(visitor.read(list)), DATA_WITHIN, request) : null;
  const block = known
    ? `<script type="application/json" id="first-data">${asScript({ ...known, at: Date.now() })}</script>`
    : '';
  write(block + fill(page.tail), true);
}

const counted = (work: Promise<object>) => {
  reading += 1;
  return work.finally(() => (reading -= 1));
};

/** JSON that ends no element and begins none, whatever is in it. */
const asScript = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Each part is sent when it is written. */
function writerOf(request: Request, response: Response): (text: string, isLast: boolean) => void {
  if (encodingFor(request, { gzip: true }) === null)
    return (text, isLast) => void (isLast ? response.end(text) : response.write(text));
  response.setHeader('Content-Encoding', 'gzip');
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // The client may leave at any moment.
  pipeline(gzip, response, () => undefined);
  return (text, isLast) => {
    if (isLast) return void gzip.end(text);
    gzip.write(text);
    gzip.flush();
  };
}

/** @returns null when it takes too long or fails, which is logged */
async function inTime<T>(work: Promise<T>, milliseconds: number, { id, path }: Request): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      logger.warn({ msg: 'a page was sent without data: they took too long', path, milliseconds, requestId: id });
      resolve(null);
    }, milliseconds);
  });
  const done = work.catch((error: unknown) => {
    // The application asks again, and says what the API answers then.
    if (!(error instanceof Problem))
      logger.warn({ msg: 'a page was sent without data', path, requestId: id, err: error });
    return null;
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
