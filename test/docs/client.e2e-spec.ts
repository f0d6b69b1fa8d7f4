import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import ts from 'typescript';
import { startApp, type TestApp } from '../setup/app';

const ROOT = join(__dirname, '..', '..');

/** What a client is made for, as one writes it with openapi-fetch. In one function, since later calls use what earlier ones found. */
const CALLS = `
  const search = await api.GET('/api/v1/software', { params: { query: { name: 'firefox', includeLatestVersion: true } } });
  const software = search.data!.data[0]!;
  const label: string | undefined = software.latest_version?.version;
  const like = await api.GET('/api/v1/software', { params: { query: { 'name[like]': 'fire%', per_page: 20, sort: '-last_update' } } });
  const next: string | null = like.data!.meta.next_cursor;
  const id = { path: { id: software.id } };
  const one = await api.GET('/api/v1/software/{id}', { params: { ...id, query: { includePublisher: true } } });
  const publisher: string = one.data!.data.publisher!.name;
  const versions = await api.GET('/api/v1/software/{id}/versions', { params: { ...id, query: { 'version[gte]': '2.0' } } });
  const created = await api.POST('/api/v1/favorite', { body: { software: software.id, version: '1.0' } });
  const favorite = { path: { id: created.data!.data.uuid } };
  const again = await api.POST('/api/v1/favorite', { body: { software: software.id, version: '1.0', notes: null, notify_always: true } });
  const problem: string = again.error!.type;
  const noted = await api.PATCH('/api/v1/favorite/{id}', { params: favorite, body: { notes: 'for the team' } });
  const outdated = await api.GET('/api/v1/favorite', { params: { query: { update_available: true, includeAvailableVersion: true } } });
  const kind = outdated.data!.data[0]?.available_version?.kind;
  const policy = await api.PATCH('/api/v1/favorite/{id}/policy', { params: favorite, body: { skip: ['2.1'], minimum_age_days: 3 } });
  const replaced = await api.PUT('/api/v1/favorite/{id}/policy', { params: favorite, body: { series: '2' } });
  const moved = await api.POST('/api/v1/favorite/{id}/update-to-latest-version', { params: favorite });
  const channel = await api.POST('/api/v1/channel', { body: { type: 'log', name: 'log', settings: {}, digest: { every: 'daily' } } });
  const settings: Record<string, unknown> = channel.data!.data.settings;
  const renamed = await api.PATCH('/api/v1/channel/{id}', { params: { path: { id: channel.data!.data.id } }, body: { name: 'other' } });
  const token = await api.POST('/api/v1/token', { body: { name: 'dashboard', scopes: ['read'] } });
  const secret: string = token.data!.data.token;
  const etag = versions.response.headers.get('etag')!;
  const cached = await api.GET('/api/v1/software/{id}/versions', { params: { ...id, query: { 'version[gte]': '2.0' }, header: { 'If-None-Match': etag } } });
  const imported = await api.POST('/api/v1/catalogue', {
    body: JSON.stringify({ publisher: { name: 'Mozilla' }, software: { name: 'Thunderbird' }, versions: [{ version: '1.0' }] }),
    bodySerializer: (lines) => lines, headers: { 'Content-Type': 'application/x-ndjson' },
  });
  const missing = await api.DELETE('/api/v1/favorite/{id}', { params: { path: { id: '00000000-0000-7000-8000-000000000000' } } });
  const removed = await api.DELETE('/api/v1/favorite/{id}', { params: favorite });
  const answers = { search, like, one, versions, created, again, noted, outdated, policy, replaced, moved, channel, renamed, token, cached,
    imported, missing, removed };
  return {
    statuses: Object.entries(answers).map(([name, { response }]) => name + ' ' + response.status),
    values: { label, next, publisher, problem, kind, settings, secret: typeof secret, flags: noted.data!.data },
  };`;

/** What the description forbids. */
const MISTAKES: [what: string, call: string][] = [
  ['a parameter that is none', `await api.GET('/api/v1/software', { params: { query: { nme: 'x' } } });`],
  ['text for a boolean', `await api.GET('/api/v1/favorite', { params: { query: { update_available: 'yes' } } });`],
  ['text for a number', `await api.GET('/api/v1/software', { params: { query: { per_page: '20' } } });`],
  ['a body without what is required', `await api.POST('/api/v1/favorite', { body: { version: '1.0' } });`],
  ['a scope that is none', `await api.POST('/api/v1/token', { body: { name: 'x', scopes: ['root'] } });`],
];

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  const { text } = await test.http.get('/docs/openapi.json').expect(200);
  writeFileSync(join(folder, 'openapi.json'), text);
  const generator = join(ROOT, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
  execFileSync(process.execPath, [generator, 'openapi.json', '-o', 'schema.d.ts'], { cwd: folder, stdio: 'pipe' });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

const moduleOf = (body: string) => `
import type { Client } from 'openapi-fetch';
import type { paths } from './schema.js';
export async function run(api: Client<paths>) {${body}
}
`;

/** What a strict compiler says of it. */
function complaints(body: string): string[] {
  const file = join(folder, 'calls.ts');
  writeFileSync(file, moduleOf(body));
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipLibCheck: true,
    paths: { 'openapi-fetch': [join(ROOT, 'node_modules', 'openapi-fetch')] },
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

type Run = (api: ReturnType<typeof createClient>) => Promise<{ statuses: string[]; values: Record<string, unknown> }>;

it('everyday calls compile strictly with the types that openapi-typescript makes, and do what they say', async () => {
  expect(complaints(CALLS)).toEqual([]);
  await test.import({
    publisher: { name: 'Mozilla' },
    software: { name: 'Firefox' },
    versions: ['1.0', '2.0', '2.1'].map((version) => ({ version })),
    source: { kind: 'test', id: 'firefox' },
  });
  const scopes = ['read', 'write', 'catalogue:write'] as const;
  const Authorization = `Bearer ${await test.token('client', [...scopes])}`;
  const { outputText } = ts.transpileModule(moduleOf(CALLS), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const made: { run?: Run } = {};
  new Function('exports', outputText)(made);
  const { statuses, values } = await made.run!(createClient({ baseUrl: test.url, headers: { Authorization } }));
  expect(statuses).toEqual(
    `search 200, like 200, one 200, versions 200, created 201, again 409, noted 200, outdated 200, policy 200, replaced 200, moved 200,
     channel 201, renamed 200, token 201, cached 304, imported 200, missing 404, removed 204`.split(/,\s+/),
  );
  expect(values).toMatchObject({
    label: '2.1',
    next: null,
    publisher: 'Mozilla',
    problem: '/docs/problems#conflict',
    kind: 'major',
    secret: 'string',
    flags: { notes: 'for the team', notifications_enabled: true, use_default_notification: true, notify_always: false },
  });
});

it.each(MISTAKES)('%s does not compile', (_what, call) => {
  expect(complaints(call)).toHaveLength(1);
});
