import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError } from 'commander';
import { constants, createReadStream, createWriteStream, statSync } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { FAILED, print, tell } from 'small-parts';
import type { ExportEvents } from '../../source/catalogue/catalogue-exporter';
import type { RefreshSummary } from '../../source/catalogue/catalogue-importer';
import type { RefreshEvents } from '../../source/catalogue/catalogue-refresh';
import type { ImportSummary } from '../../source/catalogue/import-run';
import type { Remark } from '../../source/catalogue/reading';
import { sources } from './modules';
import { withApp } from './run';

const STANDARD = '-';
/** Parts into which progress is split. */
const WHOLE = 1_000;

export const remark = ({ at, reason }: Remark) => void tell(`${typeof at === 'number' ? `line ${at}` : at}: ${reason}`);

/** `catalogue import|refresh|export` */
export function addCatalogueCommands(cli: Command): void {
  const catalogue = cli.command('catalogue').description('the catalogue of products');
  catalogue
    .command('import')
    .description('import records, plain or gzip; the same again changes nothing')
    .argument('<file>', 'a file, or - for standard input')
    .action((location: string) =>
      importing(location, 'lines', (app, progress) => importLines(app, location, progress)),
    );
  addRefreshCommand(catalogue);
  catalogue
    .command('export')
    .description('write the catalogue as NDJSON, always in the same order')
    .argument('[file]', 'where to, packed if its name ends in .gz; without it, standard output', STANDARD)
    .action(exportCatalogue);
}

/** @param noun what is counted as unchanged or rejected */
export async function importing(
  location: string,
  noun: string,
  work: (app: INestApplicationContext, update: (done: number | null) => void) => Promise<ImportSummary>,
): Promise<void> {
  if (location !== STANDARD) await access(location, constants.R_OK); // fails before the database is opened
  await withApp(
    sources,
    async (app) => {
      const { showProgress } = await import('./progress.js');
      const progress = location === STANDARD ? null : showProgress('Importing', WHOLE);
      const update = (done: number | null) => progress?.update(Math.floor((done ?? 0) * WHOLE));
      const summary = await work(app, update).catch((error: unknown) => {
        progress?.end('Not imported to the end.');
        throw error;
      });
      const { publishers, software, versions, unchanged, rejected } = summary;
      const nothing = publishers + software + versions === 0;
      const text = nothing
        ? 'Nothing changed'
        : `Added or changed: ${publishers} publishers, ${software} products, ${versions} versions`;
      (progress?.end ?? tell)(`${text}; ${unchanged} ${noun} unchanged, ${rejected} rejected.`);
      print(summary);
      if (rejected > 0) process.exitCode = FAILED;
    },
    { mayBegin: true },
  );
}

async function importLines(
  app: INestApplicationContext,
  location: string,
  progress: (done: number | null) => void,
): Promise<ImportSummary> {
  const { CatalogueImporter } = await import('../../source/catalogue/catalogue-importer.js');
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
    const { CatalogueExporter } = await import('../../source/catalogue/catalogue-exporter.js');
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

interface RefreshOptions {
  dryRun?: boolean;
  sha256?: string;
}

/** `catalogue refresh` */
function addRefreshCommand(catalogue: Command): void {
  catalogue
    .command('refresh')
    .description('import a newer catalogue; settings of yours and your users stay')
    .argument('[file|url]', 'without it, the file that comes with the service')
    .option('--dry-run', 'only count what it would change')
    .option('--sha256 <digest>', 'refuse any other file', digestOption)
    .action(refresh);
}

async function refresh(location: string | undefined, options: RefreshOptions): Promise<void> {
  const { isUrl } = await import('../../source/catalogue/catalogue-refresh.js');
  if (location !== undefined && !isUrl(location)) await access(location, constants.R_OK); // fails before the database is opened
  if (location?.toLowerCase().startsWith('http:') && options.sha256 === undefined)
    tell('The address is not encrypted: --sha256 makes sure that it is the right file.');
  await withApp(
    sources,
    async (app) => {
      const { CatalogueRefresh } = await import('../../source/catalogue/catalogue-refresh.js');
      const { showProgress } = await import('./progress.js');
      const progress = showProgress('Refreshing', WHOLE);
      const events: RefreshEvents = {
        progress: (done) => progress.update(Math.floor((done ?? 0) * WHOLE)),
        rejected: remark,
        warned: remark,
        duplicate: ({ product, replaced }) =>
          void tell(`${replaced} is ${product} by now. You have both, and both stay, with their favorites.`),
      };
      const summary = await app
        .get(CatalogueRefresh)
        .refresh(location, options, events)
        .catch((error: unknown) => {
          progress.end('Not refreshed to the end.');
          throw error;
        });
      progress.end(textOf(summary, options.dryRun === true));
      print(summary);
      if (summary.rejected > 0) process.exitCode = FAILED;
    },
    { mayBegin: true },
  );
}

function textOf(summary: RefreshSummary, isDryRun: boolean): string {
  const { publishers, software, versions, moved, keptSources, keptOrderings, unchanged, rejected } = summary;
  return [
    `${isDryRun ? 'Would add or change' : 'Added or changed'}: ${publishers} publishers, ${software} products, ${versions} versions`,
    `${moved} products have another identity`,
    `${keptSources} sources and ${keptOrderings} orderings stay as you set them`,
    `${unchanged} lines unchanged, ${rejected} rejected.`,
  ].join('; ');
}

function digestOption(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text;
  throw new InvalidArgumentError('It is not 64 hexadecimal digits.');
}
