import { type Answer, type Document, type Node, operationsOf, refTo } from './document';

const text = (description: string, example: string): Node => ({ description, schema: { type: 'string' }, example });

/** Headers of answers, by their names. */
export const HEADERS: Record<string, Node> = {
  ETag: text('For `If-None-Match`.', 'W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk="'),
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

/** What `ApiAdapter` does with every read, and where every created resource is. */
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
  responses.NotModified = {
    description: 'The answer is still the one that `If-None-Match` names.',
    headers: { ETag: refTo('headers', 'ETag') },
  };
  for (const { method, operation } of operationsOf(document)) {
    addHeader(operation.responses['201'] as Answer | undefined, 'Location');
    if (method !== 'get') continue;
    addHeader(operation.responses['200'] as Answer, 'ETag');
    operation.responses['304'] = refTo('responses', 'NotModified');
    operation.parameters = [...(operation.parameters ?? []), refTo('parameters', 'IfNoneMatch')];
  }
}

function addHeader(answer: Answer | undefined, name: string): void {
  if (answer) answer.headers = { ...answer.headers, [name]: refTo('headers', name) };
}
