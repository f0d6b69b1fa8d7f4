"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openFiles = openFiles;
const node_buffer_1 = require("node:buffer");
const node_fs_1 = require("node:fs");
const promises_1 = require("node:fs/promises");
const node_path_1 = require("node:path");
const tar_stream_1 = require("tar-stream");
const lines_1 = require("./lines");
/** Entries of an archive; the largest that are published have half a million. */
const MAX_ENTRIES = 5_000_000;
const MAX_DEPTH = 32;
const MAX_PATH = 1_024;
/**
 * The files of a folder, or of a tar archive (plain or gzip), in the order of their paths in a folder and as they come in an
 * archive. One file is in memory at a time, and nothing is written. Links are reported and not followed.
 * @param location a path, or `-` for an archive on standard input
 * @throws when it is not there, or the archive is damaged
 */
async function openFiles(location, choice) {
    if (location === '-')
        return { files: archiveFiles(process.stdin, choice), done: () => null };
    const stats = await (0, promises_1.stat)(location);
    if (stats.isDirectory())
        return folderFiles(location, choice);
    const input = (0, node_fs_1.createReadStream)(location);
    return { files: archiveFiles(input, choice), done: () => (stats.size > 0 ? input.bytesRead / stats.size : null) };
}
async function folderFiles(location, choice) {
    const inner = await (0, promises_1.stat)((0, node_path_1.join)(location, choice.folder)).catch(() => null);
    const start = inner?.isDirectory() ? choice.folder : '';
    const walk = new FolderWalk(location, choice);
    return { files: walk.files(start, [0, 1], 0), done: () => walk.done };
}
const found = (path, text, problem) => ({
    path: path.replaceAll(/\p{Cc}/gu, '?').slice(0, MAX_PATH),
    text,
    problem,
});
class FolderWalk {
    constructor(root, choice) {
        this.root = root;
        this.choice = choice;
        /** Each folder's share is split evenly among what is in it. */
        this.done = 0;
    }
    async *files(folder, [from, to], depth) {
        const entries = await this.entriesOf(folder).catch((error) => error);
        if (entries instanceof Error) {
            if (depth === 0)
                throw entries;
            return yield found(folder, null, `cannot be read (${entries.code})`);
        }
        const share = (to - from) / Math.max(1, entries.length);
        for (const [index, entry] of entries.entries()) {
            const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
            this.done = from + index * share;
            if (entry.isSymbolicLink())
                yield found(path, null, 'is a link, which is not followed');
            else if (entry.isDirectory() && depth === MAX_DEPTH)
                yield found(path, null, 'is too deep');
            else if (entry.isDirectory())
                yield* this.files(path, [this.done, this.done + share], depth + 1);
            else if (entry.isFile() && entry.name.toLowerCase().endsWith(this.choice.ending))
                yield await this.read(path);
        }
    }
    async entriesOf(folder) {
        const entries = await (0, promises_1.readdir)((0, node_path_1.join)(this.root, folder), { withFileTypes: true });
        return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    }
    async read(path) {
        const { maxBytes } = this.choice;
        try {
            // It may have become a link or a pipe since the folder was read.
            const file = await (0, promises_1.open)((0, node_path_1.join)(this.root, path), node_fs_1.constants.O_RDONLY | node_fs_1.constants.O_NOFOLLOW | node_fs_1.constants.O_NONBLOCK);
            try {
                const stats = await file.stat();
                if (!stats.isFile() || stats.size > maxBytes)
                    return unreadable(path, stats.size, maxBytes);
                return textual(path, await file.readFile());
            }
            finally {
                await file.close();
            }
        }
        catch (error) {
            return found(path, null, `cannot be read (${error.code})`);
        }
    }
}
async function* archiveFiles(input, choice) {
    const unpacked = await (0, lines_1.decompressed)(input);
    const entries = (0, tar_stream_1.extract)();
    unpacked.on('error', (error) => entries.destroy(error)).pipe(entries);
    let count = 0;
    try {
        for await (const entry of entries) {
            if (++count > MAX_ENTRIES)
                throw new Error(`The archive has more than ${MAX_ENTRIES} entries.`);
            const file = await archiveFile(entry, choice);
            if (file)
                yield file;
        }
    }
    finally {
        input.destroy();
    }
    if (count === 0)
        throw new Error('This is no archive, or nothing is in it.');
}
/** Null for what was not asked for. */
async function archiveFile(entry, choice) {
    const { name, type, size = 0 } = entry.header;
    const isLink = type === 'symlink' || type === 'link';
    const wanted = isChosen(entry.header, choice) && (isLink || type === 'file');
    if (!wanted || isLink || size > choice.maxBytes) {
        for await (const _chunk of entry)
            ; // the next one comes after the end of this one
        if (!wanted)
            return null;
        return isLink ? found(name, null, 'is a link, which is not followed') : unreadable(name, size, choice.maxBytes);
    }
    const chunks = [];
    for await (const chunk of entry)
        chunks.push(chunk);
    return textual(name, Buffer.concat(chunks));
}
function isChosen({ name }, { folder, ending }) {
    return name.length <= MAX_PATH && name.toLowerCase().endsWith(ending) && `/${name}`.includes(`/${folder}/`);
}
const unreadable = (path, size, maxBytes) => found(path, null, size > maxBytes ? `is longer than ${maxBytes} bytes` : 'is not a file');
function textual(path, bytes) {
    if (!(0, node_buffer_1.isUtf8)(bytes))
        return found(path, null, 'is not UTF-8');
    return found(path, bytes.toString('utf8').replace(/^\uFEFF/, ''), null);
}
//# sourceMappingURL=files.js.map