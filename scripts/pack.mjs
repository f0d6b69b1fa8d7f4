// node scripts/pack.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions, refuse } from './lib/options.mjs';
import { readJson } from './lib/shipped.mjs';

const USAGE = `node scripts/pack.mjs [options]
Packs the built program for machines without containers (docs/install.md): a .tar.gz, and what is in it as CycloneDX. The same
build is packed to the same bytes. Its packages are not in it: npm ci --omit=dev brings those for the machine.
  --output var/release   the folder to write to`;

const { output } = readOptions(USAGE, { output: { type: 'string', default: 'var/release' } }).values;
if (!existsSync('dist/main.js') || !existsSync('dist/web')) refuse('dist is missing: npm run build makes it');

const { name, version } = readJson('package.json');
const title = `${name}-${version}`;
const CONTENT = [
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'package.json',
  'package-lock.json',
  '.env.example',
  'data',
  'deploy',
  'dist',
  'docs',
];

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(1);
}

mkdirSync(output, { recursive: true });
run('tar', [
  ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--mode=u+rwX,go+rX,go-w'],
  ...['--exclude=*.map', '--exclude=dist/compile-cache', '--exclude=docs/images'],
  ...['--use-compress-program', 'gzip -n -9', `--transform=s,^,${title}/,`],
  ...['--create', '--file', join(output, `${title}.tar.gz`), ...CONTENT],
]);
run(process.execPath, [resolve('scripts/sbom.mjs'), '--output', join(output, `${title}.cdx.json`)]);
