import { STATUS_CODES } from 'node:http';
import { PROBLEM_TYPES } from '../../api/endpoint/docs';
import { PROBLEMS, type ProblemType } from '../../api/problem/problem';
import { IDEMPOTENCY_KEY } from '../../api/endpoint/idempotency-key';
import {
  type Answer,
  type Document,
  isReference,
  type Located,
  operationsOf,
  pascalCase,
  refTo,
  type Schema,
} from './document';

/** Problems of any request before it reaches a controller: a DELETE with a parameter, a GET with a body that is not JSON, or too large. */
const ALWAYS: ProblemType[] = [
  'invalid-query',
  'invalid-json',
  'bad-request',
  'unauthorized',
  'too-large',
  'unsupported-media-type',
  'uri-too-long',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
  'storage-full',
];

/** Other problems of HTTP, not of the operation, such as 408 and 431. */
const OTHERS: Answer = {
  description: 'Any other error is a problem too. [All of them](/docs/problems).',
  content: { 'application/problem+json': { schema: refTo('schemas', 'Problem') } },
};

/** Schemas of problems with more members than `Problem`. */
const SCHEMA: Partial<Record<ProblemType, Schema>> = {
  'nothing-imported': { allOf: [refTo('schemas', 'Problem'), refTo('schemas', 'ImportResponse')] },
};

const HEADERS: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Location'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** Describes the problems of every operation: those that its `Endpoint` names, those that follow, and those that every one may answer. */
export function addProblems(document: Document): void {
  document.components.responses.Problem = OTHERS;
  for (const located of operationsOf(document)) {
    const { operation } = located;
    const own = (operation[PROBLEM_TYPES] ?? []) as ProblemType[];
    delete operation[PROBLEM_TYPES];
    const all = new Set([...ALWAYS, ...problemsThatFollow(located), ...own]);
    for (const [status, types] of byStatus([...all]))
      operation.responses[status] = shared(document, Number(status), types);
    operation.responses.default = refTo('responses', 'Problem');
  }
}

/** Of what an operation takes: a token, which has scopes; the id of a resource; a body; a key, which was sent with another request. */
function problemsThatFollow({ path, operation: { security, requestBody, parameters = [] } }: Located): ProblemType[] {
  const follows: Partial<Record<ProblemType, boolean>> = {
    forbidden: Boolean(security?.length),
    'not-found': path.includes('{id}'),
    'invalid-body': requestBody !== undefined && 'application/json' in requestBody.content,
    'key-reused': parameters.some((one) => !isReference(one) && one.name === IDEMPOTENCY_KEY),
  };
  return (Object.keys(follows) as ProblemType[]).filter((type) => follows[type]);
}

function byStatus(types: ProblemType[]): [string, ProblemType[]][] {
  const statuses = [...new Set(types.map((type) => PROBLEMS[type].status))].sort();
  return statuses.map((status) => [String(status), types.filter((type) => PROBLEMS[type].status === status)]);
}

/** One component for each group of problems: `NotFound`, `ConflictOrLimitReached`. */
function shared({ components }: Document, status: number, types: ProblemType[]) {
  const name = types.every((type) => ALWAYS.includes(type))
    ? pascalCase(STATUS_CODES[status]!)
    : types.map(pascalCase).join('Or');
  components.responses[name] ??= problemAnswer(status, types);
  return refTo('responses', name);
}

function problemAnswer(status: number, types: ProblemType[]): Answer {
  const headers = HEADERS[status]?.map((name) => [name, refTo('headers', name)] as const);
  return {
    description: types.map((type) => PROBLEMS[type].meaning).join(' Or: '),
    ...(headers ? { headers: Object.fromEntries(headers) } : {}),
    content: {
      'application/problem+json': {
        schema: SCHEMA[types[0]!] ?? refTo('schemas', 'Problem'),
        examples: Object.fromEntries(types.map((type) => [type, { value: exampleOf(type) }])),
      },
    },
  };
}

/** Additional members of some problems. */
const MEMBERS: Partial<Record<ProblemType, object>> = {
  'invalid-query': { errors: [{ field: 'per_page', message: 'must be a whole number from 1 to 200' }] },
  'invalid-body': { errors: [{ field: 'version', message: 'must be text of 1 to 255 characters' }] },
  'limit-reached': { limit: 50 },
  'nothing-imported': {
    publishers: 0,
    software: 0,
    versions: 0,
    unchanged: 0,
    rejected: 1,
    rejections: [{ line: 1, field: 'software.name', reason: 'software.name: is required' }],
    warnings: [],
  },
  'internal-error': { request_id: '01890a5d-ac96-774b-bcce-b302099a8057' },
  'service-unavailable': { request_id: '01890a5d-ac96-774b-bcce-b302099a8057' },
  'storage-full': { request_id: '01890a5d-ac96-774b-bcce-b302099a8057' },
};

function exampleOf(type: ProblemType): object {
  const { status, title } = PROBLEMS[type];
  return {
    type: `/docs/problems#${type}`,
    title,
    status,
    detail: `${title}: what exactly.`,
    instance: '/api/v1/favorite',
    ...MEMBERS[type],
  };
}
