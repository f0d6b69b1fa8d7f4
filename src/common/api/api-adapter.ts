import { hash } from 'node:crypto';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import type { Page } from '../list/list-page';
import { answerRefusals } from './refusals';

const isPage = (value: unknown): value is Page<unknown> =>
  typeof value === 'object' && value !== null && 'neighbours' in value;

/** RFC 8288. */
function linkHeader(request: Request, neighbours: Page<unknown>['neighbours']): string {
  const path = request.path.replace(/^\//, '');
  return Object.entries(neighbours)
    .map(([relation, query]) => `<${request.links.origin}/${path}${query ? `?${query}` : ''}>; rel="${relation}"`)
    .join(', ');
}

/**
 * Express, and how the answers of controllers are written: everything of the API under `data`, a list's facts under `meta` and its
 * neighbours in `Link`. Here and not in an interceptor, because with the first interceptor Nest sends every request through a
 * stack of Observables, which costs more than all the rest of it (bench/results.md).
 */
export class ApiAdapter extends ExpressAdapter {
  /** @param headerLimit bytes of the request line and the headers together */
  constructor(private readonly headerLimit: number) {
    super();
  }

  /**
   * Express gives each request and each answer another prototype, which costs the engine what it knew of them: three quarters of
   * Express' own time. Here they are born with that prototype, and giving it to them once more does nothing.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class ApiRequest extends IncomingMessage {}
    class ApiResponse extends ServerResponse<ApiRequest> {}
    Object.setPrototypeOf(ApiRequest.prototype, app.request);
    Object.setPrototypeOf(ApiResponse.prototype, app.response);
    app.request = ApiRequest.prototype as Request;
    app.response = ApiResponse.prototype as unknown as Response;
    const options = {
      IncomingMessage: ApiRequest,
      ServerResponse: ApiResponse,
      maxHeaderSize: this.headerLimit,
      // Whoever names no host is told so by `Links`, as a problem: the server itself would close without a word.
      requireHostHeader: false,
    };
    this.httpServer = createServer(options, app);
    answerRefusals(this.httpServer);
  }

  override reply(response: Response, body: unknown, statusCode?: number) {
    const request = response.req;
    if (body === undefined || !request.path.startsWith('/api/')) return super.reply(response, body, statusCode);
    if (!isPage(body)) return this.send(response, { data: body }, statusCode);
    response.setHeader('Link', linkHeader(request, body.neighbours));
    return this.send(response, { data: body.data, meta: body.meta }, statusCode);
  }

  /** As `response.json`, without what we have no use for: text needs no copy to be counted, and the tag is made in one step. */
  private send(response: Response, body: object, statusCode = response.statusCode) {
    const text = JSON.stringify(body);
    response.statusCode = statusCode;
    if (statusCode === 200 && isRead(response.req)) {
      const tag = tagOf(text);
      response.setHeader('ETag', tag);
      if (namesTag(response.req.headers['if-none-match'], tag)) return this.notModified(response);
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }

  /** The caller has this very answer: guards and controller have run as ever, so nobody learns by it what he may not read. */
  private notModified(response: Response) {
    response.statusCode = 304;
    return response.end();
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
