import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { json, type NextFunction, raw, type Request, type RequestHandler, type Response, text } from 'express';
import { Links } from './common/api/links';
import { measure } from './common/api/measure';
import { Metrics } from './common/metrics';
import { Problem } from './common/problem/problem';
import { ProblemFilter, sendProblem } from './common/problem/problem.filter';
import { Config } from './config/config';
import { isUnavailable } from './database/errors';
import { setUpDocs } from './docs/docs.setup';
import { GoneUsers } from './user/gone-users';
import type { Principal } from './user/principal';

/** Its body is a stream that its own controller reads. */
const CATALOGUE = /^\/api\/v1\/catalogue\/?$/;

/** A form of one field, from a mail program or a page: its controller reads the text. */
const MESSAGE_LINK = /^\/(?:confirm|u|update)\/[^/]+$/;
const MESSAGE_LINK_LIMIT = 2_048;

/** Signed as they are sent, so their controller gets the bytes. */
const SOURCE_HOOK = /^\/api\/v1\/source-hook\/[^/]+\/?$/;
/** GitHub and GitLab send up to 25 MB, but what they say of a release is small. */
const SOURCE_HOOK_LIMIT = 1_048_576;

/** Everything between a socket and a controller that is the same for main, tests and the API description. */
export function setUpApp(app: NestExpressApplication): void {
  const config = app.get(Config);
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);
  // What depends on a path below, such as the envelope, compares it as it is written. The adapter has made the router
  // already, so the setting of this name would come too late.
  routerOf(app).caseSensitive = true;
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId);
  app.use(measure(app.get(Metrics), ['debug', 'trace'].includes(config.logLevel)));
  if (config.corsOrigins) app.enableCors(crossOrigin(config.corsOrigins));
  app.use(limitQuery(config.queryLimit));
  app.use(unversioned);
  app.use((request: Request, response: Response, next: NextFunction) => {
    request.links = Links.of(config, request);
    if (request.path.startsWith('/api/')) response.giveHeader('Cache-Control', 'private, no-store');
    next();
  });
  app.use(demandBody(config.bodyTimeout));
  app.use(readBody(config.bodyLimit));
  const goneUsers = app.get(GoneUsers);
  const problemOf = ({ user }: Request) => goneUsers.problemOf(user as Principal | undefined);
  app.useGlobalFilters(new ProblemFilter(isUnavailable, allowedMethods(app), problemOf));
  setUpDocs(app);
}

interface Router {
  caseSensitive: boolean;
  stack: { route?: { methods: Record<string, boolean> }; match(path: string): boolean }[];
}

const routerOf = (app: NestExpressApplication) =>
  (app.getHttpAdapter().getInstance() as unknown as { router: Router }).router;

/** The methods of whatever routes there are for a path, as `Allow` wants them. */
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
 * For pages of other origins, which have a token of the API: no cookies, and nothing that a browser would add by itself. What `OPTIONS`
 * answers is made by the filter, as without it.
 */
const crossOrigin = (origins: string[] | '*') => ({
  origin: origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'X-Request-Id'],
  exposedHeaders: [
    'ETag',
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

/** From the caller when it is harmless, so that one id runs through a whole system; else a new one. */
function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const id = given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
  request.id = id;
  response.giveHeader('X-Request-Id', id);
  next();
}

/** Nobody has to say that much: a longer one is a mistake, or is to make us work. */
function limitQuery(limit: number): RequestHandler {
  return (request, response, next) => {
    const start = request.url.indexOf('?');
    if (start < 0 || request.url.length - start - 1 <= limit) return next();
    sendProblem(request, response, new Problem('uri-too-long', `A query has at most ${limit} bytes.`));
  };
}

/** `/api/<resource>` answers the same as `/api/v1/<resource>`. */
function unversioned(request: Request, _response: Response, next: NextFunction): void {
  request.url = request.url.replace(/^\/api\/(?!v\d+(?:\/|\?|$))(?=[^/])/, '/api/v1/');
  next();
}

/**
 * A body that drips in would hold its connection for as long as the longest catalogue may take. A catalogue is under this limit
 * only when it is answered before it has arrived, because it was refused: then nobody reads the rest.
 */
function demandBody(seconds: number): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request)) return next();
    const limit = () => {
      const timer = setTimeout(() => refuseLate(request, response), seconds * 1_000).unref();
      request.once('close', () => clearTimeout(timer));
    };
    if (CATALOGUE.test(request.path)) response.once('finish', limit);
    else limit();
    next();
  };
}

function refuseLate(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  response.set('Connection', 'close');
  sendProblem(request, response, new Problem('request-timeout', 'The body did not arrive in time.'));
}

/**
 * Reads JSON bodies, the one form that there is, and the bytes of webhooks. What is wrong with one is kept for later (`RequestGuard`), because
 * whoever has no valid token is told that and nothing else.
 */
function readBody(limit: number): RequestHandler {
  const parse = json({ limit, strict: false, type: () => true });
  const parseForm = text({ limit: MESSAGE_LINK_LIMIT, type: () => true });
  const readBytes = raw({ limit: SOURCE_HOOK_LIMIT, type: () => true, inflate: false });
  return (request, response, next) => {
    if (CATALOGUE.test(request.path) || !hasBody(request)) return next();
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

const hasBody = (request: Request) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
