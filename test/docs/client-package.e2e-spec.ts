import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = join(ROOT, 'packages', 'client');
const NAME = 'software-update-tracker-client';

/** What a program does with the package: the answers as JSON. */
const PROGRAM = `
  import { createClient, entries, TrackerProblem } from '${NAME}';
  const [url, token, ...software] = process.argv.slice(2);
  const client = createClient({ url, token });
  const kindOf = (error) => (error instanceof TrackerProblem ? [error.status, error.kind] : String(error));
  const made = [];
  for (const id of software) made.push((await client.api.replaceSoftwareFavorite(id, { version: '1.0' })).data.uuid);
  const names = [];
  for await (const one of entries(client.api.listFavorites, { per_page: 2, sort: 'software' })) names.push(one.software);
  const { answer, ifMatch } = await client.read((params) => client.api.getFavorite(made[0], {}, params));
  const first = await client.api.updateFavorite(made[0], { notes: 'one' }, ifMatch);
  const late = await client.api.updateFavorite(made[0], { notes: 'two' }, ifMatch).catch(kindOf);
  const missing = await client.api.getFavorite('${UNKNOWN_ID}').catch(kindOf);
  const stranger = await createClient({ url, token: 'sut_wrong' }).api.getProfile().catch(kindOf);
  const gone = await client.api.deleteFavorite(made[0]);
  console.log(JSON.stringify({ names, before: answer.data.notes, notes: first.data.notes, late, missing, stranger, gone }));
`;

const RETRYING = `
  import { createClient, TrackerProblem } from '${NAME}';
  const client = createClient({ url: process.argv[2], retries: 2 });
  const statusOf = (error) => (error instanceof TrackerProblem ? [error.status, error.retryAfter] : String(error));
  const read = await client.api.getProfile();
  const created = await client.api.createChannel({ type: 'log', name: 'x', settings: {} }).catch(statusOf);
  const never = await client.api.getSummary().catch(statusOf);
  console.log(JSON.stringify({ read, created, never }));
`;

const run = promisify(execFile);

describe('the package of the client', () => {
  const test = useApp();
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-package-'));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE], { cwd: ROOT });
    const installed = join(folder, 'node_modules', NAME);
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', `${NAME}-0.1.0.tgz`, '-C', installed, '--strip-components', '1'], { cwd: folder });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function answersOf(program: string, ...given: string[]): Promise<unknown> {
    writeFileSync(join(folder, 'program.js'), program);
    const { stdout } = await run(process.execPath, ['program.js', ...given], { cwd: folder });
    return JSON.parse(stdout);
  }

  it('reads, pages, writes on a condition, and names problems', async () => {
    const ids: string[] = [];
    for (const name of ['Ant', 'Bee', 'Cow']) ids.push((await known(test, name, ['1.0'])).id);
    expect(await answersOf(PROGRAM, test.url, await test.token('client'), ...ids)).toEqual({
      names: ['Ant', 'Bee', 'Cow'],
      before: null,
      notes: 'one',
      late: [412, 'precondition-failed'],
      missing: [404, 'not-found'],
      stranger: [401, 'unauthorized'],
      gone: null,
    });
  });

  it('tries again after 429 and 503 where that does no harm', async () => {
    const asked: string[] = [];
    const server: Server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const isFirst = asked.filter((one) => one === asked.at(-1)).length === 1;
      const status = request.url === '/api/v1/summary' ? 429 : isFirst ? 503 : 200;
      response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' }).end('{"data":{}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await answersOf(RETRYING, url)).toEqual({ read: { data: {} }, created: [503, 0], never: [429, 0] });
    } finally {
      server.close();
    }
    expect(asked).toEqual([
      ...['GET /api/v1/profile', 'GET /api/v1/profile', 'POST /api/v1/channel'],
      ...['GET /api/v1/summary', 'GET /api/v1/summary', 'GET /api/v1/summary'],
    ]);
  });

  it('has types with which its README compiles', () => {
    const [, code] = /```ts\n([^]*?)```/.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8'))!;
    writeFileSync(join(folder, 'readme.ts'), `const id: string = '${UNKNOWN_ID}';\n${code}`);
    const options = ['--noEmit', '--strict', '--module', 'node20', '--target', 'es2022', '--typeRoots'];
    const types = join(ROOT, 'node_modules', '@types');
    const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
    execFileSync(process.execPath, [tsc, ...options, types, '--types', 'node', 'readme.ts'], { cwd: folder });
  });
});
