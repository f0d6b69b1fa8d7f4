import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCookieAuth,
  ApiExtension,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Scope } from '../../config/scopes';
import { NeedsScope, NeedsSession, Public } from '../identity/principal';
import type { FilterKind, FilterSpec, ListSpec, Operator } from '../list/list-spec';
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE, MAX_SEARCH } from '../list/list-spec';
import type { ProblemType } from '../problem/problem';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../common/time/utc-timestamp';
import { ID_OF } from './request';

const FILTER_SCHEMA: Record<FilterKind, object> = {
  name: { type: 'string', maxLength: 255 },
  label: { type: 'string', maxLength: 255 },
  version: { type: 'string', minLength: 1, maxLength: 255 },
  code: { type: 'string', pattern: '^[a-z0-9-]{1,32}$' },
  boolean: { type: 'boolean' },
  moment: { type: 'string', pattern: MOMENT_PATTERN },
  day: { type: 'string', format: 'date' },
  id: { type: 'string', format: 'uuid' },
  word: { type: 'string' },
  text: { type: 'string', minLength: 1, maxLength: 512 },
};

const FILTER_FORM: Partial<Record<FilterKind, string>> = {
  boolean: '`1` and `0` are taken too.',
  moment: MOMENT_FORM,
};

const OPERATOR_MEANING: Record<Operator, string> = {
  eq: 'equal',
  ne: 'not equal',
  like: 'matches; `%` stands for any run of characters, without it the value may be anywhere',
  gt: 'greater than',
  gte: 'greater than or equal to',
  lt: 'less than',
  lte: 'less than or equal to',
};

/** Both ways to write a filter that takes `eq`: `name=x` and `name[eq]=x`; and one parameter for each other operator. */
function filterParameters(spec: ListSpec) {
  return Object.entries(spec.filters).flatMap(([field, filter]) => [
    ...(filter.operators.includes('eq') ? [filterParameter(field, filter, 'eq', `Short for \`${field}[eq]\`.`)] : []),
    ...filter.operators.map((operator) =>
      filterParameter(`${field}[${operator}]`, filter, operator, `${field} ${OPERATOR_MEANING[operator]}.`),
    ),
  ]);
}

function filterParameter(name: string, filter: FilterSpec, operator: Operator, meaning: string) {
  const kind = filter.per?.[operator]?.kind ?? filter.kind;
  return ApiQuery({
    name,
    required: false,
    description: [meaning, filter.description, FILTER_FORM[kind]].filter(Boolean).join(' '),
    schema: { ...FILTER_SCHEMA[kind], ...filter.schema, ...(filter.values ? { enum: [...filter.values] } : {}) },
  });
}

/** A parameter of the query that may be left out. */
export const ApiParameter = (name: string, schema: object, description: string, more: object = {}) =>
  ApiQuery({ name, required: false, ...more, schema, description });

/** A switch in the query. Written without a value, it is true. `does` begins a sentence. */
export const switchParameter = (name: string, does: string) =>
  ApiParameter(
    name,
    { type: 'boolean', default: false },
    `${does}. On with \`true\`, \`1\` or no value at all; off with \`false\` or \`0\`.`,
    { allowEmptyValue: true },
  );

const includeParameters = (includes: readonly string[], adds: ListSpec['adds'] = {}) =>
  includes.map((name) => switchParameter(name, `Adds ${adds[name] ?? `\`${addedBy(name)}\``}`));

/** `includeLatestVersion` adds `latest_version`. */
const addedBy = (include: string) =>
  include
    .replace(/^include/, '')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();

const searchParameters = ({ search, sorts }: ListSpec) =>
  search === undefined
    ? []
    : [
        ApiParameter(
          'q',
          { type: 'string', minLength: 1, maxLength: MAX_SEARCH, pattern: '\\S' },
          `${search} \`sort\` then is \`${Object.keys(sorts).find((name) => sorts[name]!.ofSearch)}\` unless given.`,
        ),
      ];

function sortParameter({ sorts, defaultSort }: ListSpec) {
  const names = Object.keys(sorts).flatMap((sort) => [sort, `-${sort}`]);
  const ofSearch = Object.keys(sorts).find((sort) => sorts[sort]!.ofSearch);
  return ApiParameter(
    'sort',
    // A client that fills in defaults would lose the order of a search.
    { type: 'string', enum: names, ...(ofSearch ? {} : { default: defaultSort }) },
    'Order of the entries; `-` in front is descending.' +
      (ofSearch
        ? ` Left out: \`${ofSearch}\` with \`q\`, and \`${defaultSort}\` without, which \`${ofSearch}\` then means too.`
        : ''),
  );
}

export const CURSOR = { type: 'string', minLength: 1, maxLength: 4_096, pattern: '^[\\w-]+$' };

