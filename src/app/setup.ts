import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { isElsewhere } from './operations-server';
import { boundBody } from './request-body-setup';
import { Links } from '../api/endpoint/links';
import { isConditional } from '../api/endpoint/precondition';
import { measure } from '../api/server/measure';
import { Metrics } from '../common/metrics';
import { Problem } from '../api/problem/problem';
import { ProblemFilter, sendProblem } from '../api/problem/problem.filter';
import { Config } from '../config/config';
import { FirstDataService } from './first-data.service';
import { checkFirst } from '../database/first-transaction';
import { isStorageFull, isUnavailable, isUnwritable } from '../database/errors';
import { setUpDocs } from './openapi/docs.setup';
import { RemovedUserGuard } from '../access/auth/removed-user-guard';
import { setUpWebApp, unknownPage } from '../api/web-app/web.setup';
import type { Principal } from '../api/identity/principal';

/**
 * Everything between a socket and a controller that is the same for main, tests and the API description. No interceptor is for all routes: the
 * envelope is made by `ApiAdapter`, which says why.
 */
export function setUpApp(app: NestExpressApplication): void {
  const config = app.get(Config);
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);
  // Paths are compared as they are written, by the envelope too. The adapter has created the router already, so that the setting of
  // this name would come too late.
  routerOf(app).caseSensitive = true;
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  if (config.corsOrigins) app.enableCors(crossOrigin(config.corsOrigins));
  app.use(arrival(config, app.get(Metrics)));
  const removedUserGuard = app.get(RemovedUserGuard);
  const problemOf = ({ user }: Request) => removedUserGuard.problemOf(user as Principal | undefined);
  app.useGlobalFilters(new ProblemFilter(unavailability, allowedMethods(app), problemOf, unknownPage(app)));
  setUpWebApp(app, app.get(FirstDataService));
  setUpDocs(app);
}

/** The problem for an error of the database. */
function unavailability(error: unknown): Problem | null {
  if (!isUnavailable(error)) return null;
  const later = { 'Retry-After': '5' };
  if (isStorageFull(error))
    return new Problem('storage-full', 'The disk of the database is full: nothing can be written.', [], later);
  const detail = isUnwritable(error)
    ? 'The database cannot be written at the moment: it is read-only, or its disk fails.'
    : 'The database cannot be reached at the moment.';
  return new Problem('service-unavailable', detail, [], later);
}

interface Router {
  caseSensitive: boolean;
  stack: { route?: { methods: Record<string, boolean> }; match(path: string): boolean }[];
}

const routerOf = (app: NestExpressApplication) =>
  (app.getHttpAdapter().getInstance() as unknown as { router: Router }).router;

/** The methods of all routes for a path, for `Allow`. */
function allowedMethods(app: NestExpressApplication): (path: string) => string[] {
  const router = routerOf(app);
  return (path) => {
    const routes = router.stack.filter((layer) => layer.route !== undefined && layer.match(path));
    const methods = new Set(
      routes.flatMap((layer) => Object.keys(layer.route!.methods)).map((one) => one.toUpperCase()),
    );
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods.add('OPTIONS')].sort();
  };
}

/**
 * For pages of other origins that have an API token: no cookies, nor other credentials that a browser adds by itself. The filter answers
 * `OPTIONS`, as without CORS.
 */
const crossOrigin = (origins: string[] | '*') => ({
  origin: origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id'],
  exposedHeaders: [
    'ETag',
    'Idempotent-Replayed',
    'Link',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: 7_200,
  preflightContinue: true,
});

/** Applied to every request. */
function arrival(config: Config, metrics: Metrics): RequestHandler {
  const noteRequest = measure(metrics, ['debug', 'trace'].includes(config.logLevel));
  return (request, response, next) => {
    request.id = requestId(request);
    response.setHeader('X-Request-Id', request.id);
    noteRequest(request, response);
    if (isElsewhere(request, config))
      return sendProblem(
        request,
        response,
        new Problem('not-found', `There is nothing at ${request.path} of this port.`),
      );
    if (queryLength(request.url) > config.queryLimit) {
      const detail = `A query has at most ${config.queryLimit} bytes.`;
      return sendProblem(request, response, new Problem('uri-too-long', detail));
    }
    request.url = versioned(request.url);
    request.links = Links.of(config, request);
    if (request.path.startsWith('/api/')) response.setHeader('Cache-Control', 'private, no-store');
    boundBody(request, response, config);
    if (isConditional(request)) conditionally(request, response, next);
    else next();
  };
}

/** `RequestGuard` gives the precondition its check. */
function conditionally(request: Request, response: Response, next: () => void): void {
  request.precondition = { check: null };
  response.once('close', checkFirst(request.precondition, next));
}

/** Keeps the caller's id if it is harmless, so that it can be followed through a whole system; otherwise makes a new one. */
function requestId(request: Request): string {
  const given = request.get('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

function queryLength(url: string): number {
  const start = url.indexOf('?');
  return start < 0 ? 0 : url.length - start - 1;
}

/** `/api/<resource>` answers the same as `/api/v1/<resource>`. */
const versioned = (url: string) => url.replace(/^\/api\/(?!v\d+(?:\/|\?|$))(?=[^/])/, '/api/v1/');
