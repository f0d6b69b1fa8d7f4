import { type Command, Option } from 'commander';
import { print } from 'small-parts';
import { SCHEME_NAMES } from 'version-order';
import { updateCheck } from './modules';
import { withApp } from './run';

interface RekeyOptions {
  software?: string;
  all?: boolean;
}

interface OrderingOptions {
  scheme?: string;
  calverPattern?: string;
  tagPattern?: string;
  ignorePattern?: string;
  prereleasePattern?: string;
}

export function addVersionCommands(cli: Command): void {
  cli
    .command('version')
    .description('sort keys of versions')
    .command('rekey')
    .description('recompute sort keys, latest versions and flags; without options, only those of an older algorithm')
    .option('--software <id>', 'one product')
    .option('--all', 'every product')
    .action(rekey);
}

export function addOrderingCommand(cli: Command): void {
  cli
    .command('ordering')
    .description("change how a product's versions are ordered; an empty text removes a pattern")
    .argument('<software-id>')
    .addOption(new Option('--scheme <name>').choices(SCHEME_NAMES))
    .option('--calver-pattern <text>', 'the order of the fields, for the scheme calver')
    .option('--tag-pattern <regex>', 'one group that captures the version in a label')
    .option('--ignore-pattern <regex>', 'labels that are not versions of it')
    .option('--prerelease-pattern <regex>', 'labels that are pre-releases whatever else they say')
    .action(setOrdering);
}

async function rekey({ software, all }: RekeyOptions): Promise<void> {
  await withApp(updateCheck, async (app) => {
    const { showProgress } = await import('./progress.js');
    const { RekeyService } = await import('../../update-check/rekey.service.js');
    const rekeys = app.get(RekeyService);
    if (software !== undefined) return print(await rekeys.rekey(software));
    const only = all ? 'all' : 'stale';
    const progress = showProgress('Making sort keys', await rekeys.count(only));
    const summary = await rekeys.run(only, (done) => progress.update(done));
    progress.end(`${summary.software} products done, ${summary.versions} versions changed.`);
    print(summary);
  });
}

async function setOrdering(id: string, options: OrderingOptions): Promise<void> {
  const given = Object.entries(options).map(([name, value]) => [snake(name), value === '' ? null : (value as string)]);
  await withApp(updateCheck, async (app) => {
    const { RekeyService } = await import('../../update-check/rekey.service.js');
    print(await app.get(RekeyService).rekey(id, Object.fromEntries(given)));
  });
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
