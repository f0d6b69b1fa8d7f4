import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from '../setup/description';
import { Bodies, type Body, ODD_TYPES } from './bodies';
import { anyText, EDGE_TEXTS } from './json-text';
import { idOf, mostly, type Surroundings } from './surroundings';
import type { WireRequest } from './wire';

/** Addresses that are not in `openapi.json`. */
const OTHERS = [
  '/health/live',
  '/health/ready',
  '/metrics',
  '/docs',
  '/docs/api',
  '/docs/problems',
  '/u/{id}',
  '/confirm/{id}',
  '/update/{id}',
  '/api/v1/{id}',
  '/{id}',
  '/feed/{secret}/updates.atom',
  '/feed/{secret}/calendar.ics',
  '/feed/{secret}/badge.svg',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const ODD_METHODS = ['TRACE', 'PROPFIND', 'M-SEARCH', 'LINK', 'SEARCH', 'QUERY', 'CONNECT', 'get', 'NOTHING', '\x01'];
const ODD_HEADERS: [string, string][] = [
  ['If-None-Match', '*'],
  ['If-None-Match', ',,W/"",'],
  ['If-Modified-Since', 'yesterday'],
  ['Range', 'bytes=0-,-1'],
  ['Expect', 'tea'],
  ['Accept', 'image/png;q=x'],
  ['Accept-Encoding', 'gzip;q=0, *;q=0'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br'],
  ['Content-Encoding', 'x'],
  ['X-Request-Id', '\xff\xfe<script>'],
  ['X-Forwarded-For', "1.2.3.4, '; DROP"],
  ['X-Forwarded-Host', 'a"b<c'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Hub-Signature-256', 'sha256=x'],
  ['X-GitHub-Event', '__proto__'],
  ['X-Gitlab-Token', 'x'],
  ['Origin', 'null'],
  ['Upgrade', 'websocket'],
  ['Cookie', '__proto__=1; a=%ff'],
  ['Host', 'a b'],
  ['Host', ''],
  ['Idempotency-Key', 'x'.repeat(8_000)],
];
const ODD_COOKIES = [
  'tracker=',
  'tracker',
  'tracker=sus_x',
  `tracker=sus_${'A'.repeat(43)}`,
  `tracker="sus_${'A'.repeat(43)}"`,
  `tracker=${'x'.repeat(5_000)}`,
  'tracker=\xff%00; tracker=__proto__',
  `__Host-tracker=sus_${'A'.repeat(43)}`,
  ';;=;',
];
/** Of pages that may not use a session. */
const FOREIGN: [string, string][][] = [
  [],
  [['Origin', 'null']],
  [['Origin', 'https://evil.example']],
  [['Sec-Fetch-Site', 'cross-site']],
  [['Sec-Fetch-Site', 'same-site']],
  [['Sec-Fetch-Site', 'none']],
  [['Sec-Fetch-Site', '']],
  [
    ['Sec-Fetch-Site', 'same-origin'],
    ['Sec-Fetch-Site', 'cross-site'],
  ],
];
/** Percent-encoded bytes that are no UTF-8, or no encoding at all, and bytes as they are. */
const RAW = ['%', '%f', '%zz', '%ff', '%c3%28', '%ed%a0%80', '%00', '%2e%2e%2f', '\xff\xfe', '[', '+', '#', ';', '\\'];
/** A request that is too large for the server is refused before anything reads it: one text alone may be so. */
const SHORT_EDGES = EDGE_TEXTS.slice(0, -1);

const escaped = (text: string) => encodeURIComponent(text.toWellFormed());
const edges = fc.oneof(
  fc.constantFrom(...SHORT_EDGES).map(escaped),
  anyText.map(escaped),
  fc.constantFrom(...RAW, '//', '?'),
);

/** Requests to every operation, mostly as it is described, often nearly so. */
export function requests(around: Surroundings): Arbitrary<WireRequest> {
  const bodies = new Bodies(around);
  // A stream of events has no end: an answer of it never comes.
  const answered = around.description.operations.filter(({ path }) => path !== '/api/v1/events');
  const documented = answered.map(({ path, method, operation }) => one(around, bodies, path, method, operation));
  return fc.oneof(...documented, ...OTHERS.map((path) => one(around, bodies, path, 'GET', {})));
}

function one(
  around: Surroundings,
  bodies: Bodies,
  path: string,
  method: string,
  operation: Partial<Operation>,
): Arbitrary<WireRequest> {
  const parts = fc.record({
    verb: mostly(fc.constant(method), fc.constantFrom(...METHODS), fc.constantFrom(...ODD_METHODS)),
    path: pathOf(around, path),
    query: queryOf(around, operation.parameters?.filter((parameter) => parameter.in === 'query') ?? []),
    body: bodies.of(path, operation),
    headers: headersOf(around, path),
    chunked: mostly(fc.constant(false), fc.constant(true)),
  });
  return parts.map(({ verb, path: address, query, body, headers, chunked }) => ({
    method: verb,
    target: query === '' ? address : `${address}?${query}`,
    headers: [...headers, ...framing(body, chunked)],
    body: body && (chunked ? inChunks(body.bytes) : body.bytes),
  }));
}

function pathOf(around: Surroundings, path: string): Arbitrary<string> {
  const own = idOf(around, kindOf(path));
  const upper = own.map((id) => id.toUpperCase());
  const id = mostly(own, idOf(around), upper, edges, fc.constant('a'.repeat(3_000)));
  const written = fc
    .tuple(id, versionOf(around))
    .map(([text, version]) =>
      path.replace(/\{(id|name|secret)\}/, () => text).replace('{versionId}', () => version(text)),
    );
  return mostly(
    written,
    written.map((text) => text.replace('/api/v1/', '/api/')),
    written.map((text) => `${text}/`),
    fc.tuple(written, edges).map(([text, edge]) => text + edge),
    written.map((text) => text.replaceAll('/', '//')),
    written.map((text) => `http://elsewhere.example${text}`),
  );
}

/** What the first parameter of an address names: `bulk` of `/favorite/bulk/{id}`. */
const kindOf = (path: string) =>
  /\/(\w+)\/\{(?!secret)/.exec(path)?.[1] ?? (path.includes('{secret}') ? 'secret' : 'software');

/** Mostly a version of that software. */
function versionOf({ versions, ids }: Surroundings): Arbitrary<(software: string) => string> {
  const known = fc.nat().map((number) => (software: string) => {
    const list = versions[software] ?? ids.version!;
    return list[number % list.length]!;
  });
  return mostly(
    known,
    edges.map((text) => () => text),
  );
}

function queryOf(around: Surroundings, parameters: Parameter[]): Arbitrary<string> {
  const known = parameters.map((parameter) => valueOf(around, parameter).map((text) => `${nameOf(parameter)}=${text}`));
  const stray = fc.tuple(fc.oneof(fc.constantFrom(...SHORT_EDGES), anyText), anyText);
  const strays = stray.map((pair) => pair.map(escaped).join('='));
  const any = known.length > 0 ? mostly(fc.oneof(...known), strays, forgedCursor(around)) : strays;
  const some = fc.array(any, { minLength: 1, maxLength: known.length > 0 ? 3 : 1 }).map((all) => all.join('&'));
  const none = fc.constant('');
  return mostly(
    known.length > 0 ? fc.oneof({ weight: 2, arbitrary: some }, { weight: 1, arbitrary: none }) : mostly(none, some),
    fc.constant('a'.repeat(100_000)),
    fc.constant('name[like]=%25'.repeat(500)),
    fc.constant('&&&==&?&='),
  );
}

function valueOf(around: Surroundings, { schema }: Parameter): Arbitrary<string> {
  const words = (schema.enum ?? (schema.type === 'boolean' ? [true, false] : [])) as unknown[];
  const fitting = [schema.default, ...words].filter((value) => value !== undefined).map(String);
  const text = fc.constantFrom('2026-01-01', '1.1', 'product', 'log');
  const number = fc.integer({ min: 0, max: 300 }).map(String);
  const any = schema.format === 'uuid' ? idOf(around) : schema.type === 'integer' ? number : text;
  const usual = fitting.length > 0 ? fc.constantFrom(...fitting) : any;
  return fc.oneof(
    { weight: 4, arbitrary: usual.map(escaped) },
    { weight: 2, arbitrary: fc.oneof(fc.constantFrom(...EDGE_TEXTS), anyText, fc.string()).map(escaped) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW) },
  );
}

/** Of those who have read the source. */
function forgedCursor(around: Surroundings): Arbitrary<string> {
  const sort = fc.oneof(fc.constantFrom('name', '-name', 'created_at', '-created_at', '-version'), anyText);
  const value = fc.oneof(fc.constantFrom<unknown>(...EDGE_TEXTS, '2026-01-01 00:00:00.000000', 1, null, {}), anyText);
  return fc
    .tuple(sort, fc.constantFrom<unknown>(0, 1, true), value, idOf(around))
    .map((parts) => `cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`);
}

/** Filters have two forms; which of them depends on the length of the name, so that both are tried. */
const nameOf = ({ name }: Parameter) => (name.length % 2 === 0 ? name.replace(/^(\w+)\[/, 'filter[$1][') : name);

function headersOf(around: Surroundings, path: string): Arbitrary<[string, string][]> {
  const type = fc.constantFrom(...ODD_TYPES).map((value): [string, string] => ['Content-Type', value]);
  const odd = fc.array(fc.oneof(fc.constantFrom(...ODD_HEADERS), type), { maxLength: 3 });
  return fc.tuple(callerOf(around, path), mostly(fc.constant<[string, string][]>([]), odd)).map(([caller, more]) => {
    const headers: [string, string][] = [['Connection', 'close'], ...more];
    if (!more.some(([name]) => name === 'Host')) headers.unshift(['Host', around.host]);
    headers.push(...caller);
    return headers;
  });
}

/** A program with a token, a browser with a session, or both at once. */
function callerOf(around: Surroundings, path: string): Arbitrary<[string, string][]> {
  const { authorization, otherAuthorizations } = around;
  const wrong = ['', 'Bearer', 'Basic Og==', 'Bearer \xff', `Bearer ${'x'.repeat(5_000)}`];
  const token = mostly(fc.constant(authorization), fc.constantFrom(...otherAuthorizations, ...wrong));
  const program = token.map((text): [string, string][] => (text ? [['Authorization', text]] : []));
  const browser = browserOf(around);
  const both = fc.tuple(program, browser).map((all) => all.flat());
  const isAboutSessions = path.startsWith('/api/v1/session');
  return fc.oneof(
    { weight: isAboutSessions ? 2 : 8, arbitrary: program },
    { weight: isAboutSessions ? 8 : 3, arbitrary: browser },
    { weight: 1, arbitrary: both },
  );
}

function browserOf({ cookies, host }: Surroundings): Arbitrary<[string, string][]> {
  // Looked up when it is needed, as they come and go.
  const session = fc.nat().map((number) => cookies[number % cookies.length]!);
  const cookie = mostly(
    session,
    fc.constantFrom(...ODD_COOKIES),
    session.map((text) => `a=b; ${text}; c`),
  );
  const own = fc.constantFrom<[string, string][]>([['Sec-Fetch-Site', 'same-origin']], [['Origin', `http://${host}`]]);
  const page = fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: fc.constantFrom(...FOREIGN) });
  return fc.tuple(cookie, page).map(([value, from]) => [['Cookie', value], ...from]);
}

function framing(body: Body | null, chunked: boolean): [string, string][] {
  if (body === null) return [];
  const length: [string, string] = chunked
    ? ['Transfer-Encoding', 'chunked']
    : ['Content-Length', String(body.bytes.length)];
  return body.type ? [['Content-Type', body.type], length] : [length];
}

function inChunks(bytes: Buffer): Buffer {
  const end = Buffer.from('0\r\n\r\n');
  if (bytes.length === 0) return end;
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n'), end]);
}
