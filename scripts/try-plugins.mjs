// Builds and tests the example plug-ins as a stranger would: each in a folder of its own, outside of this one, with the kit from its packed archive.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { end, readOptions } from './lib/options.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const EXAMPLES = ['channel-zulip', 'source-json-pages'];

const { values: options } = readOptions(
  `npm run try:plugins -- [options]
Packs the kit, then builds, tests and packs each of examples/ in a folder of its own. No network is needed. Ends with 0 when all is well.
  --keep FOLDER      leave the packed archives in this folder`,
  { keep: { type: 'string' } },
);

function run(folder, command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(`${stdout}${stderr}${error ?? ''}\n`);
  console.error(`In ${folder}, ${command} ${args.join(' ')} failed.`);
  process.exit(1);
}

const archiveIn = (folder, to) => join(to, run(folder, 'npm', 'pack', '--silent', '--pack-destination', to).trim());

/** Without a network, what a stranger's `npm install` would fetch is linked from here: exactly the tools that the example names. */
function installTools(folder, kit) {
  const file = join(folder, 'package.json');
  const manifest = readFileSync(file, 'utf8');
  const { devDependencies, ...rest } = JSON.parse(manifest);
  writeFileSync(file, JSON.stringify(rest));
  run(folder, 'npm', 'install', '--offline', '--no-save', '--no-audit', '--no-fund', kit);
  writeFileSync(file, manifest);
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
  // The last one: what the types of Node.js need.
  for (const name of [...Object.keys(devDependencies), 'undici-types']) {
    // Here `typescript` is what stands in for the last compiler in JavaScript, beside the native one.
    const own = name === 'typescript' ? '@typescript/old' : name;
    symlinkSync(join(ROOT, 'node_modules', own), join(folder, 'node_modules', name), 'junction');
  }
}

run(ROOT, process.execPath, join('scripts', 'lib', 'build-kit.mjs'));
const place = mkdtempSync(join(tmpdir(), 'tracker-plugins-'));
try {
  const archives = options.keep ?? join(place, 'archives');
  mkdirSync(archives, { recursive: true });
  const kit = archiveIn(join(ROOT, 'packages', 'plugin-kit'), archives);
  for (const example of EXAMPLES) {
    const folder = join(place, example);
    cpSync(join(ROOT, 'examples', example), folder, {
      recursive: true,
      filter: (path) => !/[\\/](dist|node_modules)$/.test(path),
    });
    installTools(folder, kit);
    run(folder, process.execPath, join(folder, 'node_modules', 'typescript', 'bin', 'tsc'));
    const said = run(folder, 'npm', 'test', '--silent');
    const archive = archiveIn(folder, archives);
    console.log(`${example}: ${/^# pass (\d+)/m.exec(said)?.[1]} tests passed, packed as ${archive}`);
  }
  end('The example plug-ins work with the packed kit.');
} finally {
  rmSync(place, { recursive: true, force: true });
}
