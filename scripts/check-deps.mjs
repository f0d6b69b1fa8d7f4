// npm run check:deps
import { spawnSync } from 'node:child_process';
import { readOptions } from './lib/options.mjs';
import { readJson, shipped } from './lib/shipped.mjs';

const USAGE = `npm run check:deps -- [options]
Is the lock file exact, may we ship what it names, and is anything of it known to be vulnerable? Of what runs in production, and of what is in
the web application. Ends with 0 = all is well, 1 = something is wrong, 3 = nothing is wrong, but nobody could be asked for vulnerabilities.
  --list              print every package with its licence
  --offline           do not ask for vulnerabilities`;

const { values: options } = readOptions(USAGE, {
  list: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
});

/** Ask nothing of whoever runs the service unchanged but to keep the notices. A new one is a decision, made here. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Asks only those who change files of the package to publish them. Ours may have any licence: web-push.
  'MPL-2.0',
  // Python's licence under its newer name: permissive, asks for its notice and a summary of changes. argparse has it, which markdown-it brings.
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);
const manifest = readJson('package.json');
const lock = readJson('package-lock.json');

/** Ranges that package.json and the lock file do not agree on, and packages whose content is not pinned by a hash. */
function lockFaults() {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const differing = kinds.filter((kind) => !sameEntries(manifest[kind], lock.packages[''][kind]));
  const loose = Object.entries(lock.packages).filter(
    ([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity,
  );
  return [
    ...(lock.version === manifest.version ? [] : [`package-lock.json is of version ${lock.version}`]),
    ...differing.map((kind) => `package-lock.json has other ${kind} than package.json: run npm install`),
    ...loose.map(([path]) => `package-lock.json has no hash of ${path}`),
  ];
}

const sameEntries = (one = {}, other = {}) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** SPDX expressions, without brackets within brackets: one of several is ours to choose. */
const isAllowed = (license) =>
  license !== null &&
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)));

/** @returns what `npm audit` found, as lines; null when the registry did not answer it */
function vulnerabilities() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    return null;
  }
  if (!report.vulnerabilities) return null;
  const paths = new Set(packages.map(({ path }) => path));
  const ours = Object.values(report.vulnerabilities).filter(({ nodes }) => nodes.some((path) => paths.has(path)));
  return ours.map(({ name, severity, range, via }) => {
    const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
    return `${name} ${range}: ${severity}: ${reasons.join('; ')}`;
  });
}

function report(what, faults) {
  console.log(`${what}: ${faults.length === 0 ? 'well' : `${faults.length} wrong`}`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length;
}

const packages = shipped(lock);
const counts = new Map();
for (const { license } of packages) counts.set(license, (counts.get(license) ?? 0) + 1);
console.log(`${packages.length} packages: ${[...counts].map(([license, count]) => `${count} ${license}`).join(', ')}`);
if (options.list) for (const { id, license } of packages) console.log(`  ${id} ${license}`);

const refused = packages.filter(({ license }) => !isAllowed(license));
const wrong =
  report('lock file', lockFaults()) +
  report(
    'licences',
    refused.map(({ id, license }) => `${id}: ${license ?? 'says none'}`),
  );
const known = options.offline ? [] : vulnerabilities();
if (options.offline) console.log('known vulnerabilities: not asked for');
else if (known === null)
  console.log(
    'known vulnerabilities: COULD NOT ASK. The registry that npm is set up with gave no answer to npm audit.',
  );
const vulnerable = known && !options.offline ? report('known vulnerabilities', known) : 0;
process.exitCode = wrong + vulnerable > 0 ? 1 : known === null ? 3 : 0;
