import { HttpException } from '@nestjs/common';

/** One reason why a request was refused: a query parameter, a body field or a header, and its mistake. */
export interface FieldError {
  field: string;
  message: string;
}

interface ProblemKind {
  status: number;
  title: string;
  /** Explanation and advice for clients, for the page of problems. */
  meaning: string;
}

/** Every problem that the API answers with; `type` is `/docs/problems#<key>`. */
export const PROBLEMS = {
  'invalid-query': {
    status: 400,
    title: 'Invalid query',
    meaning: 'A query parameter is unknown or has an invalid value. `errors` names each one.',
  },
  'invalid-json': { status: 400, title: 'Invalid JSON', meaning: 'The body is not well-formed JSON in UTF-8.' },
  'bad-request': { status: 400, title: 'Bad request', meaning: 'The request is not well-formed HTTP.' },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'No token and no session, or one that is not valid (any more). Send `Authorization: Bearer <token>`, or sign in. Of a sign-in link: `reason` ' +
      'says whether it is `unknown`, `used` or `expired`.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The token or the session does not have the scope that this needs. Or the request uses or starts a session, and does not come from ' +
      'a page of this service.',
  },
  'sign-in-again': {
    status: 403,
    title: 'Sign in again',
    meaning: 'This needs a sign-in within the last hour. After another `POST /api/v1/session` the same request works.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such address or resource, or it belongs to somebody else.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, the method does not. `Allow` lists those that do.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The body did not arrive in time. The connection is closed.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The resource exists already; `Location` leads to it if it has one address. Or its state does not allow ' +
      'the request: `detail` says why.',
  },
  'limit-reached': {
    status: 409,
    title: 'Limit reached',
    meaning: 'The user has reached the limit for these resources; `limit` is the number. Delete one first.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning:
      'What `If-Match` or `If-None-Match` asks for is not so: somebody has changed the resource, or it exists already, or it does not. Read it ' +
      'again. Of an upload: the digest in `If-Match` is not that of the current outcome; `digest` is.',
  },
  'too-large': { status: 413, title: 'Content too large', meaning: 'The body is larger than the service accepts.' },
  'uri-too-long': { status: 414, title: 'URI too long', meaning: 'The query is longer than the service accepts.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Send bodies as `application/json` in UTF-8 (the catalogue as `application/x-ndjson`).',
  },
  'invalid-body': {
    status: 422,
    title: 'Invalid body',
    meaning: 'The body is JSON but a field is missing, unknown or has an invalid value. `errors` names each.',
  },
  'key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning:
      'The `Idempotency-Key` was sent with another address or another body within the last day. Make a new key for each new request.',
  },
  'nothing-imported': {
    status: 422,
    title: 'Nothing imported',
    meaning: 'All lines of the catalogue were rejected. `rejections` has the first hundred: line, field, reason.',
  },
  'source-not-found': {
    status: 404,
    title: 'Source not found',
    meaning: 'Nothing is at the address, or it is not public. Check its spelling.',
  },
  'source-denied': {
    status: 422,
    title: 'Source needs credentials',
    meaning: 'The server of the source wants credentials. Give them in the settings of the source of a product.',
  },
  'source-limited': {
    status: 429,
    title: 'Source asks for a pause',
    meaning:
      'The rate limit of the server of the source is used up, or it has failed too often: it is not asked for the seconds that `Retry-After` says.',
  },
  'source-timeout': {
    status: 422,
    title: 'Source too slow',
    meaning: 'The source did not answer within ten seconds. Try again later.',
  },
  'source-unreachable': {
    status: 422,
    title: 'Source not reached',
    meaning:
      'Nothing answers at the address, or it is not allowed: one inside your network needs `OUTBOUND_ALLOW`. The detail says it too when this service has no network at all.',
  },
  'source-failing': {
    status: 422,
    title: 'Source answers with an error',
    meaning: 'The server of the source was reached, and says that it cannot answer. Try again later.',
  },
  'source-unreadable': {
    status: 422,
    title: 'Source not understood',
    meaning:
      'The answer is nothing that a source reads. Give another address of the product, such as that of its repository.',
  },
  'source-empty': {
    status: 422,
    title: 'Source without releases',
    meaning: 'The source is there and lists no releases and no tags.',
  },
  'source-without-versions': {
    status: 422,
    title: 'Source without versions',
    meaning: 'The source lists entries, and none of them is a version. `examples` are some of them.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning: 'Wait for the seconds that `Retry-After` says. `RateLimit-Policy` names the limit.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The request line and the headers together are larger than the service accepts. The connection is closed.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    meaning: 'A fault of the service. The log has it under the request id of the answer.',
  },
  'storage-full': {
    status: 503,
    title: 'Storage full',
    meaning:
      'The disk of the database is full, so that nothing can be written; reading works. Tell the operator. Try again after ' +
      '`Retry-After` seconds.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The database cannot be reached, or the issuer of the token; the service is starting or stopping; or it has no memory for a large ' +
      'answer, because clients do not read earlier ones. Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemType = keyof typeof PROBLEMS;

/** An answer as RFC 9457 `application/problem+json`. */
export class Problem extends HttpException {
  constructor(
    readonly type: ProblemType,
    readonly detail: string,
    readonly errors: FieldError[] = [],
    readonly headers: Record<string, string> = {},
    /** Members of its own (RFC 9457, section 3.2). */
    readonly members: Record<string, unknown> = {},
  ) {
    super(detail, PROBLEMS[type].status);
  }

  static notFound(what: string): Problem {
    return new Problem('not-found', `There is no such ${what}.`);
  }

  /** 422 about one field of the body. */
  static field(field: string, message: string): Problem {
    return new Problem('invalid-body', `${field}: ${message}`, [{ field, message }]);
  }

  /** 400 about one parameter of the query. */
  static parameter(field: string, message: string): Problem {
    return new Problem('invalid-query', `${field}: ${message}`, [{ field, message }]);
  }
}

/**
 * The body of the answer.
 * @param instance the requested path
 * @param requestId shown where the fault is ours, so that it can be found in the log
 */
export function problemText({ type, detail, errors, members }: Problem, instance: string, requestId?: string): string {
  const { status, title } = PROBLEMS[type];
  return JSON.stringify({
    type: `/docs/problems#${type}`,
    title,
    status,
    detail,
    instance,
    ...(status >= 500 ? { request_id: requestId } : {}),
    ...(errors.length > 0 ? { errors } : {}),
    ...members,
  });
}
