import { PROBLEM_TYPES } from '../../api/endpoint/docs';
import type { ProblemType } from '../../api/problem/problem';
import { type Answer, type Document, type Node, type Operation, operationsOf, type Parameter, refTo } from './document';

const text = (description: string, example: string): Node => ({ description, schema: { type: 'string' }, example });

/** Headers of answers, by their names. */
export const HEADERS: Record<string, Node> = {
  ETag: text(
    'For `If-None-Match`, and for `If-Match` in a change of the same address. Of a change: that of the resource as it is now, at the address of the ' +
      'request, in `Location` or in `Content-Location`; left out where somebody else has changed it since.',
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

const condition = (name: string, description: string): Parameter => ({
  ...{ name, in: 'header', required: false, description },
  schema: { type: 'string' },
});

/**
 * What `ApiAdapter` does with every read, what `RequestGuard` does with every change of what can be read, and where every created resource
 * is.
 */
export function addReads(document: Document): void {
  const { parameters, responses } = document.components;
  parameters.IfNoneMatch = condition(
    'If-None-Match',
    'The `ETag` of an earlier answer, several with commas between them, or `*`: where one is that of this answer, 304.',
  );
  parameters.IfMatch = condition(
    'If-Match',
    'The `ETag` that `GET` of this address answered, without parameters; several with commas between them; or `*`: only if the resource ' +
      'exists. 412 if it is another one by now. A weak one never matches.',
  );
  parameters.OnlyIfAbsent = condition('If-None-Match', '`*`: only if there is none yet. 412 if there is.');
  responses.NotModified = {
    description: 'The answer is still the one that `If-None-Match` names.',
    headers: { ETag: refTo('headers', 'ETag') },
  };
  for (const { method, operation, path } of operationsOf(document)) {
    addHeader(operation.responses['201'] as Answer | undefined, 'Location');
    if (method !== 'get') {
      if (CHANGES.includes(method) && 'get' in document.paths[path]!) addConditions(operation, method);
      if (answersWhatIsRead(document, path, operation))
        for (const status of WRITTEN) addHeader(operation.responses[status] as Answer | undefined, 'ETag');
      continue;
    }
    addHeader(operation.responses['200'] as Answer, 'ETag');
    operation.responses['304'] = refTo('responses', 'NotModified');
    operation.parameters = [...(operation.parameters ?? []), refTo('parameters', 'IfNoneMatch')];
  }
}

const WRITTEN = ['200', '201', '202'];

const modelIn = (operation: Operation | undefined): unknown => {
  const statuses = WRITTEN.map((status) => operation?.responses[status] as Answer | undefined);
  const schema = statuses.find((answer) => answer)?.content?.['application/json']?.schema;
  return schema?.properties?.data?.$ref;
};

/** Whether the answer of a change is one of a GET at its address, below or above it, as `Representations` finds it. */
function answersWhatIsRead({ paths }: Document, path: string, operation: Operation): boolean {
  const model = modelIn(operation);
  const places = [path, `${path}/{id}`, path.slice(0, path.lastIndexOf('/'))];
  return model !== undefined && places.some((place) => modelIn(paths[place]?.get) === model);
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
