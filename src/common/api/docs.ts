import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiParam, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FilterKind, ListSpec } from '../list/list-spec';
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from '../list/list-spec';
import { PROBLEMS, type ProblemType } from '../problem/problem';

const FILTER_SCHEMA: Record<FilterKind, object> = {
  name: { type: 'string', maxLength: 255 },
  label: { type: 'string', maxLength: 255 },
  version: { type: 'string', maxLength: 255, minLength: 1 },
  code: { type: 'string', pattern: '^[a-z0-9-]{1,32}$' },
  boolean: { type: 'string', enum: ['true', 'false', '1', '0'] },
  moment: { type: 'string', description: 'ISO 8601 date or datetime; without an offset it is UTC.' },
  id: { type: 'string', format: 'uuid' },
  word: { type: 'string' },
};

const OPERATOR_MEANING: Record<string, string> = {
  eq: 'equal',
  ne: 'not equal',
  like: 'matches; `%` stands for any run of characters, without it the value may be anywhere',
  gt: 'greater than',
  gte: 'greater than or equal to',
  lt: 'less than',
  lte: 'less than or equal to',
};

const FILTER_EXAMPLE: Record<FilterKind, string> = {
  name: 'firefox',
  label: '128.',
  version: '1.10',
  code: 'email',
  boolean: 'true',
  moment: '2026-01-01',
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  word: '',
};

function filterParameters(spec: ListSpec) {
  return Object.entries(spec.filters).flatMap(([field, filter]) =>
    filter.operators.map((operator) => {
      const kind = filter.per?.[operator]?.kind ?? filter.kind;
      return ApiQuery({
        name: `${field}[${operator}]`,
        required: false,
        description: `${field} ${OPERATOR_MEANING[operator]}. ${filter.description ?? ''}`.trim(),
        schema: { ...FILTER_SCHEMA[kind], ...(filter.values ? { enum: [...filter.values] } : {}) },
        example: filter.values?.[0] ?? FILTER_EXAMPLE[kind],
      });
    }),
  );
}

const flag = { type: 'string', enum: ['', 'true', '1', 'false', '0'] };

const includeParameters = (includes: readonly string[]) =>
  includes.map((name) =>
    ApiQuery({
      name,
      required: false,
      allowEmptyValue: true,
      schema: flag,
      description: 'Adds the resource to the answer.',
    }),
  );

function pagingParameters(spec: ListSpec) {
  const sorts = Object.keys(spec.sorts).flatMap((sort) => [sort, `-${sort}`]);
  return [
    ApiQuery({
      name: 'per_page',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE },
      ...(spec.defaultPerPage
        ? { description: `Without per_page, page and cursor the answer has up to ${spec.defaultPerPage} entries.` }
        : {}),
    }),
    ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 } }),
    ApiQuery({
      name: 'cursor',
      required: false,
      schema: { type: 'string' },
      description: '`next_cursor` of the page before; stable while rows come and go. Not together with `page`.',
    }),
    ApiQuery({ name: 'sort', required: false, schema: { type: 'string', enum: sorts, default: spec.defaultSort } }),
    ApiQuery({
      name: 'includeTotal',
      required: false,
      allowEmptyValue: true,
      schema: flag,
      description: 'Adds `total` and `total_pages` to `meta`.',
    }),
  ];
}

/** The problems that an operation may answer with, beside 401, 403, 429, 500 and 503 (and 414 with a query), which all may. */
export const ApiProblems = (...types: ProblemType[]) => ApiOpenProblems('forbidden', ...types);

/** The same for an operation that takes no bearer token, and so knows no scopes. */
export function ApiOpenProblems(...types: ProblemType[]) {
  const query: ProblemType[] = types.includes('invalid-query') ? ['uri-too-long'] : [];
  const all: ProblemType[] = [
    'unauthorized',
    ...types,
    ...query,
    'too-many-requests',
    'internal-error',
    'service-unavailable',
  ];
  const byStatus = new Map<number, ProblemType[]>();
  for (const type of all) byStatus.set(PROBLEMS[type].status, [...(byStatus.get(PROBLEMS[type].status) ?? []), type]);
  return applyDecorators(
    ...[...byStatus].map(([status, kinds]) => ApiResponse({ status, ...problemContent(kinds), ...headersOf(status) })),
  );
}

const RETRY_AFTER = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } };
const text = (description: string) => ({ schema: { type: 'string' }, description });
const RATE_LIMIT = {
  RateLimit: text('Of that limit: what remains (`r`), and in how many seconds it is whole again (`t`).'),
  'RateLimit-Policy': text('The limit that was reached: so many requests (`q`) in so many seconds (`w`).'),
};

/** Those of 429 are by draft-ietf-httpapi-ratelimit-headers-11. */
function headersOf(status: number): { headers?: Record<string, object> } {
  if (status === 429) return { headers: { ...RETRY_AFTER, ...RATE_LIMIT } };
  return status === 503 ? { headers: RETRY_AFTER } : {};
}

function problemContent(types: ProblemType[]) {
  const examples = types.map((type) => [
    type,
    {
      value: {
        type: `/docs/problems#${type}`,
        title: PROBLEMS[type].title,
        status: PROBLEMS[type].status,
        detail: PROBLEMS[type].meaning,
        instance: '/api/v1/…',
      },
    },
  ]);
  return {
    description: types.map((type) => PROBLEMS[type].meaning).join(' Or: '),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples) as Record<string, { value: unknown }>,
      },
    },
  };
}

const dataOf = (schema: object, extra: object = {}) => ({
  content: {
    'application/json': {
      schema: { type: 'object', required: ['data', ...Object.keys(extra)], properties: { data: schema, ...extra } },
    },
  },
});

/** An operation that answers one resource. */
export function ApiOne(model: Type, status = 200, includes: readonly string[] = []) {
  return applyDecorators(
    ApiExtraModels(model),
    ...includeParameters(includes),
    ApiResponse({
      status,
      description: 'The resource.',
      ...dataOf({ $ref: getSchemaPath(model) }),
      ...(status === 201 ? { headers: { Location: { schema: { type: 'string', format: 'uri' } } } } : {}),
    } as never),
  );
}

/** An operation that answers a list: its filters, includes, order and paging come from its description. */
export function ApiList(model: Type, spec: ListSpec) {
  return applyDecorators(
    ApiExtraModels(model),
    ...filterParameters(spec),
    ...includeParameters(spec.includes ?? []),
    ...pagingParameters(spec),
    ApiResponse({
      status: 200,
      description: 'One page.',
      headers: {
        Link: { schema: { type: 'string' }, description: 'RFC 8288: `first`, `next`, `prev` where they exist.' },
      },
      ...dataOf(
        { type: 'array', items: { $ref: getSchemaPath(model) } },
        { meta: { $ref: '#/components/schemas/ListMeta' } },
      ),
    } as never),
  );
}

/** A list that is short and always whole. */
export function ApiWhole(model: Type) {
  return applyDecorators(
    ApiExtraModels(model),
    ApiResponse({
      status: 200,
      description: 'All of them.',
      ...dataOf({ type: 'array', items: { $ref: getSchemaPath(model) } }),
    } as never),
  );
}

export const ApiId = (resource: string) =>
  ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: `Id of the ${resource}.` });
