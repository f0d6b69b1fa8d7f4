import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { startApp, type TestApp } from '../setup/app';

const ROOT = join(__dirname, '..', '..');

/** The client that the web application uses, made by swagger-typescript-api: `npm run openapi` writes it. */
const CLIENT = join(ROOT, 'packages', 'client', 'src', 'generated.ts');

/** What a client is made for. In one function, since later calls use what earlier ones found. */
const CALLS = `
  const search = await api.listSoftware({ name: 'firefox', includeLatestVersion: true });
  const software = search.data[0]!;
  const label: string | undefined = software.latest_version?.version;
  const like = await api.listSoftware({ 'name[like]': 'fire%', per_page: 20, sort: '-last_update' });
  const next: string | null = like.meta.next_cursor;
  const one = await api.getSoftware(software.id, { includePublisher: true });
  const publisher: string = one.data.publisher!.name;
  const versions = await api.listSoftwareVersions(software.id, { 'version[gte]': '2.0' });
  const created = await api.createFavorite({ software: software.id, version: '1.0' });
  const favorite = created.data.uuid;
  const again = await api.createFavorite({ software: software.id, version: '1.0', notes: null, notify_always: true }).catch(refusal);
  const noted = await api.updateFavorite(favorite, { notes: 'for the team' });
  const outdated = await api.listFavorites({ update_available: true, includeAvailableVersion: true });
  const kind = outdated.data[0]?.available_version?.kind;
  const policy = await api.updateFavoritePolicy(favorite, { skip: ['2.1'], minimum_age_days: 3 });
  const replaced = await api.replaceFavoritePolicy(favorite, { series: '2' });
  const moved = await api.moveFavoriteToLatestVersion(favorite);
  const channel = await api.createChannel({ type: 'log', name: 'log', settings: {}, digest: { every: 'daily' } });
  const settings: Record<string, unknown> = channel.data.settings;
  const renamed = await api.updateChannel(channel.data.id, { name: 'other' });
  const token = await api.createToken({ name: 'dashboard', scopes: ['read'] });
  const secret: string = token.data.token;
  const missing = await api.deleteFavorite('00000000-0000-7000-8000-000000000000').catch(refusal);
  await api.deleteFavorite(favorite);
  return {
    counts: [like.meta.per_page, versions.data.length, policy.data.skip.length],
    series: replaced.data.series, moved: moved.data.version.version, renamed: renamed.data.name,
    again, missing, label, next, publisher, kind, settings, secret: typeof secret, flags: noted.data,
  };`;

/** What the description forbids. */
const MISTAKES: [what: string, call: string][] = [
  ['a parameter that is none', `await api.listSoftware({ nme: 'x' });`],
  ['text for a boolean', `await api.listFavorites({ update_available: 'yes' });`],
  ['text for a number', `await api.listSoftware({ per_page: '20' });`],
  ['a body without what is required', `await api.createFavorite({ version: '1.0' });`],
  ['a scope that is none', `await api.createToken({ name: 'x', scopes: ['root'] });`],
];

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'client.ts'), readFileSync(CLIENT, 'utf8'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

const moduleOf = (body: string) => `
import type { Api, HttpResponse } from './client.js';
const refusal = ({ status }: HttpResponse<unknown>) => status;
export async function run({ api }: Api<unknown>) {${body}
}
`;

/** What a strict compiler says of each. */
function complaints(bodies: string[]): string[][] {
  const files = bodies.map((body, at) => {
    const file = join(folder, `calls-${at}.ts`);
    writeFileSync(file, moduleOf(body));
    return file;
  });
  const program = ts.createProgram(files, {
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
  });
  return files.map((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

interface Made {
  Api: new (options: object) => object;
  run(api: object): Promise<object>;
}

/** The exports of a text, as JavaScript. */
function load(text: string, into: object): void {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  new Function('exports', outputText)(into);
}

it('is what the generator writes; after a change, npm run openapi writes it', () => {
  const made = execFileSync(process.execPath, [join(ROOT, 'web', 'generate-client.mjs'), '--print'], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(made === readFileSync(CLIENT, 'utf8')).toBe(true);
});

it('everyday calls compile strictly with the generated client, do what they say, and mistakes do not compile', async () => {
  const [ofCalls, ...ofMistakes] = complaints([CALLS, ...MISTAKES.map(([, call]) => call)]);
  expect(ofCalls).toEqual([]);
  expect(ofMistakes.map((said, at) => [MISTAKES[at]![0], said.length])).toEqual(MISTAKES.map(([what]) => [what, 1]));
  await test.import({
    publisher: { name: 'Mozilla' },
    software: { name: 'Firefox' },
    versions: ['1.0', '2.0', '2.1'].map((version) => ({ version })),
    identity: { kind: 'test', id: 'firefox' },
  });
  const Authorization = `Bearer ${await test.token('client', ['read', 'write', 'catalogue:write'])}`;
  const made = {} as Made;
  load(readFileSync(CLIENT, 'utf8'), made);
  load(moduleOf(CALLS), made);
  const client = new made.Api({ baseUrl: test.url, baseApiParams: { format: 'json', headers: { Authorization } } });
  expect(await made.run(client)).toMatchObject({
    counts: [20, 2, 1],
    series: '2',
    moved: '2.1',
    renamed: 'other',
    again: 409,
    missing: 404,
    label: '2.1',
    next: null,
    publisher: 'Mozilla',
    kind: 'major',
    secret: 'string',
    flags: { notes: 'for the team', notifications_enabled: true, use_default_notification: true, notify_always: false },
  });
});
