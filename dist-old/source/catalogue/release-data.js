"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.RELEASE_DATA_FILES = void 0;
exports.releaseDataReadings = releaseDataReadings;
const node_path_1 = require("node:path");
const read_1 = require("../sources/read");
const record_1 = require("./record");
/** The folder of the repository that has them: https://github.com/endoflife-date/release-data */
exports.RELEASE_DATA_FILES = { folder: 'releases', ending: '.json', maxBytes: 8 * 1024 * 1024 };
const ENDING = exports.RELEASE_DATA_FILES.ending;
/**
 * One record for each file with versions. The files say what was released and when, and nothing else: a product that the catalogue has
 * keeps its name and its publisher's, any other is called like its file until a record says better.
 */
async function* releaseDataReadings(files, known) {
    for await (const file of files) {
        try {
            const record = await recordOf(file, known);
            if (record)
                yield { at: file.path, record };
        }
        catch (error) {
            if (!(error instanceof record_1.RecordError))
                throw error;
            const line = file.text === null ? null : lineOf(file.text, error);
            yield { at: line === null ? file.path : `${file.path}:${line}`, error };
        }
    }
}
/** Null for a file without versions: the product's are told elsewhere. */
async function recordOf({ path, text, problem }, known) {
    if (text === null)
        throw new record_1.RecordError(problem ?? 'cannot be read');
    const id = (0, node_path_1.basename)(path).slice(0, -ENDING.length);
    const versions = versionsOf(parse(text));
    if (versions.length === 0)
        return null;
    const { software, publisher } = (await known(`endoflife:${id}`)) ?? { software: id, publisher: id };
    return (0, record_1.readRecord)({
        source: { kind: 'endoflife', id },
        publisher: { name: publisher },
        software: { name: software },
        versions,
    });
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        throw new JsonError();
    }
}
class JsonError extends record_1.RecordError {
    constructor() {
        super('is not valid JSON');
    }
}
/** A version that is wrong, by its name in the file. */
class VersionError extends record_1.RecordError {
    constructor(label, message) {
        super(message, 'versions');
        this.label = label;
    }
}
function versionsOf(file) {
    if (!(0, read_1.isFields)(file) || !(0, read_1.isFields)(file.versions))
        throw new record_1.RecordError('versions must be an object', 'versions');
    return Object.entries(file.versions).map(([label, entry]) => {
        const wrong = (message) => new VersionError(label, `versions[${JSON.stringify(label)}]${message}`);
        if (!(0, read_1.isFields)(entry))
            throw wrong(' must be an object');
        const version = (0, read_1.textOf)(entry.name) ?? label;
        const date = (0, read_1.textOf)(entry.date);
        try {
            (0, record_1.readRecord)({
                publisher: { name: '-' },
                software: { name: '-' },
                versions: [{ version, released_at: date ?? '' }],
            });
        }
        catch (error) {
            throw error instanceof record_1.RecordError ? wrong(error.message.replace(/^versions\[0\]/, '')) : error;
        }
        return { version, released_at: date };
    });
}
/** The first line that is wrong; null = it is not about one. */
function lineOf(text, error) {
    if (error instanceof JsonError)
        return lineOfJsonError(text);
    if (!(error instanceof VersionError))
        return null;
    const index = text.indexOf(`${JSON.stringify(error.label)}:`, text.indexOf('"versions"'));
    return index < 0 ? null : text.slice(0, index).split('\n').length;
}
/** The parser does not always say where it stopped. But it says when a text only breaks off: so the first line is looked for with which it does not. */
function lineOfJsonError(text) {
    const lines = text.split('\n');
    let [good, wrong] = [0, lines.length];
    while (wrong - good > 1) {
        const middle = (good + wrong) >> 1;
        if (isBeginning(`${lines.slice(0, middle).join('\n')}\n`))
            good = middle;
        else
            wrong = middle;
    }
    return wrong;
}
function isBeginning(text) {
    try {
        JSON.parse(text);
        return true;
    }
    catch (error) {
        const { message } = error;
        const position = /at position (\d+)/.exec(message);
        return message.startsWith('Unexpected end') || (position !== null && Number(position[1]) >= text.length);
    }
}
//# sourceMappingURL=release-data.js.map