"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.addVersionCommands = addVersionCommands;
const commander_1 = require("commander");
const scheme_1 = require("./version/ordering/scheme");
const version_command_1 = require("./version/version-command");
/** `version compare|sort|explain`: the ordering by itself, without a database. */
function addVersionCommands(cli) {
    const version = cli.command('version').description('compare, sort and explain versions; needs no database');
    withScheme(version.command('compare'))
        .description('print <, = or >; without operands, one relation for each line a<TAB>b of stdin')
        .argument('[a]')
        .argument('[b]')
        .action(compare);
    withScheme(version.command('sort'))
        .description('sort the lines of stdin by version, lowest first')
        .action((flags) => (0, version_command_1.sortLines)(process.stdin, process.stdout, optionsOf(flags)));
    withScheme(version.command('explain'))
        .description('print what a version is taken for, one JSON object a line; without operands, for the lines of stdin')
        .argument('[versions...]')
        .action(explain);
    return version;
}
const withScheme = (command) => command
    .addOption(new commander_1.Option('--scheme <name>', 'how versions are ordered').choices(scheme_1.SCHEME_NAMES).default('generic'))
    .option('--pattern <text>', 'the order of the fields, for calver');
const optionsOf = ({ scheme, pattern }) => ({ scheme, calverPattern: pattern ?? null });
async function compare(a, b, flags, command) {
    if (a !== undefined && b === undefined)
        command.error('error: give both versions, or none and lines on stdin');
    if (a !== undefined)
        return void process.stdout.write(`${(0, version_command_1.compareVersions)(optionsOf(flags), a, b)}\n`);
    process.exitCode = await (0, version_command_1.compareLines)(process.stdin, process.stdout, { ...optionsOf(flags), errors: process.stderr });
}
async function explain(versions, flags) {
    if (versions.length === 0)
        return (0, version_command_1.explainLines)(process.stdin, process.stdout, optionsOf(flags));
    for (const version of versions)
        process.stdout.write(`${JSON.stringify((0, version_command_1.explainVersion)(optionsOf(flags), version))}\n`);
}
//# sourceMappingURL=version-cli.js.map