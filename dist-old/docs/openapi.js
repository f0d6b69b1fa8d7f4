"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openApiText = void 0;
exports.createOpenApi = createOpenApi;
const swagger_1 = require("@nestjs/swagger");
const problem_1 = require("../common/problem/problem");
const version_1 = require("../common/version");
const DESCRIPTION = `Tracks released versions of software and tells the people who use it.

Every answer has its payload under \`data\`; every error is RFC 9457 \`application/problem+json\`.
\`/api/<resource>\` answers the same as \`/api/v1/<resource>\`. Unknown parameters and unknown fields are refused by name.
Reads have an \`ETag\`; with \`If-None-Match\` an answer that has not changed is 304, without a body.
Filters are written \`field[op]=value\` or \`filter[field][op]=value\`; \`field=value\` is short for \`eq\`. Several are joined with AND.

Answers to a request with a token have \`RateLimit-Policy: "token";q=<requests>;w=<seconds>\` and \`RateLimit: "token";r=<remaining>;t=<seconds>\`
(draft-ietf-httpapi-ratelimit-headers-11), unless the operator has switched that limit off.`;
const SCHEMAS = {
    FieldError: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
    },
    Problem: {
        type: 'object',
        description: 'RFC 9457.',
        required: ['type', 'title', 'status', 'detail', 'instance'],
        properties: {
            type: { type: 'string', enum: Object.keys(problem_1.PROBLEMS).map((key) => `/docs/problems#${key}`) },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            instance: { type: 'string' },
            request_id: { type: 'string', description: 'With status 500 and above.' },
            errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
        },
    },
    ListMeta: {
        type: 'object',
        required: ['per_page', 'next_cursor', 'has_more'],
        properties: {
            per_page: { type: 'integer' },
            page: { type: 'integer', description: 'Not with `cursor`.' },
            next_cursor: { type: ['string', 'null'] },
            has_more: { type: 'boolean' },
            total: { type: 'integer', description: 'With `includeTotal`.' },
            total_pages: { type: 'integer', description: 'With `includeTotal`.' },
        },
    },
};
/** The description of the whole API, made from the controllers, the dto classes and the list descriptions. */
function createOpenApi(app) {
    const config = new swagger_1.DocumentBuilder()
        .setTitle('Software update tracker')
        .setDescription(DESCRIPTION)
        .setVersion(version_1.VERSION)
        .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
        .setOpenAPIVersion('3.1.0')
        .addServer('/')
        .addTag('Favorites')
        .addTag('Software')
        .addTag('Publishers')
        .addTag('Notifications')
        .addTag('Channels')
        .addTag('Profile')
        .addTag('Tokens')
        .addTag('Catalogue')
        .addBearerAuth({ type: 'http', scheme: 'bearer' })
        .build();
    const operationIdFactory = (controller, method) => `${controller.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase())}_${method}`;
    const document = swagger_1.SwaggerModule.createDocument(app, config, { operationIdFactory });
    document.components.schemas = { ...document.components.schemas, ...SCHEMAS };
    addTags(document);
    return withNullTypes(document);
}
/** What `ApiAdapter` does with every read. */
function addTags({ paths }) {
    const tag = { schema: { type: 'string' }, description: 'For `If-None-Match`.' };
    for (const { get } of Object.values(paths)) {
        if (!get)
            continue;
        const answer = get.responses['200'];
        answer.headers = { ...answer.headers, ETag: tag };
        get.responses['304'] = { description: 'What `If-None-Match` names is the answer still.' };
    }
}
/** OpenAPI 3.1 has no `nullable`: null is a type like any other (JSON Schema 2020-12). */
function withNullTypes(value) {
    if (Array.isArray(value))
        return value.map(withNullTypes);
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = Object.entries(value).map(([key, child]) => [key, withNullTypes(child)]);
    const { nullable, ...node } = Object.fromEntries(entries);
    if (nullable !== true)
        return nullable === undefined || nullable === false ? node : { nullable, ...node };
    if (typeof node.type === 'string')
        return { ...node, type: [node.type, 'null'] };
    const { description, allOf, ...rest } = node;
    const options = allOf ?? [rest];
    return { ...(description ? { description } : {}), anyOf: [...options, { type: 'null' }] };
}
/** As it is committed in `openapi.json`. */
const openApiText = (app) => `${JSON.stringify(createOpenApi(app), null, 2)}\n`;
exports.openApiText = openApiText;
//# sourceMappingURL=openapi.js.map