import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { isDeepStrictEqual } from 'node:util';
import { PROBLEMS } from '../../api/problem/problem';
import { VERSION } from '../../common/version';
import { type Document, type Node, operationsOf } from './document';
import { addExamples } from './examples';
import { addProblems } from './operation-problems';
import { addReads, HEADERS } from './reads';
import { shareRepeated } from './shared-components';

const DESCRIPTION = `Tracks released versions of software and tells the people who use it.

## Start here

1. **Get a token.** The operator makes the first one where the service runs: \`npm run cli -- token create --user <name>\` (in a container:
   \`node dist/cli.js token create --user <name>\`). With it you make more: \`POST /api/v1/token\`. Send it as \`Authorization: Bearer <token>\`;
   on this page, press **Authorize**.
2. **Find what you use**: [\`GET /api/v1/software?name=firefox&includeLatestVersion\`](#/Software/listSoftware).
3. **Say which version you run**: [\`POST /api/v1/favorite\`](#/Favorites/createFavorite) with \`{"software": "<id>", "version": "142.0.1"}\`.
4. **See what is outdated**: [\`GET /api/v1/favorite?update_available=true\`](#/Favorites/listFavorites).
5. **Be notified**: [\`POST /api/v1/channel\`](#/Channels/createChannel), then [\`POST /api/v1/channel/{id}/test\`](#/Channels/testChannel).

This description as a file, for generators of clients: [openapi.json](/docs/openapi.json). What each error means: [problems](/docs/problems).

## What holds everywhere

Every answer has its payload under \`data\`; every error is RFC 9457 \`application/problem+json\`.
\`/api/<resource>\` answers the same as \`/api/v1/<resource>\`. Unknown parameters and unknown fields are refused by name.
Reads have an \`ETag\`; with \`If-None-Match\` an answer that has not changed is 304, without a body. Long ones are
compressed with gzip for clients that accept it.
Filters are written \`field[op]=value\` or \`filter[field][op]=value\`; \`field=value\` is short for \`eq\`. Several are joined with AND, at most 20.

A token has one scope or several; none includes another one, but \`write\` includes \`inventory:write\`, which uploads inventories and reads the answers only. \`read\`: the catalogue and what its user has. \`write\`: changes what its user has; it
reads no list and no GET, but the answer to a change, also to an empty one, shows what was changed: the profile with its address, and by their ids favorites with
notes, policies, channels without their secrets, notifications. \`catalogue:write\`: changes the catalogue, and reads the sources of products. \`admin\`: reads the audit log.

Pages of this service may send the cookie of a session instead ([\`POST /api/v1/session\`](#/Sessions/createSession)), which has scopes likewise.

Answers to a request with a token or a session have \`RateLimit-Policy: "user";q=<requests>;w=<seconds>\` and \`RateLimit: "user";r=<remaining>;t=<seconds>\`,
which count all tokens and sessions of the user together (draft-ietf-httpapi-ratelimit-headers-11), unless the operator has switched that limit off.`;

/** In the order of the page. */
const TAGS: Record<string, string> = {
  Software: 'The catalogue: products, their versions and which of them is the latest.',
  Favorites: 'What the caller uses, in which version, and what they want to hear of it.',
  History: 'What the caller changed in the last 30 days, with undo.',
  Inventories: 'Where the caller runs what, as files say it.',
  Vulnerabilities: 'What is known of the versions in use, and what the caller decided about it.',
  Channels: 'Where notifications go: e-mail, webhooks, chat.',
  Notifications: 'What was sent to the caller, through which channel, and how that went.',
  Events: 'Server-sent events: something of the caller has changed.',
  Feeds: 'Addresses with a secret, for programs that have no token: feed readers, calendars, badges.',
  Publishers: 'Who makes the products of the catalogue.',
  Profile: "The caller's own settings.",
  Tokens: 'What programs call this API with.',
  Sessions: 'Browsers in which somebody is signed in.',
  Catalogue: 'Publishing products and versions into the catalogue.',
  Sources: 'Where the service itself looks for new versions.',
  Audit: 'Who changed what.',
  Operator: 'What an operator looks at: whether everything runs, what fails, and who uses it.',
};

