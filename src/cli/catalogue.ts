import { constants, createReadStream, createWriteStream, statSync } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import type { ExportEvents } from '../source/catalogue/catalogue-exporter';
import type { FileFormat } from '../source/catalogue/catalogue-files';
import type { ImportSummary } from '../source/catalogue/import-run';
import type { Remark } from '../source/catalogue/reading';
import { addRefreshCommand } from './catalogue-refresh';
import { sources } from './modules';
import { FAILED, print, tell, withApp } from './run';

type CatalogueFormat = 'ndjson' | FileFormat;

const FORMATS = ['ndjson', 'winget', 'release-data'] as const satisfies CatalogueFormat[];
const STANDARD = '-';
/** Parts into which progress is split. */
const WHOLE = 1_000;

/** `catalogue import|refresh|export` */
export function addCatalogueCommands(cli: Command): void {
  const catalogue = cli.command('catalogue').description('the catalogue of products');
  const formats = new Option('--format <name>', 'ndjson is our own; the others are folders or tar archives').choices(
    FORMATS,
  );
  catalogue
    .command('import')
    .description('import records, plain or gzip; the same again changes nothing')
    .argument('<file>', 'a file, or - for standard input; for winget and release-data a folder or an archive')
    .addOption(formats.default(FORMATS[0]))
    .action(importCatalogue);
  addRefreshCommand(catalogue);
  catalogue
    .command('export')
    .description('write the catalogue as NDJSON, always in the same order')
    .argument('[file]', 'where to, packed if its name ends in .gz; without it, standard output', STANDARD)
    .action(exportCatalogue);
}

async function importCatalogue(location: string, { format }: { format: CatalogueFormat }): Promise<void> {
  if (location !== STANDARD) await access(location, constants.R_OK); // fails before the database is opened
  await withApp(
    sources,
    async (app) => {
      const { showProgress } = await import('../app/progress.js');
      const progress = location === STANDARD ? null : showProgress('Importing', WHOLE);
      const update = (done: number | null) => progress?.update(Math.floor((done ?? 0) * WHOLE));
      const summary = await importAs(app, location, format, update).catch((error: unknown) => {
        progress?.end('Not imported to the end.');
        throw error;
      });
      const { publishers, software, versions, unchanged, rejected } = summary;
      const nothing = publishers + software + versions === 0;
      const text = nothing
        ? 'Nothing changed'
        : `Added or changed: ${publishers} publishers, ${software} products, ${versions} versions`;
      (progress?.end ?? tell)(`${text}; ${unchanged} ${nounOf(format)} unchanged, ${rejected} rejected.`);
      print(summary);
      if (rejected > 0) process.exitCode = FAILED;
    },
    { mayBegin: true },
  );
}

const nounOf = (format: CatalogueFormat) => (format === 'ndjson' ? 'lines' : 'products');

async function importAs(
  app: INestApplicationContext,
  location: string,
  format: CatalogueFormat,
  progress: (done: number | null) => void,
): Promise<ImportSummary> {
  const { CatalogueFiles } = await import('../source/catalogue/catalogue-files.js');
  const { CatalogueImporter } = await import('../source/catalogue/catalogue-importer.js');
  const remark = ({ at, reason }: Remark) => void tell(`${typeof at === 'number' ? `line ${at}` : at}: ${reason}`);
  if (format !== 'ndjson') return app.get(CatalogueFiles).import(format, location, { rejected: remark, progress });
  if (location === STANDARD)
    return app.get(CatalogueImporter).import(process.stdin, { rejected: remark, warned: remark });
  const stream = createReadStream(location);
  const { size } = statSync(location);
  const events = {
    rejected: remark,
    warned: remark,
    progress: () => progress(size > 0 ? stream.bytesRead / size : null),
  };
  return app.get(CatalogueImporter).import(stream, events);
}

async function exportCatalogue(file: string): Promise<void> {
  await withApp(sources, async (app) => {
    const { CatalogueExporter } = await import('../source/catalogue/catalogue-exporter.js');
    const summary = { publishers: 0, software: 0, versions: 0 };
    const unreadable: ExportEvents['unreadable'] = ({ id, name }, { message }) => {
      tell(`The source of ${JSON.stringify(name)} (${id}) is not in the export: ${message}.`);
      process.exitCode = FAILED;
    };
    const lines = Readable.from(app.get(CatalogueExporter).lines(summary, { unreadable }));
    if (file === STANDARD) await pipeline(lines, process.stdout, { end: false });
    else await writeFile(lines, file);
    tell(`Exported ${summary.publishers} publishers, ${summary.software} products, ${summary.versions} versions.`);
    if (file !== STANDARD) print(summary);
  });
}

/** Gives the file its name only when it is complete. */
async function writeFile(lines: Readable, file: string): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  const target = createWriteStream(partial, { flags: 'wx', flush: true });
  try {
    await (file.endsWith('.gz') ? pipeline(lines, createGzip(), target) : pipeline(lines, target));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
