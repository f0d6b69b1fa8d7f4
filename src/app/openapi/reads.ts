import { PROBLEM_TYPES } from '../../common/api/docs';
import type { ProblemType } from '../../common/problem/problem';
import { type Answer, type Document, type Node, type Operation, operationsOf, refTo } from './document';

const text = (description: string, example: string): Node => ({ description, schema: { type: 'string' }, example });

/** Headers of answers, by their names. */
export const HEADERS: Record<string, Node> = {
  ETag: text(
    'For `If-None-Match`, and for `If-Match` in a change of the same address.',
    '"2jmj7l5rSw0yVb/vlWAYkK/YBwk="',
  ),
  Link: text(
    'RFC 8288: `first`, `next`, `prev` where they exist.',
    '<https://updates.example.org/api/v1/software?page=2>; rel="next"',
  ),
  Location: { description: 'Where the resource is.', schema: { type: 'string', format: 'uri' } },
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 0 }, example: 5 },
  // By draft-ietf-httpapi-ratelimit-headers-11.
  RateLimit: text(
    'Of that limit: what remains (`r`), and in how many seconds it is whole again (`t`).',
    '"token";r=0;t=30',
  ),
  'RateLimit-Policy': text(
    'The limit that was reached: so many requests (`q`) in so many seconds (`w`).',
    '"token";q=600;w=60',
  ),
  'WWW-Authenticate': text('RFC 6750: what is wrong with the token.', 'Bearer realm="api", error="invalid_token"'),
};

/**
 * What `ApiAdapter` does with every read, what `RequestGuard` does with every change of what can be read, and where every created resource
 * is.
 */
export function addReads(document: Document): void {
  const { parameters, responses } = document.components;
  parameters.IfNoneMatch = {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of an earlier answer, several with commas between them, or `*`: where one is that of this answer, 304.',
    schema: { type: 'string' },
  };
  parameters.IfMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` that `GET` of this address answered, without parameters; several with commas between them; or `*`: only if the resource ' +
      'exists. 412 if it is another one by now. A weak one never matches.',
    schema: { type: 'string' },
  };
  parameters.OnlyIfAbsent = {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: '`*`: only if there is none yet. 412 if there is.',
    schema: { type: 'string' },
  };
  responses.NotModified = {
    description: 'The answer is still the one that `If-None-Match` names.',
    headers: { ETag: refTo('headers', 'ETag') },
  };
  for (const { method, operation, path } of operationsOf(document)) {
    addHeader(operation.responses['201'] as Answer | undefined, 'Location');
    if (method !== 'get') {
      if (CHANGES.includes(method) && 'get' in document.paths[path]!) addConditions(operation, method);
      continue;
    }
    addHeader(operation.responses['200'] as Answer, 'ETag');
    operation.responses['304'] = refTo('responses', 'NotModified');
    operation.parameters = [...(operation.parameters ?? []), refTo('parameters', 'IfNoneMatch')];
  }
}

const CHANGES = ['put', 'patch', 'delete'];

function addConditions(operation: Operation, method: string): void {
  const names = method === 'put' ? ['IfMatch', 'OnlyIfAbsent'] : ['IfMatch'];
  operation.parameters = [...(operation.parameters ?? []), ...names.map((name) => refTo('parameters', name))];
  operation[PROBLEM_TYPES] = [...((operation[PROBLEM_TYPES] ?? []) as ProblemType[]), 'precondition-failed'];
}

function addHeader(answer: Answer | undefined, name: string): void {
  if (answer) answer.headers = { ...answer.headers, [name]: refTo('headers', name) };
}
