"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
require("reflect-metadata");
const node_os_1 = require("node:os");
const commander_1 = require("commander");
const version_1 = require("./common/version");
const config_1 = require("./config/config");
const duration_1 = require("./config/duration");
const scopes_1 = require("./config/scopes");
const scheme_1 = require("./version/ordering/scheme");
const version_cli_1 = require("./version-cli");
/** Exit codes: 0, 1 when something failed, 2 for wrong usage. Results go to stdout, everything else to stderr. */
const FAILED = 1;
const WRONG_USAGE = 2;
const FORMATS = ['ndjson', 'winget', 'release-data'];
/** Everything with a database is loaded when it is needed only: comparing versions starts at once. */
const serviceCommands = () => import('./service-commands.js');
const catalogueCommands = () => import('./catalogue-commands.js');
const tell = (text) => process.stderr.write(`${text}\n`);
function scopesOption(text) {
    const scopes = text.split(',').map((scope) => scope.trim());
    const unknown = scopes.filter((scope) => !scopes_1.SCOPES.includes(scope));
    if (unknown.length > 0)
        throw new commander_1.InvalidArgumentError(`Choose among ${scopes_1.SCOPES.join(', ')}.`);
    return scopes;
}
function durationOption(text) {
    const seconds = (0, duration_1.parseDuration)(text);
    if (seconds === null)
        throw new commander_1.InvalidArgumentError('Write a duration such as 12h, 90d or 2w.');
    return seconds;
}
function jsonOption(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        throw new commander_1.InvalidArgumentError('It is not JSON.');
    }
}
function textOption(max) {
    return (text) => {
        if (text.trim() === '' || [...text].length > max)
            throw new commander_1.InvalidArgumentError(`Write 1 to ${max} characters.`);
        return text.trim();
    };
}
function program() {
    const cli = new commander_1.Command('cli')
        .description('Software update tracker: the command line')
        .version(version_1.VERSION)
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
        .addOption(new commander_1.Option('--user <name>', 'who it is for').argParser(textOption(100)).makeOptionMandatory())
        .option('--email <address>', "the user's address", textOption(254))
        .option('--scopes <list>', `among ${scopes_1.SCOPES.join(', ')}`, scopesOption, ['read', 'write'])
        .option('--expires <duration>', 'such as 90d; without it, never', durationOption)
        .option('--name <text>', 'what it is for', textOption(100), 'command line')
        .action(async (options) => (await serviceCommands()).createToken(options));
    token
        .command('list')
        .description('all tokens, one JSON object a line, without the tokens themselves')
        .action(async () => (await serviceCommands()).listTokens());
    token
        .command('revoke')
        .description('make a token invalid')
        .argument('<id>')
        .action(async (id) => (await serviceCommands()).revokeToken(id));
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
    addOrderingCommands(cli, (0, version_cli_1.addVersionCommands)(cli));
    return inheritSettings(cli);
}
function addSourceCommands(cli) {
    const source = cli.command('source').description('where releases come from');
    source
        .command('fetch')
        .description('ask a source once and print its releases, one JSON object a line; nothing is stored')
        .argument('<type>', 'such as github-releases')
        .argument('[settings]', 'JSON object of its settings', jsonOption, {})
        .action(async (type, settings) => (await serviceCommands()).fetchSource(type, settings));
    source
        .command('list')
        .description('the sources of all products with their health, one JSON object a line')
        .option('--failing', 'only those that failed when they were asked last')
        .action(async (options) => (await serviceCommands()).listSources(options));
    source
        .command('poll')
        .description('ask all sources that are due, also without SOURCES_ENABLED')
        .action(async () => (await serviceCommands()).pollSources());
}
function addCatalogueCommands(cli) {
    const catalogue = cli.command('catalogue').description('the catalogue of software');
    const formats = new commander_1.Option('--format <name>', 'ndjson is our own; the others are folders or tar archives').choices(FORMATS);
    catalogue
        .command('import')
        .description('import records, plain or gzip; the same again changes nothing')
        .argument('<file>', 'a file, or - for standard input; for winget and release-data a folder or an archive')
        .addOption(formats.default(FORMATS[0]))
        .action(async (file, { format }) => (await catalogueCommands()).importCatalogue(file, format));
    catalogue
        .command('export')
        .description('write the catalogue as NDJSON, always in the same order')
        .argument('[file]', 'where to, packed if its name ends in .gz; without it, standard output', '-')
        .action(async (file) => (await catalogueCommands()).exportCatalogue(file));
}
function addOrderingCommands(cli, version) {
    version
        .command('rekey')
        .description('make sort keys, latest versions and flags anew; without options, where the algorithm changed since')
        .option('--software <id>', 'one product')
        .option('--all', 'every product')
        .action(async (options) => (await serviceCommands()).rekeyVersions(options));
    cli
        .command('ordering')
        .description("change how a product's versions are ordered; an empty text takes a pattern away")
        .argument('<software-id>')
        .addOption(new commander_1.Option('--scheme <name>').choices(scheme_1.SCHEME_NAMES))
        .option('--calver-pattern <text>', 'the order of the fields, for the scheme calver')
        .option('--tag-pattern <regex>', 'one group that takes the version out of a label')
        .option('--ignore-pattern <regex>', 'labels that are no versions of it')
        .option('--prerelease-pattern <regex>', 'labels that are pre-releases whatever else they say')
        .action(async (id, options) => (await serviceCommands()).setOrdering(id, options));
}
/** Commander does not hand `exitOverride` down to commands that were made with `command()` before it was set. */
function inheritSettings(command) {
    for (const child of command.commands)
        inheritSettings(child.copyInheritedSettings(command));
    return command;
}
async function main() {
    try {
        await program().parseAsync();
    }
    catch (error) {
        if (error instanceof commander_1.CommanderError) {
            process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
            return;
        }
        tell(error instanceof config_1.ConfigError ? error.message : `${error.message}`);
        process.exitCode = error instanceof config_1.ConfigError ? WRONG_USAGE : FAILED;
    }
}
// `… | head` closes our stdout: nobody wants the rest.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : FAILED));
// As process 1 of a container it gets only those signals that it handles itself.
for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => process.exit(128 + node_os_1.constants.signals[signal]));
void main();
//# sourceMappingURL=cli.js.map