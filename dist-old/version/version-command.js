"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.NOT_A_PAIR = void 0;
exports.compareVersions = compareVersions;
exports.explainVersion = explainVersion;
exports.compareLines = compareLines;
exports.sortLines = sortLines;
exports.explainLines = explainLines;
const node_events_1 = require("node:events");
const scheme_1 = require("./ordering/scheme");
const scheme_registry_1 = require("./ordering/scheme-registry");
/** Printed for a line that is not a pair, so that the lines of the output stay beside those of the input. */
exports.NOT_A_PAIR = '!';
function compareVersions(options, a, b) {
    const scheme = (0, scheme_registry_1.schemeFor)(options);
    return relationOf(scheme.key(a), scheme.key(b));
}
function relationOf(a, b) {
    const order = (0, scheme_1.compareKeys)(a, b);
    return order < 0 ? '<' : order > 0 ? '>' : '=';
}
function explainVersion(options, version) {
    const scheme = (0, scheme_registry_1.schemeFor)(options);
    return {
        version,
        scheme: scheme.name,
        valid: scheme.valid(version),
        key: scheme.key(version),
        prerelease: scheme.prerelease(version),
    };
}
/**
 * Answers each line `a<TAB>b` with a line `<`, `=` or `>`. A line with no TAB or with more than one is answered with `!` and named on
 * `errors`; the others are answered all the same.
 *
 * @returns the exit code: 0, or 1 if there was such a line
 */
async function compareLines(input, output, options) {
    const scheme = (0, scheme_registry_1.schemeFor)(options);
    let number = 0;
    let exitCode = 0;
    for await (const lines of linesOf(input)) {
        const problems = [];
        const answers = lines.map((line) => {
            number += 1;
            const [a, b, more] = line.split('\t', 3);
            if (b !== undefined && more === undefined)
                return relationOf(scheme.key(a), scheme.key(b));
            problems.push(`line ${number}: expected two versions with one TAB between them`);
            return exports.NOT_A_PAIR;
        });
        if (problems.length > 0)
            exitCode = 1;
        await writeLines(options.errors, problems);
        await writeLines(output, answers);
    }
    return exitCode;
}
/** Writes the lines in version order, lowest first. Lines with equal keys keep their order, and none is dropped. */
async function sortLines(input, output, options) {
    const scheme = (0, scheme_registry_1.schemeFor)(options);
    const rows = [];
    for await (const lines of linesOf(input)) {
        for (const line of lines)
            rows.push({ line, key: scheme.key(line) });
    }
    rows.sort((a, b) => (0, scheme_1.compareKeys)(a.key, b.key));
    for (let i = 0; i < rows.length; i += BATCH) {
        await writeLines(output, rows.slice(i, i + BATCH).map((row) => row.line));
    }
}
/** Writes one JSON object a line for each version. */
async function explainLines(input, output, options) {
    for await (const lines of linesOf(input)) {
        await writeLines(output, lines.map((line) => JSON.stringify(explainVersion(options, line))));
    }
}
/** Lines to a write; one write a line would take longer than the comparing. */
const BATCH = 10_000;
/** The lines of a text stream, as many at a time as came with a chunk. */
async function* linesOf(input) {
    input.setEncoding('utf8');
    let rest = '';
    for await (const chunk of input) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop();
        if (lines.length > 0)
            yield lines.map(withoutReturn);
    }
    if (rest !== '')
        yield [withoutReturn(rest)];
}
function withoutReturn(line) {
    return line.endsWith('\r') ? line.slice(0, -1) : line;
}
/** Waits while the reader of the output is slower than we are. */
async function writeLines(output, lines) {
    if (lines.length > 0 && !output.write(lines.join('\n') + '\n'))
        await (0, node_events_1.once)(output, 'drain');
}
//# sourceMappingURL=version-command.js.map