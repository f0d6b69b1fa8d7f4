import { type Command, Option } from 'commander';
import { type SchemeName, SCHEME_NAMES } from '../version/ordering/scheme';
import { compareLines, compareVersions, explainLines, explainVersion, sortLines } from '../version/version-command';
import { updateCheck } from './modules';
import { print, withApp } from './run';

interface SchemeOptions {
  scheme: SchemeName;
  pattern?: string;
}

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

/** `version compare|sort|explain`, which need no database, and `version rekey` */
export function addVersionCommands(cli: Command): void {
  const version = cli.command('version').description('compare, sort and explain versions; needs no database');
  withScheme(version.command('compare'))
    .description('print <, = or >; without operands, one relation for each line a<TAB>b of stdin')
    .argument('[a]')
    .argument('[b]')
    .action(compare);
  withScheme(version.command('sort'))
    .description('sort the lines of stdin by version, lowest first')
    .action((options: SchemeOptions) => sortLines(process.stdin, process.stdout, orderingOf(options)));
  withScheme(version.command('explain'))
    .description('print how a version is read, one JSON object a line; without operands, for the lines of stdin')
    .argument('[versions...]')
    .action(explain);
  version
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

const withScheme = (command: Command) =>
  command
    .addOption(new Option('--scheme <name>', 'how versions are ordered').choices(SCHEME_NAMES).default('generic'))
    .option('--pattern <text>', 'the order of the fields, for calver');

const orderingOf = ({ scheme, pattern }: SchemeOptions) => ({ scheme, calverPattern: pattern ?? null });

async function compare(
  a: string | undefined,
  b: string | undefined,
  options: SchemeOptions,
  command: Command,
): Promise<void> {
  if (a !== undefined && b === undefined) command.error('error: give both versions, or none and lines on stdin');
  const ordering = orderingOf(options);
  if (a !== undefined) return print(compareVersions(ordering, a, b!));
  process.exitCode = await compareLines(process.stdin, process.stdout, { ...ordering, errors: process.stderr });
}

async function explain(versions: string[], options: SchemeOptions): Promise<void> {
  if (versions.length === 0) return explainLines(process.stdin, process.stdout, orderingOf(options));
  for (const version of versions) print(explainVersion(orderingOf(options), version));
}

async function rekey({ software, all }: RekeyOptions): Promise<void> {
  await withApp(updateCheck, async (app) => {
    const { showProgress } = await import('../app/progress.js');
    const { RekeyService } = await import('../update-check/rekey.service.js');
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
    const { RekeyService } = await import('../update-check/rekey.service.js');
    print(await app.get(RekeyService).rekey(id, Object.fromEntries(given)));
  });
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
