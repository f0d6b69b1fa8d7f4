import type { Command } from 'commander';
import { print } from 'small-parts';
import { SCHEME_NAMES, type SchemeName } from './ordering/scheme';
import { compareLines, compareVersions, explainLines, explainVersion, sortLines } from './version-command';

interface SchemeOptions {
  scheme: SchemeName;
  pattern?: string;
}

/** `version compare|sort|explain`. @returns the group, for more of them */
export function addVersionCommands(cli: Command): Command {
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
  return version;
}

const withScheme = (command: Command) =>
  command
    .addOption(
      command.createOption('--scheme <name>', 'how versions are ordered').choices(SCHEME_NAMES).default('generic'),
    )
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
