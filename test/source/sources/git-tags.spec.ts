import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packetsOf, tagsOf } from '../../../src/source/sources/git-packets';
import { SourceError } from '../../../src/common/fetch/source-error';
import { closeAll, closers } from '../../notification/providers/peers';
import { labels, sourceAt } from './one-source';
import { ADVERTISEMENT, CAPABILITIES, packets, REFERENCES, serveGit } from './git-server';

const TAGS = ['v1.0.0', 'v1.1.0-rc1', 'release/2.0'];

afterEach(closeAll);

describe('tags of a git server', () => {
  test('come from ls-refs where it speaks version 2, and nothing about them is kept', async () => {
    const { fetch, url, validators } = await sourceAt('git-tags');
    const found = await fetch({ url: `${url}/project.git/` }, (request) => {
      const [status, headers, body] = serveGit('/project.git', request);
      return [status, { ...headers, etag: '"capabilities"' }, body];
    });
    expect(labels(found)).toEqual(TAGS);
    expect(validators()).toBeNull();
  });

  test('come from its first answer where it speaks an older version', async () => {
    const { fetch, url, requests } = await sourceAt('git-tags');
    expect(labels(await fetch({ url: `${url}/project` }, () => [200, {}, ADVERTISEMENT]))).toEqual(TAGS);
    expect(requests).toHaveLength(1);
  });

  test('come from the older way where the second request leads nowhere', async () => {
    const { fetch, url } = await sourceAt('git-tags');
    const found = await fetch({ url: `${url}/project` }, ({ method, headers }) => {
      if (method === 'POST') return [404, {}, ''];
      return [200, {}, headers['git-protocol'] ? CAPABILITIES : ADVERTISEMENT];
    });
    expect(labels(found)).toEqual(TAGS);
  });

  test.each([
    ['cut off within a packet', REFERENCES.slice(0, 100)],
    ['cut off between packets', REFERENCES.slice(0, -4)],
    ['a refusal', packets('ERR access denied\n', null)],
    ['no git', 'hello, world'],
    ['a length that is too long', `ffff${'x'.repeat(20)}0000`],
  ])('are not guessed from %s', async (_which, body) => {
    const { fetch, url } = await sourceAt('git-tags');
    await expect(fetch({ url: `${url}/x` }, () => [200, {}, body])).rejects.toThrow(SourceError);
  });

  test('may have names of any script, and one that is not UTF-8 hides no other', async () => {
    const id = 'a'.repeat(64);
    const lines = packets(`${id} refs/tags/版本-1\n`, `${id} refs/tags/v2\n`, null);
    expect(tagsOf(await packetsOf(lines))).toEqual(['版本-1', 'v2']);
    // As it arrives: the length counts one byte where three stand now.
    const length = (4 + `${id} refs/tags/?\n`.length).toString(16).padStart(4, '0');
    const latin = `${length}${id} refs/tags/\ufffd\n`;
    expect(tagsOf(await packetsOf(latin + lines))).toEqual(['版本-1', 'v2']);
  });
});

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();

function hasGitServer(): boolean {
  try {
    return existsSync(join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend'));
  } catch {
    return false;
  }
}

/** Git's own CGI program behind HTTP. */
function runGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://localhost');
  const env = {
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    CONTENT_LENGTH: request.headers['content-length'] ?? '',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  request.pipe(child.stdin);
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const status = Number(/^Status: (\d+)/m.exec(all.toString('latin1', 0, end))?.[1] ?? 200);
    response.writeHead(status).end(all.subarray(end + 4));
  });
}

const describeGit = hasGitServer() ? describe : describe.skip;

describeGit("git's own server", () => {
  const root = mkdtempSync(join(tmpdir(), 'git-tags-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  beforeAll(() => {
    git(root, 'init', '-q', 'project.git');
    const folder = join(root, 'project.git');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
    git(folder, 'tag', 'v1.0.0');
    git(folder, 'tag', '-a', 'v1.1.0', '-m', 'annotated');
    git(folder, 'tag', 'release/größe');
    git(folder, 'branch', 'side');
    git(root, 'init', '-q', 'empty.git');
  });

  async function serve(): Promise<string> {
    const server = createServer((request, response) => runGit(root, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('lists the tags of a real repository', async () => {
    const { fetch } = await sourceAt('git-tags');
    const found = await fetch({ url: `${await serve()}/project.git/.git` }, () => [500]);
    expect(labels(found).sort()).toEqual(['release/größe', 'v1.0.0', 'v1.1.0']);
  });

  test('has no tags in an empty repository, and no repository of another name', async () => {
    const base = await serve();
    expect(await (await sourceAt('git-tags')).fetch({ url: `${base}/empty.git/.git` }, () => [500])).toEqual([]);
    const none = (await sourceAt('git-tags')).fetch({ url: `${base}/none.git` }, () => [500]);
    await expect(none).rejects.toMatchObject({ code: 404 });
  });
});
