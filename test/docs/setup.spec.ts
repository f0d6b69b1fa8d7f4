import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SETUP = join(__dirname, '..', '..', 'scripts', 'lib', 'setup.mjs');

const LOCK = {
  '': { name: 'project' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-o', optional: true },
};
const INSTALLED = { 'node_modules/a': LOCK['node_modules/a'] };
const changed = { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' } };
const text = (packages: object) => JSON.stringify({ packages });

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'setup-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Whether nothing has to be installed. */
function isInstalled(installed: string | null): boolean {
  writeFileSync(join(folder, 'package-lock.json'), text(LOCK));
  if (installed !== null) {
    mkdirSync(join(folder, 'node_modules'));
    const hidden = join(folder, 'node_modules', '.package-lock.json');
    writeFileSync(hidden, installed);
    // Whatever git does to the times of files.
    utimesSync(hidden, 1, 1);
  }
  const script = `import(${JSON.stringify(SETUP)}).then(({ isInstalled }) => console.log(isInstalled(${JSON.stringify(folder)})))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as boolean;
}

it.each<[string, string | null, boolean]>([
  ['there are none', null, false],
  ['they are older than the lock file, but what it names', text(INSTALLED), true],
  [
    'those of this system alone are there',
    text({ ...INSTALLED, 'node_modules/other-system': LOCK['node_modules/other-system'] }),
    true,
  ],
  ['one is of another version', text(changed), false],
  ['one is missing', text({}), false],
  ['one is too many', text({ ...INSTALLED, 'node_modules/more': { version: '1.0.0' } }), false],
  ['installing was cut off', text(INSTALLED).slice(0, 20), false],
])('packages are installed: %s', (_, installed, expected) => expect(isInstalled(installed)).toBe(expected));
