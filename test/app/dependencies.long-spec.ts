import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

const ROOT = join(__dirname, '..', '..');

interface Done {
  code: number;
  output: string;
}

function run(script: string, args: string[], folder = ROOT, registry = 'http://127.0.0.1:1/'): Promise<Done> {
  // npm is told by these whom to ask, and that it need not try for minutes.
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'scripts', script), ...args],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
      },
    );
  });
}

/** A registry as far as `npm audit` needs one. */
class Registry {
  asked: Record<string, string[]> = {};
  advisories: Record<string, object[]> = {};
  private readonly server: Server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end('{}');
    const unpacked = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
    void text(unpacked).then((body) => {
      this.asked = JSON.parse(body) as Record<string, string[]>;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(this.advisories));
    });
  });

  async url(): Promise<string> {
    if (!this.server.listening) await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.close();
  }
}

const registry = new Registry();
const folders: string[] = [];

afterAll(() => {
  registry.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Lock {
  packages: Record<string, { version?: string; license?: string; integrity?: string; dependencies?: object }>;
}

/** A copy of what says the dependencies, changed. */
function changed(change: (lock: Lock) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  folders.push(folder);
  for (const file of ['package.json', 'dist/web/packages.json']) cpSync(join(ROOT, file), join(folder, file));
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  // Their licences are in what is installed only.
  for (const [path, entry] of Object.entries(lock.packages)) if (path) entry.license ??= 'MIT';
  change(lock);
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

describe('npm run check:deps', () => {
  it('finds nothing wrong with the lock file and the licences of this project', async () => {
    const { code, output } = await run('check-deps.mjs', ['--offline', '--list']);
    expect(output).toMatch(/^lock file: well$/m);
    expect(output).toMatch(/^licences: well$/m);
    expect(output).toMatch(/^ {2}express@\S+ MIT$/m);
    expect(output).toMatch(/^ {2}preact@\S+ MIT$/m); // of the web application
    expect(code).toBe(0);
  });

  it('asks, and is content when nothing is known', async () => {
    const { code, output } = await run('check-deps.mjs', [], ROOT, await registry.url());
    expect(output).toMatch(/^known vulnerabilities: well$/m);
    expect(code).toBe(0);
    expect(Object.keys(registry.asked)).toEqual(expect.arrayContaining(['express', 'mysql2', 'preact']));
  });

  it('names what is known to be vulnerable', async () => {
    const advisory = {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'Made up',
      severity: 'high',
      vulnerable_versions: '*',
    };
    registry.advisories = { express: [advisory], preact: [advisory], jest: [advisory] };
    const { code, output } = await run('check-deps.mjs', [], ROOT, await registry.url());
    expect(output).toMatch(/^ {2}express\b.*: high: Made up \(https:\/\/advisories\.example\/1\)$/m);
    expect(output).toMatch(/^ {2}preact\b.*: high: Made up/m);
    expect(output).not.toMatch(/^ {2}jest /m);
    expect(code).toBe(1);
  });

  it('says plainly that it could not ask, and ends with a code of its own', async () => {
    const { code, output } = await run('check-deps.mjs', []);
    expect(output).toContain('COULD NOT ASK');
    expect(code).toBe(3);
  });

  it.each<[string, (lock: Lock) => void, RegExp]>([
    [
      'a licence that is not allowed',
      ({ packages }) => (packages['node_modules/express']!.license = 'AGPL-3.0'),
      /express@\S+: AGPL-3\.0/,
    ],
    [
      'one of a choice that has none allowed',
      ({ packages }) => (packages['node_modules/express']!.license = '(GPL-2.0 OR MIT AND SSPL-1.0)'),
      /express@/,
    ],
    [
      'a package without a hash',
      ({ packages }) => delete packages['node_modules/express']!.integrity,
      /no hash of node_modules\/express/,
    ],
    [
      'a lock file that is behind',
      ({ packages }) => (packages['']!.dependencies = {}),
      /other dependencies than package\.json/,
    ],
  ])('refuses %s', async (_what, change, message) => {
    const { code, output } = await run('check-deps.mjs', ['--offline'], changed(change));
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  it('takes one of several licences', async () => {
    const folder = changed(({ packages }) => (packages['node_modules/express']!.license = '(GPL-2.0 OR MIT)'));
    expect(await run('check-deps.mjs', ['--offline'], folder)).toMatchObject({ code: 0 });
  });
});

describe('npm run sbom', () => {
  it('lists what is shipped with versions, licences and hashes, and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
    folders.push(folder);
    const file = join(folder, 'sbom.cdx.json');
    expect(await run('sbom.mjs', ['--output', file])).toMatchObject({ code: 0 });
    const bom = JSON.parse(readFileSync(file, 'utf8'));
    const { name, version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name, version, type: 'application' } },
    });
    const names = (bom.components as { name: string }[]).map((component) => component.name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'preact', 'downshift']));
    expect(names.filter((one) => ['jest', 'vite', 'typescript', 'eslint', 'prettier'].includes(one))).toEqual([]);
    for (const component of bom.components) {
      expect(component.licenses).toHaveLength(1);
      expect(component.hashes[0]).toMatchObject({ alg: expect.stringMatching(/^SHA-/) });
    }
  });
});
