import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };

function run(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', input });
  return { status, stdout, stderr };
}

const library = (name: string, args: string[], input?: string) => run([`packages/${name}/bin.js`, ...args], input);

const RECORD = {
  id: 'GHSA-aaaa-bbbb-cccc',
  aliases: ['CVE-2026-0001'],
  modified: '2026-01-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'tool' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.4' }] }],
    },
  ],
};

describe('the libraries', () => {
  it.each(workspaces)('do what the README shows: %s', (folder) => {
    const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
    const [, code = ''] = /```js\n([^]*?)```/.exec(readme)!;
    // `call(…); // what it gives`, with … for what is left out.
    const shown = [...code.matchAll(/^(?!const )(.+);(?: |\n)\/\/ ([^…\n]*)$/gm)];
    const checks = shown.map(([, call, gives]) => `console.log(JSON.stringify(${call}) === JSON.stringify(${gives}));`);
    const { status, stdout, stderr } = run(['-e', `${code}\n${checks.join('\n')}`]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('true\n'.repeat(checks.length));
  });

  it('answer line by line', () => {
    for (const [name, args, input, output, status] of [
      ['version-order', ['version', 'compare'], '1.9\t1.10\n2.0\n', '<\n!\n', 1],
      ['version-order', ['version', 'sort', '--scheme', 'semver'], '1.10.0\n1.9.0\n', '1.9.0\n1.10.0\n', 0],
      ['version-order', ['vers', 'contains'], 'vers:npm/>=1|<2\t1.5\nnonsense\n', 'true\nerror\n', 0],
      ['inventory-reader', ['purl', 'parse'], 'pkg:npm/express@5.0.0\n', /^\{.*"name":"express".*\}\n$/, 0],
      [
        'inventory-reader',
        ['inventory', 'read', '-'],
        'FROM nginx:1.27.3\n',
        /^\{"purl":"pkg:docker\/nginx@1.27.3"/,
        0,
      ],
      ['release-text', ['notes', 'render', '--from', 'markdown', '--to', 'html'], '- **New**', /<strong>New</, 0],
    ] as const) {
      const own = library(name, [...args], input);
      expect([args, own.status]).toEqual([args, status]);
      expect(own.stdout).toEqual(typeof output === 'string' ? output : expect.stringMatching(output));
    }
    expect(library('version-order', ['version', 'compare', '1'])).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: expect.stringContaining('both versions') as string,
    });
    expect(library('version-order', ['version', 'compare', '--scheme', 'none', '1', '2']).status).toBe(2);
    expect(library('release-text', ['notes', 'read', 'no/such/file'])).toMatchObject({ status: 1, stdout: '' });
  });

  it('say which vulnerabilities a package has', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-library-'));
    const file = join(folder, 'records.ndjson');
    writeFileSync(file, `${JSON.stringify(RECORD)}\n`);
    const lines = 'pkg:npm/tool@1.2.3\npkg:npm/tool@1.2.4\npkg:npm/other@1.2.3\npkg:npm/tool\n';
    const { status, stdout } = library('advisory-match', ['check', file], lines);
    const finding = { vulnerability: 'CVE-2026-0001', state: 'affected', severity: 'unknown', fixed: '1.2.4' };
    const answers = [[finding], [], [], { error: 'the package URL has no version' }];
    expect([
      status,
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ]).toEqual([0, answers]);
    writeFileSync(file, '{"id": 7}\n');
    const refused = library('advisory-match', ['check', file], lines);
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^line 1: /) as string });
    rmSync(folder, { recursive: true });
  });
});
