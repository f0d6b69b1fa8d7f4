import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { RefreshSummary } from '../source/catalogue/catalogue-importer';
import type { RefreshEvents } from '../source/catalogue/catalogue-refresh';
import type { Remark } from '../source/catalogue/reading';
import { sources } from './modules';
import { FAILED, print, tell, withApp } from './run';

interface Options {
  dryRun?: boolean;
  sha256?: string;
}

/** Parts into which progress is split. */
const WHOLE = 1_000;

const remark = ({ at, reason }: Remark) => void tell(`line ${at}: ${reason}`);

/** `catalogue refresh` */
export function addRefreshCommand(catalogue: Command): void {
  catalogue
    .command('refresh')
    .description('import a newer catalogue; settings of yours and your users stay')
    .argument('[file|url]', 'without it, the file that comes with the service')
    .option('--dry-run', 'only count what it would change')
    .option('--sha256 <digest>', 'refuse any other file', digestOption)
    .action(refresh);
}

async function refresh(location: string | undefined, options: Options): Promise<void> {
  const { isUrl } = await import('../source/catalogue/catalogue-refresh.js');
  if (location !== undefined && !isUrl(location)) await access(location, constants.R_OK); // fails before the database is opened
  if (location?.toLowerCase().startsWith('http:') && options.sha256 === undefined)
    tell('The address is not encrypted: --sha256 makes sure that it is the right file.');
  await withApp(
    sources,
    async (app) => {
      const { CatalogueRefresh } = await import('../source/catalogue/catalogue-refresh.js');
      const { showProgress } = await import('../app/progress.js');
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
