import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import type { Limits } from '../../config/limits';
import type { Page } from '../list/list-page';
import { Together } from '../together';
import { messagesOf } from './api-response';
import { answerRefusals } from './refusals';
import { LARGE, Unsent, writeInPieces } from './unsent';

const isPage = (value: unknown): value is Page<unknown> =>
  typeof value === 'object' && value !== null && 'neighbours' in value;

/** RFC 8288. */
function linkHeader({ path, links }: Request, { first, next, prev }: Page<unknown>['neighbours']): string {
  const link = (relation: string, query: string) =>
    `<${links.origin}${path}${query && `?${query}`}>; rel="${relation}"`;
  let header = link('first', first);
  if (next !== undefined) header += `, ${link('next', next)}`;
  if (prev !== undefined) header += `, ${link('prev', prev)}`;
  return header;
}

/**
 * Express, and how the answers of controllers are written: everything of the API under `data`, a list's facts under `meta` and its
 * neighbours in `Link`. Here and not in an interceptor, because with the first interceptor Nest sends every request through a
 * stack of Observables, which costs more than all the rest of it (bench/results.md).
 */
export class ApiAdapter extends ExpressAdapter {
  private readonly unsent: Unsent;

  constructor(private readonly limits: Pick<Limits, 'headerLimit' | 'unsentLimit'>) {
    super();
    this.unsent = new Unsent(limits.unsentLimit);
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const arrived = new Together();
    const listener = (request: IncomingMessage, response: ServerResponse) =>
      arrived.add(() => {
        // Its client may have left: nobody would be told any more that it is over.
        if (!response.destroyed) app(request as Request, response as Response);
      });
    const options = {
      ...messagesOf(app, this.unsent),
      maxHeaderSize: this.limits.headerLimit,
      // Whoever names no host is told so by `Links`, as a problem: the server itself would close without a word.
      requireHostHeader: false,
    };
    this.httpServer = createServer(options, listener);
    answerRefusals(this.httpServer);
  }

  override reply(response: Response, body: unknown, statusCode?: number) {
    const request = response.req;
    if (body === undefined || !request.path.startsWith('/api/')) return super.reply(response, body, statusCode);
    if (!isPage(body)) return this.send(response, { data: body }, statusCode);
    response.giveHeader('Link', linkHeader(request, body.neighbours));
    return this.send(response, { data: body.data, meta: body.meta }, statusCode);
  }

  /** As `response.json`, without what we have no use for: text needs no copy to be counted, and the tag is made in one step. */
  private send(response: Response, body: object, statusCode = response.statusCode) {
    const text = JSON.stringify(body);
    const size = Buffer.byteLength(text);
    const tag = statusCode === 200 && isRead(response.req) ? tagOf(text) : null;
    const isKnown = tag !== null && namesTag(response.req.headers['if-none-match'], tag);
    if (!isKnown) this.unsent.demandRoom(size, response.req);
    if (tag !== null) response.giveHeader('ETag', tag);
    if (isKnown) return this.notModified(response);
    response.giveHeader('Content-Type', 'application/json; charset=utf-8');
    response.giveHeader('Content-Length', String(size));
    this.unsent.add(size, response);
    // `end` would count the text once more before it wrote the head.
    response.writeHead(statusCode);
    if (size <= LARGE) return response.end(text);
    // Bytes are outside of the heap, and the text is done with at once.
    return writeInPieces(response, Buffer.from(text));
  }

  /** The caller has this very answer: guards and controller have run as ever, so nobody learns by it what he may not read. */
  private notModified(response: Response) {
    return response.writeHead(304).end();
  }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** RFC 9110, 8.8.3. Weak, since a proxy may compress what it passes on. */
const tagOf = (text: string) => `W/"${hash('sha1', text, 'base64')}"`;

/**
 * RFC 9110, 13.1.2: `*`, or a list in which one is the same but for its `W/`. Not by `request.fresh`, which overlooks the header beside
 * `Cache-Control: no-cache`: that is meant for caches, and `fetch` adds it by itself. A comma inside another tag does no harm: what
 * it is cut into has no two quotes.
 */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));
}
