import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
/** The command line, which is tested as it is built, answers for its own script. */
const SCRIPTS = readdirSync(join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs') && name !== 'cli.mjs');

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('scripts', script), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('every script', () => {
  it.each(SCRIPTS)('says how it is used, and what it does not know: %s', (script) => {
    const { status, stdout, stderr: said } = run(script, '--help');
    expect({ status, said }).toEqual({ status: 0, said: '' });
    expect(stdout).toMatch(/^np[mx] |^node /);
    const stderr = "Unknown option '--no-such-option'. --help says what there is.\n";
    expect(run(script, '--no-such-option')).toEqual({ status: 2, stdout: '', stderr });
  });

  it.each([
    ['fuzz.mjs', ['--requests', '0'], '--requests must be a whole number from 1'],
    ['fuzz.mjs', ['--seed'], "Option '--seed <value>' argument missing"],
    ['test-crash.mjs', ['--database', 'sqlite::memory:'], '--database must be the URL of a MariaDB or MySQL server'],
    ['check-deps.mjs', ['more'], "Unexpected argument 'more'"],
    ['bench-web.mjs', ['--rounds', 'x'], '--rounds must be a whole number from 1'],
    ['import-catalogue.mjs', ['--format', 'csv', 'a'], '--format must be winget or release-data'],
    ['import-catalogue.mjs', ['--format', 'winget'], 'One folder or archive is needed'],
    ['test.mjs', ['-t'], '-t needs the name of a test'],
  ])('refuses values that are none: %s %j', (script, args, sentence) => {
    expect(run(script, ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}. --help says what there is.\n`,
    });
  });
});

describe('a filter that leaves nothing to run', () => {
  const jest = (...args: string[]) =>
    spawnSync(process.execPath, [join('node_modules', 'jest', 'bin', 'jest.js'), ...args], {
      cwd: ROOT,
      encoding: 'utf8',
    });

  it('fails, by name and by path, and one that leaves some does not', () => {
    const named = jest('packages/small-parts/test/text.spec.ts', '-t', 'nothing of that name');
    expect(named.status).toBe(1);
    expect(named.stderr).toContain('No test has a name with "nothing of that name" in it.');
    const path = jest('test/no-such-file');
    expect(path.status).toBe(1);
    expect(path.stdout + path.stderr).toContain('No tests found');
    expect(jest('packages/small-parts/test/text.spec.ts', '-t', 'e').status).toBe(0);
  });
});
