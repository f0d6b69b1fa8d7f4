import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, readInventory, XmlReader } from 'inventory-reader';
import { type HttpReceiver, outside } from '../setup/receivers';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'deploy', 'collector');
const PRINTED = join(ROOT, 'packages', 'inventory-reader', 'test', 'fixtures', 'commands');
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

describe('the collector of packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  const world = outside();
  let tracker: HttpReceiver;

  beforeAll(async () => {
    tracker = await world.http();
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const run = async (environment: Record<string, string> = {}) => {
    const settings = {
      PATH: `${folder}:${process.env.PATH}`,
      CONFIG: '/nowhere',
      INVENTORY: 'host-1',
      TRACKER_TOKEN: 't',
    };
    const child = spawn('sh', [join(FOLDER, 'packages.sh')], {
      env: { ...settings, TRACKER_URL: tracker.url, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'exit')) as [number];
    return { code, said };
  };

  /** A program that prints a file. */
  const program = (name: string, prints: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\ncat '${prints}'\n`);
    chmodSync(join(folder, name), 0o755);
  };

  const isDebian = existsSync('/var/lib/dpkg/status');
  (isDebian ? it : it.skip)('sends the packages of dpkg, by the settings of its file', async () => {
    const config = join(folder, 'collector.env');
    const url = `TRACKER_URL=${tracker.url}\n`;
    writeFileSync(config, `${url}TRACKER_TOKEN=token-1\nINVENTORY=web-1.packages\nENVIRONMENT='home lab'\n`);
    tracker.will(200);
    expect(await run({ CONFIG: config })).toMatchObject({ code: 0 });
    const [{ path, headers, body }] = tracker.requests as [(typeof tracker.requests)[number]];
    expect(decodeURIComponent(path)).toBe(
      '/hook/api/v1/inventory/web-1.packages/content?format=dpkg&environment=home lab',
    );
    expect(headers.authorization).toBe('Bearer token-1');
    const { format, components, rejected } = readInventory(Buffer.from(body));
    const installed = execFileSync('dpkg-query', ['-W', '-f', '${db:Status-Status}\\n'], { encoding: 'utf8' });
    expect([format, rejected]).toEqual(['dpkg', []]);
    expect(components.map(({ name }) => name)).toContain('dpkg');
    // Of several architectures a package is one component.
    expect(components.length).toBeLessThanOrEqual(installed.match(/^installed$/gm)!.length);
    expect(components.length).toBeGreaterThan(50);
  });

  it.each([
    ['apk', 'apk', 'apk-list.txt', 'pkg:apk/alpine/libcrypto3@3.3.2-r1?upstream=openssl', /MIT|BSD|Apache/],
    ['rpm', 'rpm', 'rpm-qa.txt', 'pkg:rpm/redhat/nginx@1.20.1-20.el9', /gpg-pubkey/],
    ['homebrew', 'brew', 'brew-list.txt', 'pkg:brew/git@2.49.0', /canary/],
  ])('sends what %s has installed: names and versions alone', async (format, name, prints, purl, left) => {
    program(name, join(PRINTED, prints));
    tracker.will(200);
    expect(await run({ FORMAT: format })).toMatchObject({ code: 0 });
    const { path, body } = tracker.requests.at(-1)!;
    expect(path).toBe(`/hook/api/v1/inventory/host-1/content?format=${format}`);
    expect(body).not.toMatch(left);
    const { components, rejected } = readInventory(Buffer.from(body), { format });
    expect([components.map((one) => one.purl).includes(purl), rejected]).toEqual([true, []]);
  });

  it('tries again while the tracker is away, and not where it refuses', async () => {
    program('brew', join(PRINTED, 'brew-list.txt'));
    tracker.will(503, 403);
    const { code, said } = await run({ FORMAT: 'homebrew' });
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(
        /^collector: the tracker answered 503\ncollector: trying again in [5-7] s\ncollector: .* \(403\)\n$/,
      ),
    ]);
  });

  it('has a service and a timer of systemd, and a job of launchd', () => {
    const units = ['collector-packages.service', 'collector-packages.timer'].map((name) => {
      const file = join(folder, name);
      writeFileSync(file, textOf(name).replace('/usr/local/lib/collector', FOLDER));
      return file;
    });
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    if (!verified.error) expect(verified.stderr.split('\n').filter((line) => line.includes(folder))).toEqual([]);
    const reader = new XmlReader({ maxDepth: 5, maxParts: 100, dropPrefixes: false, isLenient: false });
    // Its document type is Apple's, which readers of ours refuse.
    reader.write(textOf('collector-packages.plist').replace(/<!DOCTYPE[^>]*>/, ''));
    const [plist] = reader.close().children;
    const [dict] = childrenOf(plist!, 'dict');
    expect(childrenOf(dict!, 'key').map(({ text }) => text)).toEqual([
      ...['Label', 'ProgramArguments', 'EnvironmentVariables', 'RunAtLoad', 'StartInterval'],
    ]);
  });
});