const SCHEMAS = {
  FieldError: {
    type: 'object',
    required: ['field', 'message'],
    properties: { field: { type: 'string', example: 'version' }, message: { type: 'string' } },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457.',
    required: ['type', 'title', 'status', 'detail', 'instance'],
    properties: {
      type: { type: 'string', enum: Object.keys(PROBLEMS).map((key) => `/docs/problems#${key}`) },
      title: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string' },
      instance: { type: 'string' },
      request_id: { type: 'string', description: 'With status 500 and above.' },
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description: 'With `invalid-query` and `invalid-body`: each mistake.',
      },
      limit: { type: 'integer', minimum: 1, description: 'With `limit-reached`: how many there may be.' },
      reason: {
        type: 'string',
        enum: ['unknown', 'used', 'expired'],
        description: 'With `unauthorized` for the code of a sign-in link: why it does not work.',
      },
    },
  },
  ListMeta: {
    type: 'object',
    required: ['per_page', 'next_cursor', 'has_more'],
    properties: {
      per_page: { type: 'integer', minimum: 1, example: 50 },
      page: { type: 'integer', minimum: 1, description: 'Not with `cursor`.' },
      next_cursor: { type: ['string', 'null'], description: 'For `cursor`; null on the last page.' },
      has_more: { type: 'boolean', example: false },
      total: { type: 'integer', minimum: 0, example: 1, description: 'With `includeTotal`.' },
      total_pages: { type: 'integer', minimum: 0, example: 1, description: 'With `includeTotal`.' },
    },
  },
  SearchMeta: {
    allOf: [
      { $ref: '#/components/schemas/ListMeta' },
      {
        type: 'object',
        properties: {
          similar: {
            type: 'boolean',
            example: false,
            description:
              'With `q`. true: no name, alias or publisher has it, so it is not in the catalogue; the entries, if any, are one typing ' +
              'mistake away or only described with it.',
          },
        },
      },
    ],
  },
};

/** The description of the whole API, made from the controllers, the dto classes and the list descriptions. */
export function createOpenApi(app: INestApplication): Document {
  const builder = new DocumentBuilder()
    .setTitle('Software update tracker')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .setOpenAPIVersion('3.1.0')
    .addServer('/')
    .addSecurity('bearer', {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of this service, or of its OpenID Connect issuer.',
    })
    .addSecurity('cookie', {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-tracker',
      description:
        "The session of a browser, for this service's own pages: see `POST /api/v1/session`. Over plain HTTP its name is `tracker`. `Authorization` comes " +
        'first. Requests that change something must come from the same origin.',
    });
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  // The methods of controllers are named so that their names are the ids: `listFavorites`.
  const operationIdFactory = (_controller: string, method: string) => method;
  const config = builder.build();
  config.info.contact = { name: 'The operator of this installation' };
  return completed(SwaggerModule.createDocument(app, config, { operationIdFactory }) as never);
}

const BEARER = [{ bearer: [] }];
/** Operations that accept a token accept a session too. */
const ANY = [...BEARER, { cookie: [] }];

/** Facts about every operation, which no decorator declares. */
function completed(scanned: Document): Document {
  scanned.components = {
    ...scanned.components,
    schemas: { ...scanned.components.schemas, ...(SCHEMAS as never as object) },
    headers: HEADERS,
    parameters: {},
    responses: {},
  };
  const document = completeSchemas(scanned);
  document.security = ANY;
  addReads(document);
  addProblems(document);
  addExamples(document);
  leaveOut(document);
  shareRepeated(document);
  return document;
}

/** Removes members that mean the same when they are absent. */
function leaveOut(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    if (!operation.security) operation.security = [];
    else if (isDeepStrictEqual(operation.security, BEARER)) delete operation.security;
    if (operation.parameters?.length === 0) delete operation.parameters;
    for (const parameter of operation.parameters ?? [])
      if ('required' in parameter && parameter.required === false) delete parameter.required;
  }
}

/** As it is committed in `openapi.json`. */
export const openApiText = (app: INestApplication) => `${jsonText(createOpenApi(app))}\n`;

const WIDTH = 120;

/** Like `JSON.stringify` with an indentation of one, but short values stay on one line: the text is half as large, and its diffs are shorter. */
function jsonText(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + before + line.length <= WIDTH) return line;
  const inner = `${indent} `;
  const entries = Array.isArray(value)
    ? value.map((item) => inner + jsonText(item, inner))
    : Object.entries(value).map(([name, child]) => {
        const key = `${JSON.stringify(name)}: `;
        return inner + key + jsonText(child, inner, key.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

/** Adds to all schemas what TypeScript's types, and so the framework's decorators, cannot express. */
const completeSchemas = (document: Document) => mapNodes(document, (node) => freeForm(whole(node)));

/** A copy with each object changed, the innermost first. */
function mapNodes<T>(value: T, change: (node: Node) => Node): T {
  if (Array.isArray(value)) return value.map((item: unknown) => mapNodes(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, isValue(key) ? child : mapNodes(child, change)]);
  return change(Object.fromEntries(entries) as Node) as T;
}

/** These keys hold data, not schemas. */
const isValue = (key: string) => ['example', 'examples', 'default', 'enum'].includes(key);

/** All numbers of this API are integers, which TypeScript's `number` does not express, but for probabilities, which have a format. */
function whole(node: Node): Node {
  const types = [node.type ?? []].flat() as string[];
  if (!types.includes('number') || node.format !== undefined) return node;
  const names = types.map((type) => (type === 'number' ? 'integer' : type));
  return { ...node, type: names.length === 1 ? names[0] : names };
}

/** Allows any properties where none are listed: generated clients take a bare `type: object` for an empty object. */
function freeForm(node: Node): Node {
  const isOpen = node.type === 'object' && !node.properties && !('additionalProperties' in node);
  return isOpen ? { ...node, additionalProperties: true } : node;
}
