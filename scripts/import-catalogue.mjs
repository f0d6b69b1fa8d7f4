// Imports what others publish: a tool for whoever makes the catalogue that comes with the service.
import { existsSync } from 'node:fs';
import { readOptions, refuse } from './lib/options.mjs';

const USAGE = `npm run build && node scripts/import-catalogue.mjs --format winget|release-data <folder|archive|->
Imports what others publish into the catalogue (docs/sources.md).
  --format   winget: manifests of winget-pkgs; release-data: that of endoflife.date
A folder, a tar archive, plain or gzip, or - for an archive on standard input. The database is that of npm run cli.`;

const { values, positionals } = readOptions(USAGE, { format: { type: 'string', default: '' } }, true);
const { format } = values;
const [location] = positionals;
if (!['winget', 'release-data'].includes(format)) refuse('--format must be winget or release-data');
if (positionals.length !== 1) refuse('One folder or archive is needed');
if (!existsSync('dist/cli.js')) refuse('The service is not built: npm run build');

await import('reflect-metadata');
const { importing, remark } = await import('../dist/app/cli/catalogue.js');
const { ConfigError } = await import('../dist/config/config.js');
const { runCommand } = await import('small-parts');
const { importFiles } = await import('./lib/catalogue/import-files.mjs');
await runCommand(
  () =>
    importing(location, 'products', (app, progress) =>
      importFiles(app, format, location, { rejected: remark, progress }),
    ),
  (error) => error instanceof ConfigError,
);
