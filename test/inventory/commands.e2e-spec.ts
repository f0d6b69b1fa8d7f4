import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInventory } from 'inventory-reader';

const DOCS = readFileSync(join(__dirname, '..', '..', 'docs', 'inventories.md'), 'utf8');
const RECORDED = join(__dirname, '..', '..', 'packages', 'inventory-reader', 'test', 'fixtures', 'commands');

/** By the program: what it prints, and what is expected of it. winget writes a file. */
const PROGRAMS: Record<string, { prints: string; format: string; components: string[] }> = {
  docker: {
    prints: 'docker-ps.txt',
    format: 'docker-ps',
    components: [
      'pkg:docker/nginx@1.27.4-alpine',
      'pkg:docker/postgres@17.4',
      'pkg:docker/shop@2.14?repository_url=registry.example.org',
    ],
  },
  'dpkg-query': { prints: 'dpkg-query.txt', format: 'dpkg', components: ['pkg:deb/debian/openssl@3.0.19-1~deb12u2'] },
  apk: { prints: 'apk-list.txt', format: 'apk', components: ['pkg:apk/alpine/libcrypto3@3.3.2-r1?upstream=openssl'] },
  rpm: { prints: 'rpm-qa.txt', format: 'rpm', components: ['pkg:rpm/redhat/nginx@1.20.1-20.el9'] },
  brew: {
    prints: 'brew-list.txt',
    format: 'homebrew',
    components: ['pkg:brew/git@2.49.0', 'pkg:brew/openssl%403@3.4.1'],
  },
  kubectl: {
    prints: 'kubectl-get.json',
    format: 'kubernetes',
    components: ['pkg:docker/nginx@1.27.4', 'pkg:docker/redis@7.4.2'],
  },
  helm: { prints: 'helm-list.json', format: 'helm', components: ['pkg:helm/ingress-nginx@4.12.0'] },
  syft: {
    prints: 'syft.json',
    format: 'cyclonedx',
    components: ['pkg:docker/nginx@1.27.4', 'pkg:deb/debian/adduser@3.134?arch=all&distro=debian-12'],
  },
  grep: { prints: 'grep-versions.txt', format: 'version-files', components: ['immich', 'vaultwarden'] },
  winget: { prints: 'winget-export.json', format: 'winget', components: ['Git.Git', 'Mozilla.Firefox'] },
};

const COMMANDS = DOCS.split('\n').filter((line) => /^[a-z][\w-]* .*\bcurl .*\/api\/v1\/inventory\//.test(line));

interface Received {
  method: string;
  path: string;
  authorization: string;
  body: Buffer;
}

/** Programs of the names that the commands use, each of which prints what was recorded. */
function programsIn(folder: string): void {
  for (const [name, { prints }] of Object.entries(PROGRAMS)) {
    const file = join(folder, name);
    const output = name === 'winget' ? ' > apps.json' : '';
    writeFileSync(file, `#!/bin/sh\ncat '${join(RECORDED, prints)}'${output}\n`);
    chmodSync(file, 0o755);
  }
}

describe('the commands of the documentation', () => {
  let server: Server;
  let folder: string;
  let received: Received[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tracker-test-'));
    programsIn(folder);
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { method = '', url = '', headers } = request;
        received.push({ method, path: url, authorization: headers.authorization ?? '', body });
        response.end('{}');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function run(command: string): Promise<Received> {
    received = [];
    const URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = { PATH: `${folder}:${process.env.PATH}`, URL, AUTH: 'Authorization: Bearer secret' };
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(received).toHaveLength(1);
    return received[0]!;
  }

  it('are there for each program', () => {
    expect(COMMANDS.map((command) => command.split(' ', 1)[0])).toEqual(Object.keys(PROGRAMS).sort(byPlace));
  });

  it.each(COMMANDS)('%s', async (command) => {
    const { format, components } = PROGRAMS[command.split(' ', 1)[0]!]!;
    const { method, path, authorization, body } = await run(command);
    expect([method, authorization]).toEqual(['PUT', 'Bearer secret']);
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    expect(pathname).toMatch(/^\/api\/v1\/inventory\/[a-z0-9][a-z0-9._-]{0,63}\/content$/);
    const inventory = readInventory(body, { format: searchParams.get('format') ?? undefined });
    expect(inventory.format).toBe(format);
    expect(inventory.rejected).toEqual([]);
    expect(inventory.components.map(({ purl, name }) => purl ?? name)).toEqual(expect.arrayContaining(components));
  });
});

const byPlace = (a: string, b: string) =>
  COMMANDS.findIndex((command) => command.startsWith(`${a} `)) -
  COMMANDS.findIndex((command) => command.startsWith(`${b} `));
