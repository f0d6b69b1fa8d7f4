// What `npm start` and `npm test` need before they can do anything, made when it is missing or out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Their folders, which the service is built with. */
const LIBRARIES = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;

/** What the pages of the documentation have of the web application. */
const LOOKS = ['page.mjs', 'theme.js', 'src/theme/colors.ts', 'public/icon.svg'].map((name) => join('web', name));

const modified = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

function newestIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return Math.max(
    ...entries.map((entry) =>
      entry.isDirectory() ? newestIn(join(folder, entry.name)) : modified(join(folder, entry.name)),
    ),
  );
}

function run(command, args, what) {
  console.error(what);
  // What the tools say is shown when they fail only: a newcomer has nothing to learn from it.
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  const how = result.signal ? `was interrupted (${result.signal})` : 'failed';
  console.error(`${result.error ? `${result.error.message}\n` : ''}${what} It ${how}. Run the same command again.`);
  process.exit(1);
}

/** The packages that a lock file names, by their folders; null = it is not there, or was cut off. */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError || error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether what npm has installed is what the lock file names, but for optional packages of other systems. File times say nothing: git changes them. */
export function isInstalled(folder) {
  // npm writes it last.
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  delete wanted['']; // the project itself
  const isSame = (one, other) => one?.version === other.version && one.integrity === other.integrity;
  return (
    installed !== null &&
    Object.keys(installed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([folder, one]) =>
      folder in installed
        ? isSame(installed[folder], one)
        : one.optional === true || one.devOptional === true || one.link,
    )
  );
}

export function install() {
  if (isInstalled(root)) return;
  if (existsSync(join(root, 'node_modules')) && lstatSync(join(root, 'node_modules')).isSymbolicLink()) {
    console.error('node_modules is a link to packages of another version: remove it, or update what it leads to.');
    process.exit(1);
  }
  run('npm', ['ci', '--no-audit', '--no-fund'], 'Installing packages (a minute or two, once) …');
}

export function build() {
  const sources = ['src', ...LIBRARIES.map((folder) => join(folder, 'src'))];
  if (modified('dist/main.js') < Math.max(...sources.map(newestIn))) {
    run(
      process.execPath,
      [join('node_modules', 'typescript-7', 'bin', 'tsc'), '-b', 'tsconfig.build.json'],
      'Building …',
    );
    run(process.execPath, [join('scripts', 'lib', 'bundle.mjs')], 'Joining it with its packages …');
  }
  // Written last, so that a build that was cut off is done again.
  if (
    modified('dist/web/assets.json') <
    Math.max(newestIn('web'), modified('data/icons.tsv'), modified('node_modules/.package-lock.json'))
  )
    run(process.execPath, [join('web', 'build.mjs')], 'Building the web application …');
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'));
  if (
    modified('dist/docs/assets.json') <
    Math.max(newestIn('docs'), newestIn(join('scripts', 'docs-site')), ...[...pages, ...LOOKS].map(modified))
  )
    run(process.execPath, [join('scripts', 'docs-site', 'build.mjs')], 'Building the documentation …');
}
