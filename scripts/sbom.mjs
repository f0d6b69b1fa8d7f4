// npm run sbom
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOptions } from './lib/options.mjs';
import { readJson, shipped } from './lib/shipped.mjs';

const USAGE = `npm run sbom -- [options]
What runs in production and what is in the web application, as CycloneDX 1.5 (by npm sbom), from the lock file.
  --output var/sbom.cdx.json`;

const { output } = readOptions(USAGE, { output: { type: 'string', default: 'var/sbom.cdx.json' } }).values;
const { name, version } = readJson('package.json');
const purlOf = (id) => `pkg:npm/${id.replace(/^@/, '%40')}`;
const licenses = new Map(shipped(readJson('package-lock.json')).map(({ id, license }) => [purlOf(id), license]));

// All of them, and taken out here: with --omit npm 11 also leaves out what is a peer of something, such as Express.
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync('npm', args, {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  process.stderr.write(stderr);
  process.exit(1);
}
const bom = JSON.parse(stdout);
// npm takes the name of the folder.
bom.metadata.component.name = name;
bom.components = bom.components.filter(({ purl }) => licenses.has(purl));
for (const component of bom.components) {
  component.licenses ??= [{ expression: licenses.get(component.purl) }];
  // A package of the web application is one for development to npm.
  component.properties = component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development');
}
const kept = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));

const missing = [...licenses.keys()].filter((purl) => !bom.components.some((component) => component.purl === purl));
if (missing.length > 0) throw new Error(`npm sbom left out ${missing.join(', ')}`);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${output}: ${name} ${version} and ${bom.components.length} components`);
