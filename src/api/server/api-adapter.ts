import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { namesTag, strongTagOf } from '../endpoint/etag';
import { ForeignBody } from '../endpoint/foreign-body';
import type { Page } from '../list/list-page';
import type { Config } from '../../config/config';
import { messagesOf } from './api-response';
import { acceptsGzip, COMPRESSED_FROM, endCompressed } from './compression';
import type { ReadWritten } from './representations';
import { answerRefusals } from './refusals';
import { Unsent } from './unsent';
import { ANSWERED } from './user-turns';

const isPage = (value: unknown): value is Page<unknown> =>
  typeof value === 'object' && value !== null && 'neighbours' in value;

const enveloped = (body: unknown) => ({ data: body });

/** The text whose hash is the ETag of a resource. */
export const representationOf = (resource: unknown, { links }: Pick<Request, 'links'>) =>
  links.tagged(JSON.stringify(enveloped(resource)));

/** Whether an answer says all that a resource has, but for its links. */
function shows(answer: unknown, resource: unknown): boolean {
  if (typeof resource !== 'object' || resource === null) return answer === resource;
  if (typeof answer !== 'object' || answer === null) return false;
  if (Array.isArray(resource) && (answer as unknown[]).length !== resource.length) return false;
  return Object.entries(resource).every(
    ([name, value]) => name === 'links' || shows((answer as Record<string, unknown>)[name], value),
  );
}

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
 * Express, with the envelope of the API: every result under `data`, a list's facts under `meta` and its neighbours in `Link`; a read has an
 * ETag. This is here instead of in an interceptor, because with the first interceptor for all routes Nest sends every request through RxJS: a short read took
 * a quarter more processor time (bench/results.md).
 */
export class ApiAdapter extends ExpressAdapter {
  private readonly unsent: Unsent;

  constructor(private readonly limits: Pick<Config, 'headerLimit' | 'unsentLimit'>) {
    super();
    this.unsent = new Unsent(limits.unsentLimit);
  }

  override initHttpServer(): void {
    this.httpServer = this.newServer();
  }

  /** One more server of the same application. */
  newServer(): Server {
    const app = this.getInstance<Express>();
    const options = {
      ...messagesOf(app, this.unsent),
      maxHeaderSize: this.limits.headerLimit,
      // A request without a host gets a problem from `Links`: the server itself would close the connection without a word.
      requireHostHeader: false,
    };
    const server = createServer(options, app);
    answerRefusals(server);
    return server;
  }

  override reply(response: Response, body: unknown, statusCode = response.statusCode) {
    const request = response.req;
    if (request.precondition?.check) throw new Error('a change was made without a look at its precondition');
    if (body === undefined || !request.path.startsWith('/api/')) return super.reply(response, body, statusCode);
    response.statusCode = statusCode;
    if (body instanceof ForeignBody) return this.sendJson(request, response, body.body);
    if (request.written) return this.sendWritten(request, response, body, request.written);
    if (!isPage(body)) return this.sendJson(request, response, enveloped(body));
    response.setHeader('Link', linkHeader(request, body.neighbours));
    return this.sendJson(request, response, { data: body.data, meta: body.meta });
  }

  /**
   * The answer of a change with the ETag of what it changed, if it shows that: somebody else may have changed it since. The change is done, so
   * a read that fails only leaves the tag away.
   */
  private async sendWritten(request: Request, response: Response, body: unknown, read: ReadWritten): Promise<void> {
    const written = await read(request, response, body).catch(() => null);
    if (written && shows(body, written.resource)) {
      response.setHeader('ETag', strongTagOf(representationOf(written.resource, request), false));
      if (written.location !== null) response.setHeader('Content-Location', written.location);
    }
    await this.sendJson(request, response, enveloped(body));
  }

  /** As `response.json`, but for which requests an ETag is made and when it matches, and that a long answer is compressed. */
  private sendJson(request: Request, response: Response, body: object) {
    const text = JSON.stringify(body);
    response.emit(ANSWERED);
    const isRead = response.statusCode === 200 && (request.method === 'GET' || request.method === 'HEAD');
    const isLong = isRead && text.length > COMPRESSED_FROM;
    if (isLong) response.vary('Accept-Encoding');
    const isCompressed = isLong && acceptsGzip(request);
    if (isRead) {
      const tag = strongTagOf(request.links.tagged(text), isCompressed);
      response.setHeader('ETag', tag);
      // Guards and controller have run as ever, so nobody learns by it what he may not read.
      if (namesTag(request.headers['if-none-match'], tag)) return response.writeHead(304).end();
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return isCompressed ? endCompressed(response, text, this.unsent) : response.end(text);
  }
}
