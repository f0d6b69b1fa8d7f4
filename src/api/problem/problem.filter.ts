import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { SecretError } from '../../common/secret-box';
import { Problem, PROBLEMS, problemText, type ProblemType } from './problem';

/** The problem for "try again later" errors; null = a fault. The application provides it, because `common` knows no database. */
type Unavailability = (error: unknown) => Problem | null;

/** The problem for errors that the caller has caused without the error saying so; null = a fault. The application provides it as well. */
type ProblemOf = (request: Request) => Promise<Problem | null>;

/** Answers a browser that requests an unknown page; false = it was no such request. The application provides it, too. */
export type UnknownPage = (request: Request, response: Response) => boolean;

/** Answers every error, of ours, of Nest, of Express or of a library, as RFC 9457 problem+json. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');
  private readonly outage = new OutageLog(this.logger);

  constructor(
    private readonly unavailability: Unavailability,
    private readonly allowedMethods: (path: string) => string[],
    private readonly problemOf: ProblemOf,
    private readonly unknownPage: UnknownPage,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) return void response.destroy();
    if (error instanceof NotFoundException) return this.answerUnknownRoute(request, response);
    if (error instanceof SecretError)
      this.logger.error({ msg: 'settings cannot be opened', requestId: request.id, reason: error.reason });
    const problem = this.toProblem(error, request);
    if (problem) return sendProblem(request, response, problem);
    void this.answerUnknownError(error, request, response);
  }

  private async answerUnknownError(error: unknown, request: Request, response: Response): Promise<void> {
    const problem = await this.problemOf(request).catch(() => null);
    if (!problem) this.logger.error({ msg: 'request failed', requestId: request.id, err: error });
    if (response.headersSent) return void response.destroy();
    sendProblem(
      request,
      response,
      problem ?? new Problem('internal-error', 'Something went wrong here. It has been logged.'),
    );
  }

  /** Nest throws NotFoundException where no route took the request: another method may. */
  private answerUnknownRoute(request: Request, response: Response): void {
    const methods = this.allowedMethods(request.path);
    const allow = { Allow: methods.join(', ') };
    if (methods.length === 0 && this.unknownPage(request, response)) return;
    if (methods.length === 0)
      return sendProblem(request, response, new Problem('not-found', `There is nothing at ${pathOf(request)}.`));
    if (request.method === 'OPTIONS') return void response.status(204).set(allow).end();
    const detail = `${request.method} is not possible here.`;
    sendProblem(request, response, new Problem('method-not-allowed', detail, [], allow));
  }

  /** null = nobody knows what it is */
  private toProblem(error: unknown, request: Request): Problem | null {
    if (error instanceof Problem) return error;
    if (error instanceof SecretError) return new Problem('conflict', UNREADABLE_SETTINGS);
    const fromLibrary = problemOfHttpError(error);
    if (fromLibrary) return fromLibrary;
    const unavailable = this.unavailability(error);
    if (unavailable) this.outage.add({ requestId: request.id, err: error });
    return unavailable;
  }
}

export function sendProblem(request: Request, response: Response, problem: Problem): void {
  response.status(problem.getStatus()).set(problem.headers).type('application/problem+json');
  response.send(problemText(problem, pathOf(request), request.id));
}

const pathOf = (request: Request) => shownPath(request.originalUrl.split('?')[0]!);

/** Undecryptable settings of a channel or a source. Only the log says what is wrong with them. */
const UNREADABLE_SETTINGS =
  'The stored settings cannot be read: they are damaged, or the key of this service was changed. Send complete new settings, secrets ' +
  'included, or delete the resource.';

/** Errors of Nest's HttpException and of Express' libraries (`http-errors`) carry a status. */
function problemOfHttpError(error: unknown): Problem | null {
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  const kind = (error as { type?: unknown } | null)?.type;
  if (kind === 'entity.parse.failed') return new Problem('invalid-json', 'The body is not well-formed JSON.');
  const type = TYPE_OF_STATUS.get(status);
  return type ? new Problem(type, DETAIL[type] ?? PROBLEMS[type].meaning) : null;
}

const TYPE_OF_STATUS = new Map<unknown, ProblemType>([
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [413, 'too-large'],
  [415, 'unsupported-media-type'],
  [429, 'too-many-requests'],
  [503, 'service-unavailable'],
]);

const DETAIL: Partial<Record<ProblemType, string>> = {
  'bad-request': 'The request is not well-formed.',
  'too-large': 'The body is larger than this service accepts.',
};

/** How often the log says how many requests were refused. */
const EVERY_MS = 5_000;

interface Refused {
  requestId: string;
  err: unknown;
}

/**
 * While the database is away every request is refused, thousands a minute, all for one reason. The first is logged at once; then one
 * line for those of five seconds, with their number, the newest of them, and its error.
 */
export class OutageLog {
  private timer: NodeJS.Timeout | null = null;
  private newest: Refused | null = null;
  private requests = 0;

  constructor(private readonly logger: Logger) {}

  add(refused: Refused): void {
    this.newest = refused;
    this.requests++;
    if (!this.timer) this.write();
  }

  /** Goes on until nobody was refused for five seconds: the next one is logged at once again. */
  private write(): void {
    this.timer = null;
    if (this.requests === 0) return;
    this.logger.warn({ msg: 'database unavailable', requests: this.requests, ...this.newest });
    this.requests = 0;
    this.newest = null;
    this.timer = setTimeout(() => this.write(), EVERY_MS).unref();
  }
}

/** Secret parts of paths: links in messages and shared addresses, below any prefix that a proxy adds. */
const IN_LINKS = /^\/(feed|confirm|u|update)\/[^/]+/;
const SHARED = /\bsuf_[\w-]+/g;

/** A path as answers may repeat it: without a secret. */
const shownPath = (path: string): string => path.replace(IN_LINKS, '/$1/…').replace(SHARED, '…');
