import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { SCOPES } from '../../src/config/scopes';
import { createEmptyDatabase } from '../setup/database';
import { type Block, blocksOf, printedBy } from '../setup/doc-blocks';
import { eventually } from '../setup/eventually';
import { createStage, logLines, serve, type Server, type Stage } from '../setup/process';

const ROOT = join(__dirname, '..', '..');
const PAGES = ['docs', 'docs/channels'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const isRun = ({ language, notRun }: Block) => language === 'sh' && notRun === null;

describe.each(PAGES)('%s', (page) => {
  const blocks = blocksOf(page);

  it('has files that parse, and says of each command that is not run why', () => {
    for (const { language, code, line } of blocks) {
      try {
        if (language === 'yaml') loadAll(code);
        if (language === 'json') JSON.parse(code);
      } catch (error) {
        throw new Error(`${page}:${line} is no ${language}`, { cause: error });
      }
    }
    // Ways around.
    const evading = blocks.filter(
      ({ language, code }) =>
        ['console', 'bash', 'shell', 'shellsession'].includes(language) ||
        (language === '' && /^(\$ |curl|node|npm|docker|kubectl)/.test(code)),
    );
    expect(evading.map(({ line, code }) => `${page}:${line} ${code}`)).toEqual([]);
    const unexplained = blocks.filter(({ notRun }) => notRun !== null && !/^\p{L}.{9,}$/u.test(notRun));
    expect(unexplained.map(({ line }) => `${page}:${line}`)).toEqual([]);
  });
});

describe('as pasted', () => {
  let stage: Stage;
  let server: Server;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    stage = await createStage({}, createEmptyDatabase());
    const own = {
      DATA_DIR: stage.env.DATA_DIR!,
      SOURCES: 'off',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      // Nobody is there: what needs them can be set up, and nothing is sent.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'tracker@example.org',
      APPRISE_URL: 'http://127.0.0.1:9',
    };
    server = await serve({ ...own, PORT: '0', DEMO: 'true', LOG_LEVEL: 'debug' });
    folder = mkdtempSync(join(tmpdir(), 'tracker-docs-'));
    for (const name of ['deploy', 'examples']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    for (const name of [
      'dist',
      'data',
      'packages',
      'docs',
      'node_modules',
      'openapi.json',
      'compose.yaml',
      'compose.sqlite.yaml',
    ])
      symlinkSync(join(ROOT, name), join(folder, name));
    writeFileSync(join(folder, 'package.json'), '{"private": true, "scripts": {"cli": "node dist/cli.js"}}\n');
    mkdirSync(join(folder, 'home'));
    const { stdout } = await stage.cli(['token', 'create', '--user', 'demo', '--scopes', SCOPES.join()], '', {
      ...own,
      DATABASE_URL: '',
      SECRET_KEY: '',
    });
    const TOKEN = stdout.trim().split('\n').at(-1)!;
    const { url } = server;
    env = { ...own, PATH: process.env.PATH!, HOME: join(folder, 'home'), URL: url, API: `${url}/api/v1`, TOKEN };
  });

  afterAll(async () => {
    await server?.stop();
    await stage?.drop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a script to its end. */
  async function run(script: string) {
    const file = join(folder, 'page.sh');
    writeFileSync(file, script);
    // Through cat: what Node.js gives a child is no pipe of the system, and cannot be opened as /dev/stderr.
    const wrapped = 'set -o pipefail; timeout 300 bash -eu -o pipefail "$0" 2> >(cat >&2) | cat';
    const child = spawn('bash', ['-c', wrapped, file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, ...said };
  }

  /** Requests that were refused since so many lines of the log: all of them were logged when one that was sent after them was. */
  async function refusalsSince(start: number): Promise<{ status: number; asked: string }[]> {
    const requestId = `after-${start}`;
    await fetch(`${server.url}/health/live`, { headers: { 'X-Request-Id': requestId } });
    const lines = () => logLines(server.output.stdout).slice(start);
    await eventually(() => lines().some((line) => line.requestId === requestId));
    return lines()
      .filter(({ msg, status }) => msg === 'request' && Number(status) >= 400)
      .map(({ status, method, route }) => ({ status: Number(status), asked: `${String(method)} ${String(route)}` }));
  }

  it.each(PAGES.filter((page) => blocksOf(page).some(isRun)))('%s', async (page) => {
    const blocks = blocksOf(page).filter(isRun);
    const start = logLines(server.output.stdout).length;
    const { status, stdout, stderr } = await run(
      [
        'trap \'echo "in the block of line $block: $BASH_COMMAND" >&2\' ERR',
        ...blocks.map(({ line, code }) => `block=${line}\n${code}`),
      ].join('\n'),
    );
    if (status !== 0) throw new Error(`${page} ended with ${status}\n${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`);
    const lines = stdout.split('\n');
    expect(blocks.flatMap(printedBy).filter((line) => !lines.includes(line))).toEqual([]);
    const foreseen = blocks.flatMap(({ refusals }) => refusals);
    expect((await refusalsSince(start)).filter((one) => !foreseen.includes(one.status))).toEqual([]);
  });

  it('install.md says about how large the database is with the bundled catalogue', () => {
    const [, megabytes] = /the embedded database has some (\d+) MB/.exec(
      readFileSync(join(ROOT, 'docs/install.md'), 'utf8'),
    )!;
    const { size } = statSync(join(stage.env.DATA_DIR!, 'tracker.sqlite'));
    expect(size / 1e6 / Number(megabytes)).toBeGreaterThan(0.8);
    expect(size / 1e6 / Number(megabytes)).toBeLessThan(1.25);
  });
});
