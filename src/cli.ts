import 'reflect-metadata';
import { constants } from 'node:os';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { isLonger } from './common/text';
import { VERSION } from './common/version';
import { ConfigError } from './config/config';
import { parseDuration } from './config/duration';
import { type Scope, SCOPES } from './config/scopes';
import type { CatalogueFormat } from './catalogue-commands';
import type { OrderingOptions, RekeyOptions, TokenOptions } from './service-commands';
import { SCHEME_NAMES } from './version/ordering/scheme';
import { addUserCommands } from './user-cli';
import { addVersionCommands } from './version-cli';

/** Exit codes: 0, 1 when something failed, 2 for wrong usage. Results go to stdout, everything else to stderr. */
const FAILED = 1;
const WRONG_USAGE = 2;

const FORMATS = ['ndjson', 'winget', 'release-data'] as const satisfies CatalogueFormat[];

/** Everything with a database is loaded when it is needed only: comparing versions starts at once. */
const serviceCommands = () => import('./service-commands.js');

const catalogueCommands = () => import('./catalogue-commands.js');

const tell = (text: string) => process.stderr.write(`${text}\n`);

function scopesOption(text: string): Scope[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose among ${SCOPES.join(', ')}.`);
  return scopes as Scope[];
}

function durationOption(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === null) throw new InvalidArgumentError('Write a duration such as 12h, 90d or 2w.');
  return seconds;
}

function jsonOption(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidArgumentError('It is not JSON.');
  }
}

function textOption(max: number): (text: string) => string {
  return (text) => {
    if (text.trim() === '' || isLonger(text, max)) throw new InvalidArgumentError(`Write 1 to ${max} characters.`);
    return text.trim();
  };
}

/** Not by the option's own parser: the check is not to be loaded by the commands that need none. */
async function demandMailAddress(text: string, command: Command): Promise<void> {
  const { isMailAddress } = await import('./common/api/validation.js');
  if (!isMailAddress(text)) command.error(`error: option '--email <address>' argument '${text}' is no e-mail address.`);
}

function program(): Command {
  const cli = new Command('cli')
    .description('Software update tracker: the command line')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(add --help for more)');
  cli
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => (await serviceCommands()).runMigrate());
  addCatalogueCommands(cli);
  const token = cli.command('token').description('access tokens');
  token
    .command('create')
    .description('make a token, and its user if need be; the last line of stdout is the token')
    .addOption(new Option('--user <name>', 'who it is for').argParser(textOption(100)).makeOptionMandatory())
    .option('--email <address>', "the user's address", textOption(254))
    .option('--scopes <list>', `among ${SCOPES.join(', ')}`, scopesOption, ['read', 'write'] as Scope[])
    .option('--expires <duration>', 'such as 90d; without it, never', durationOption)
    .option('--name <text>', 'what it is for', textOption(100), 'command line')
    .option('--issuer-user', 'the user is a person of OIDC_ISSUER who has signed in before')
    .action(async (options: TokenOptions, command: Command) => {
      if (options.email !== undefined) await demandMailAddress(options.email, command);
      await (await serviceCommands()).createToken(options);
    });
  token
    .command('list')
    .description('all tokens, one JSON object a line, without the tokens themselves')
    .action(async () => (await serviceCommands()).listTokens());
  token
    .command('revoke')
    .description('make a token invalid')
    .argument('<id>')
    .option('--offspring', 'also the tokens that were made with it, with those, and so on')
    .action(async (id: string, options: { offspring?: boolean }) => (await serviceCommands()).revokeToken(id, options));
  addUserCommands(cli);
  cli
    .command('secrets')
    .description('what is sealed in the database')
    .command('rotate')
    .description('seal with SECRET_KEY what was sealed with a key of SECRET_KEY_OLD; it may be cut off and run again')
    .action(async () => (await serviceCommands()).rotateSecrets());
  cli
    .command('check')
    .description('one pass of the update check')
    .action(async () => (await serviceCommands()).check());
  cli
    .command('deliver')
    .description('send what is due')
    .action(async () => (await serviceCommands()).deliver());
  cli
    .command('upkeep')
    .description('remove what is older than it is to be kept, as a worker does each hour')
    .action(async () => (await serviceCommands()).removeOld());
  addSourceCommands(cli);
  addOrderingCommands(cli, addVersionCommands(cli));
  return inheritSettings(cli);
}

function addSourceCommands(cli: Command): void {
  const source = cli.command('source').description('where releases come from');
  source
    .command('fetch')
    .description('ask a source once and print its releases, one JSON object a line; nothing is stored')
    .argument('<type>', 'such as github-releases')
    .argument('[settings]', 'JSON object of its settings', jsonOption, {})
    .action(async (type: string, settings: unknown) => (await serviceCommands()).fetchSource(type, settings));
  source
    .command('list')
    .description('the sources of all products with their health, one JSON object a line')
    .option('--failing', 'only those that failed when they were asked last')
    .action(async (options: { failing?: boolean }) => (await serviceCommands()).listSources(options));
  source
    .command('poll')
    .description('ask all sources that are due, also without SOURCES_ENABLED')
    .action(async () => (await serviceCommands()).pollSources());
}

function addCatalogueCommands(cli: Command): void {
  const catalogue = cli.command('catalogue').description('the catalogue of software');
  const formats = new Option('--format <name>', 'ndjson is our own; the others are folders or tar archives').choices(
    FORMATS,
  );
  catalogue
    .command('import')
    .description('import records, plain or gzip; the same again changes nothing')
    .argument('<file>', 'a file, or - for standard input; for winget and release-data a folder or an archive')
    .addOption(formats.default(FORMATS[0]))
    .action(async (file: string, { format }: { format: CatalogueFormat }) =>
      (await catalogueCommands()).importCatalogue(file, format),
    );
  catalogue
    .command('export')
    .description('write the catalogue as NDJSON, always in the same order')
    .argument('[file]', 'where to, packed if its name ends in .gz; without it, standard output', '-')
    .action(async (file: string) => (await catalogueCommands()).exportCatalogue(file));
}

function addOrderingCommands(cli: Command, version: Command): void {
  version
    .command('rekey')
    .description('make sort keys, latest versions and flags anew; without options, where the algorithm changed since')
    .option('--software <id>', 'one product')
    .option('--all', 'every product')
    .action(async (options: RekeyOptions) => (await serviceCommands()).rekeyVersions(options));
  cli
    .command('ordering')
    .description("change how a product's versions are ordered; an empty text takes a pattern away")
    .argument('<software-id>')
    .addOption(new Option('--scheme <name>').choices(SCHEME_NAMES))
    .option('--calver-pattern <text>', 'the order of the fields, for the scheme calver')
    .option('--tag-pattern <regex>', 'one group that takes the version out of a label')
    .option('--ignore-pattern <regex>', 'labels that are no versions of it')
    .option('--prerelease-pattern <regex>', 'labels that are pre-releases whatever else they say')
    .action(async (id: string, options: OrderingOptions) => (await serviceCommands()).setOrdering(id, options));
}

/** Commander does not hand `exitOverride` down to commands that were made with `command()` before it was set. */
function inheritSettings(command: Command): Command {
  for (const child of command.commands) inheritSettings(child.copyInheritedSettings(command));
  return command;
}

async function main(): Promise<void> {
  try {
    await program().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
      return;
    }
    tell(error instanceof ConfigError ? error.message : `${(error as Error).message}`);
    process.exitCode = error instanceof ConfigError ? WRONG_USAGE : FAILED;
  }
}

// `… | head` closes our stdout: nobody wants the rest.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : FAILED));

// As process 1 of a container it gets only those signals that it handles itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

void main();
