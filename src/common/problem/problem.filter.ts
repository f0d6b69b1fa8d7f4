import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem, PROBLEMS, type ProblemType } from './problem';

/** Tells "try again later" errors from faults; given by the application, because `common` knows no database. */
export type IsUnavailable = (error: unknown) => boolean;

/** Answers everything that was thrown, by us, by Nest, by Express or by a library, as RFC 9457 problem+json. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  constructor(private readonly isUnavailable: IsUnavailable) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = this.toProblem(error, request);
    if (response.headersSent) return void response.destroy();
    sendProblem(request, response, problem);
  }

  private toProblem(error: unknown, request: Request): Problem {
    if (error instanceof Problem) return error;
    const fromLibrary = problemOfHttpError(error, request);
    if (fromLibrary) return fromLibrary;
    if (this.isUnavailable(error)) {
      this.logger.warn({ msg: 'database unavailable', err: error });
      return new Problem('service-unavailable', 'The database cannot be reached at the moment.', [], {
        'Retry-After': '5',
      });
    }
    this.logger.error({ msg: 'request failed', requestId: requestIdOf(request), err: error });
    return new Problem('internal-error', 'Something went wrong here. It has been logged.');
  }
}

export function sendProblem(request: Request, response: Response, problem: Problem): void {
  const kind = PROBLEMS[problem.type];
  response.status(kind.status).set(problem.headers).type('application/problem+json');
  response.send(
    JSON.stringify({
      type: `/docs/problems#${problem.type}`,
      title: kind.title,
      status: kind.status,
      detail: problem.detail,
      instance: request.originalUrl.split('?')[0],
      ...(kind.status >= 500 && requestIdOf(request) ? { request_id: requestIdOf(request) } : {}),
      ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    }),
  );
}

const requestIdOf = (request: Request) => (request as Request & { id?: string }).id;

/** Errors of Nest's HttpException and of Express' libraries (`http-errors`) carry a status. */
function problemOfHttpError(error: unknown, request: Request): Problem | null {
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  const kind = (error as { type?: unknown } | null)?.type;
  if (kind === 'entity.parse.failed') return new Problem('invalid-json', 'The body is not well-formed JSON.');
  if (status === 404) return new Problem('not-found', `There is nothing at ${request.originalUrl.split('?')[0]}.`);
  const type = TYPE_OF_STATUS.get(status);
  return type ? new Problem(type, DETAIL[type] ?? PROBLEMS[type].meaning) : null;
}

const TYPE_OF_STATUS = new Map<unknown, ProblemType>([
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
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
