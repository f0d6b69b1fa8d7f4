"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ApiId = exports.ApiProblems = void 0;
exports.ApiOpenProblems = ApiOpenProblems;
exports.ApiOne = ApiOne;
exports.ApiList = ApiList;
exports.ApiWhole = ApiWhole;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const list_spec_1 = require("../list/list-spec");
const problem_1 = require("../problem/problem");
const FILTER_SCHEMA = {
    name: { type: 'string', maxLength: 255 },
    label: { type: 'string', maxLength: 255 },
    version: { type: 'string', maxLength: 255, minLength: 1 },
    code: { type: 'string', pattern: '^[a-z0-9-]{1,32}$' },
    boolean: { type: 'string', enum: ['true', 'false', '1', '0'] },
    moment: { type: 'string', description: 'ISO 8601 date or datetime; without an offset it is UTC.' },
    id: { type: 'string', format: 'uuid' },
    word: { type: 'string' },
};
const OPERATOR_MEANING = {
    eq: 'equal',
    ne: 'not equal',
    like: 'matches; `%` stands for any run of characters, without it the value may be anywhere',
    gt: 'greater than',
    gte: 'greater than or equal to',
    lt: 'less than',
    lte: 'less than or equal to',
};
const FILTER_EXAMPLE = {
    name: 'firefox',
    label: '128.',
    version: '1.10',
    code: 'email',
    boolean: 'true',
    moment: '2026-01-01',
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    word: '',
};
function filterParameters(spec) {
    return Object.entries(spec.filters).flatMap(([field, filter]) => filter.operators.map((operator) => {
        const kind = filter.per?.[operator]?.kind ?? filter.kind;
        return (0, swagger_1.ApiQuery)({
            name: `${field}[${operator}]`,
            required: false,
            description: `${field} ${OPERATOR_MEANING[operator]}. ${filter.description ?? ''}`.trim(),
            schema: { ...FILTER_SCHEMA[kind], ...(filter.values ? { enum: [...filter.values] } : {}) },
            example: filter.values?.[0] ?? FILTER_EXAMPLE[kind],
        });
    }));
}
const flag = { type: 'string', enum: ['', 'true', '1', 'false', '0'] };
const includeParameters = (includes) => includes.map((name) => (0, swagger_1.ApiQuery)({
    name,
    required: false,
    allowEmptyValue: true,
    schema: flag,
    description: 'Adds the resource to the answer.',
}));
function pagingParameters(spec) {
    const sorts = Object.keys(spec.sorts).flatMap((sort) => [sort, `-${sort}`]);
    return [
        (0, swagger_1.ApiQuery)({
            name: 'per_page',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: list_spec_1.MAX_PER_PAGE, default: list_spec_1.DEFAULT_PER_PAGE },
            ...(spec.defaultPerPage
                ? { description: `Without per_page, page and cursor the answer has up to ${spec.defaultPerPage} entries.` }
                : {}),
        }),
        (0, swagger_1.ApiQuery)({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, maximum: list_spec_1.MAX_PAGE, default: 1 } }),
        (0, swagger_1.ApiQuery)({
            name: 'cursor',
            required: false,
            schema: { type: 'string' },
            description: '`next_cursor` of the page before; stable while rows come and go. Not together with `page`.',
        }),
        (0, swagger_1.ApiQuery)({ name: 'sort', required: false, schema: { type: 'string', enum: sorts, default: spec.defaultSort } }),
        (0, swagger_1.ApiQuery)({
            name: 'includeTotal',
            required: false,
            allowEmptyValue: true,
            schema: flag,
            description: 'Adds `total` and `total_pages` to `meta`.',
        }),
    ];
}
/** The problems that an operation may answer with, beside 401, 403, 429, 500 and 503 (and 414 with a query), which all may. */
const ApiProblems = (...types) => ApiOpenProblems('forbidden', ...types);
exports.ApiProblems = ApiProblems;
/** The same for an operation that takes no bearer token, and so knows no scopes. */
function ApiOpenProblems(...types) {
    const query = types.includes('invalid-query') ? ['uri-too-long'] : [];
    const all = [
        'unauthorized',
        ...types,
        ...query,
        'too-many-requests',
        'internal-error',
        'service-unavailable',
    ];
    const byStatus = new Map();
    for (const type of all)
        byStatus.set(problem_1.PROBLEMS[type].status, [...(byStatus.get(problem_1.PROBLEMS[type].status) ?? []), type]);
    return (0, common_1.applyDecorators)(...[...byStatus].map(([status, kinds]) => (0, swagger_1.ApiResponse)({ status, ...problemContent(kinds), ...headersOf(status) })));
}
const RETRY_AFTER = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } };
const text = (description) => ({ schema: { type: 'string' }, description });
const RATE_LIMIT = {
    RateLimit: text('Of that limit: what remains (`r`), and in how many seconds it is whole again (`t`).'),
    'RateLimit-Policy': text('The limit that was reached: so many requests (`q`) in so many seconds (`w`).'),
};
/** Those of 429 are by draft-ietf-httpapi-ratelimit-headers-11. */
function headersOf(status) {
    if (status === 429)
        return { headers: { ...RETRY_AFTER, ...RATE_LIMIT } };
    return status === 503 ? { headers: RETRY_AFTER } : {};
}
function problemContent(types) {
    const examples = types.map((type) => [
        type,
        {
            value: {
                type: `/docs/problems#${type}`,
                title: problem_1.PROBLEMS[type].title,
                status: problem_1.PROBLEMS[type].status,
                detail: problem_1.PROBLEMS[type].meaning,
                instance: '/api/v1/…',
            },
        },
    ]);
    return {
        description: types.map((type) => problem_1.PROBLEMS[type].meaning).join(' Or: '),
        content: {
            'application/problem+json': {
                schema: { $ref: '#/components/schemas/Problem' },
                examples: Object.fromEntries(examples),
            },
        },
    };
}
const dataOf = (schema, extra = {}) => ({
    content: {
        'application/json': {
            schema: { type: 'object', required: ['data', ...Object.keys(extra)], properties: { data: schema, ...extra } },
        },
    },
});
/** An operation that answers one resource. */
function ApiOne(model, status = 200, includes = []) {
    return (0, common_1.applyDecorators)((0, swagger_1.ApiExtraModels)(model), ...includeParameters(includes), (0, swagger_1.ApiResponse)({
        status,
        description: 'The resource.',
        ...dataOf({ $ref: (0, swagger_1.getSchemaPath)(model) }),
        ...(status === 201 ? { headers: { Location: { schema: { type: 'string', format: 'uri' } } } } : {}),
    }));
}
/** An operation that answers a list: its filters, includes, order and paging come from its description. */
function ApiList(model, spec) {
    return (0, common_1.applyDecorators)((0, swagger_1.ApiExtraModels)(model), ...filterParameters(spec), ...includeParameters(spec.includes ?? []), ...pagingParameters(spec), (0, swagger_1.ApiResponse)({
        status: 200,
        description: 'One page.',
        headers: {
            Link: { schema: { type: 'string' }, description: 'RFC 8288: `first`, `next`, `prev` where they exist.' },
        },
        ...dataOf({ type: 'array', items: { $ref: (0, swagger_1.getSchemaPath)(model) } }, { meta: { $ref: '#/components/schemas/ListMeta' } }),
    }));
}
/** A list that is short and always whole. */
function ApiWhole(model) {
    return (0, common_1.applyDecorators)((0, swagger_1.ApiExtraModels)(model), (0, swagger_1.ApiResponse)({
        status: 200,
        description: 'All of them.',
        ...dataOf({ type: 'array', items: { $ref: (0, swagger_1.getSchemaPath)(model) } }),
    }));
}
const ApiId = (resource) => (0, swagger_1.ApiParam)({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: `Id of the ${resource}.` });
exports.ApiId = ApiId;
//# sourceMappingURL=docs.js.map