function pagingParameters(spec: ListSpec) {
  const whole = spec.defaultPerPage;
  const perPage = { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE };
  return [
    whole === undefined
      ? ApiParameter('per_page', { ...perPage, default: DEFAULT_PER_PAGE }, 'Entries of a page.')
      : ApiParameter(
          'per_page',
          perPage,
          `Entries of a page. Without per_page, page and cursor the answer has up to ${whole} entries.`,
        ),
    ApiParameter(
      'page',
      // Without `default`: a client that sends it could not use a cursor.
      { type: 'integer', minimum: 1, maximum: MAX_PAGE },
      'Number of the page, from 1. Rows that come and go move its edges; a cursor does not have that.',
    ),
    ApiParameter(
      'cursor',
      CURSOR,
      '`next_cursor` of the page before; stable while rows come and go. Not together with `page`.',
    ),
    sortParameter(spec),
    switchParameter('includeTotal', 'Adds `total` and `total_pages` to `meta`'),
  ];
}

/** Where `Endpoint` leaves its problems until the description is made (`app/openapi/operation-problems.ts`). */
export const PROBLEM_TYPES = 'x-problems';

interface Facts {
  /** `session`: for the caller's own session, whatever its scopes are. `public`: for everybody. */
  scope: Scope | 'session' | 'public';
  /** By `ApiOne`, `ApiList`, `ApiWhole`, `ApiNothing`, … */
  answers: MethodDecorator;
  /** Beside those of every operation, and those that follow from its address and its body. */
  problems?: ProblemType[];
}

/** What is said of a route of the API; `Id` says what its `:id` is. */
export function Endpoint(summary: string, description: string, { scope, answers, problems = [] }: Facts) {
  return (target: object, name: string, descriptor: PropertyDescriptor) => {
    const resource = Reflect.getMetadata(ID_OF, descriptor.value as object) as string | undefined;
    applyDecorators(
      ...needs(scope),
      ApiOperation({ summary, description }),
      ApiExtension(PROBLEM_TYPES, problems),
      answers,
      ...(resource === undefined ? [] : [ApiId(resource)]),
    )(target, name, descriptor);
  };
}

function needs(scope: Facts['scope']) {
  if (scope === 'public') return [Public()];
  return scope === 'session' ? [NeedsSession(), ApiCookieAuth('cookie')] : [NeedsScope(scope), ApiBearerAuth()];
}

/** An answer with `data`, and what else is beside it. */
const ApiData = (status: number, description: string, schema: object, extra: object = {}, headers?: object) =>
  ApiResponse({
    status,
    description,
    ...(headers ? { headers } : {}),
    content: {
      'application/json': {
        schema: { type: 'object', required: ['data', ...Object.keys(extra)], properties: { data: schema, ...extra } },
      },
    },
  } as never);

const listOf = (model: Type) => ({ type: 'array', items: { $ref: getSchemaPath(model) } });

const MODEL = 'answers-one';

/** The class of the one resource that a method of a controller answers with. */
export const modelOf = (handler: object) => Reflect.getMetadata(MODEL, handler) as Type | undefined;

/** An operation that answers one resource. */
export function ApiOne(model: Type, status = 200, includes: readonly string[] = [], adds: ListSpec['adds'] = {}) {
  return applyDecorators(
    ApiExtraModels(model),
    SetMetadata(MODEL, model),
    HttpCode(status),
    ...includeParameters(includes, adds),
    ApiData(status, 'The resource.', { $ref: getSchemaPath(model) }),
  );
}

/** An operation that answers a list: its filters, includes, order and paging come from its description. */
export function ApiList(model: Type, spec: ListSpec) {
  const meta = { $ref: `#/components/schemas/${spec.search === undefined ? 'ListMeta' : 'SearchMeta'}` };
  const headers = { Link: { $ref: '#/components/headers/Link' } };
  return applyDecorators(
    ApiExtraModels(model),
    ...searchParameters(spec),
    ...filterParameters(spec),
    ...includeParameters(spec.includes ?? [], spec.adds),
    ...pagingParameters(spec),
    ApiData(200, 'One page.', listOf(model), { meta }, headers),
  );
}

/** The parameters of `WholeListQuery`: the filters and the order of a list. */
export const ApiWholeListQuery = (spec: ListSpec) => applyDecorators(...filterParameters(spec), sortParameter(spec));

/** An operation that answers a text. */
export const ApiText = (type: string, description: string, example: string) =>
  ApiResponse({ status: 200, description, content: { [type]: { schema: { type: 'string', example } } } });

/** An operation that answers nothing. */
export const ApiNothing = (description: string) =>
  applyDecorators(HttpCode(204), ApiResponse({ status: 204, description }));

/** A list that is short and always whole. */
export const ApiWhole = (model: Type) =>
  applyDecorators(ApiExtraModels(model), HttpCode(200), ApiData(200, 'All of them.', listOf(model)));

const ApiId = (resource: string) =>
  ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: `Id of the ${resource}.` });
