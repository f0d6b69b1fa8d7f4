import { type Command, Option } from 'commander';
import { type SchemeName, SCHEME_NAMES } from './version/ordering/scheme';
import { compareLines, compareVersions, explainLines, explainVersion, sortLines } from './version/version-command';

interface SchemeFlags {
  scheme: SchemeName;
  pattern?: string;
}

/** `version compare|sort|explain`: the ordering by itself, without a database. */
export function addVersionCommands(cli: Command): Command {
  const version = cli.command('version').description('compare, sort and explain versions; needs no database');
  withScheme(version.command('compare'))
    .description('print <, = or >; without operands, one relation for each line a<TAB>b of stdin')
    .argument('[a]')
    .argument('[b]')
    .action(compare);
  withScheme(version.command('sort'))
    .description('sort the lines of stdin by version, lowest first')
    .action((flags: SchemeFlags) => sortLines(process.stdin, process.stdout, optionsOf(flags)));
  withScheme(version.command('explain'))
    .description('print what a version is taken for, one JSON object a line; without operands, for the lines of stdin')
    .argument('[versions...]')
    .action(explain);
  return version;
}

const withScheme = (command: Command) =>
  command
    .addOption(new Option('--scheme <name>', 'how versions are ordered').choices(SCHEME_NAMES).default('generic'))
    .option('--pattern <text>', 'the order of the fields, for calver');

const optionsOf = ({ scheme, pattern }: SchemeFlags) => ({ scheme, calverPattern: pattern ?? null });

async function compare(
  a: string | undefined,
  b: string | undefined,
  flags: SchemeFlags,
  command: Command,
): Promise<void> {
  if (a !== undefined && b === undefined) command.error('error: give both versions, or none and lines on stdin');
  if (a !== undefined) return void process.stdout.write(`${compareVersions(optionsOf(flags), a, b!)}\n`);
  process.exitCode = await compareLines(process.stdin, process.stdout, { ...optionsOf(flags), errors: process.stderr });
}

async function explain(versions: string[], flags: SchemeFlags): Promise<void> {
  if (versions.length === 0) return explainLines(process.stdin, process.stdout, optionsOf(flags));
  for (const version of versions)
    process.stdout.write(`${JSON.stringify(explainVersion(optionsOf(flags), version))}\n`);
}
