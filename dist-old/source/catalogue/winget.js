"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.WINGET_FILES = void 0;
exports.wingetReadings = wingetReadings;
const node_path_1 = require("node:path");
const product_ordering_1 = require("../../version/ordering/product-ordering");
const winget_manifest_source_1 = require("../sources/winget-manifest.source");
const record_1 = require("./record");
const winget_manifest_1 = require("./winget-manifest");
/** The folder of the repository that has them: https://github.com/microsoft/winget-pkgs */
exports.WINGET_FILES = { folder: 'manifests', ending: '.yaml', maxBytes: 1024 * 1024 };
/** UTF-16 units that are held of the packages in one publisher's folder; the largest real one needs a hundredth. */
const MAX_HELD = 64 * 1024 * 1024;
/** What a version takes beside its texts. */
const PER_VERSION = 200;
/**
 * One record for each package in a tree of winget manifests: facts out of the default locale of the highest version, and all versions.
 *
 * The manifests of a package are not always next to each other (`Foo/Bar/1.0`, `Foo/Bar/Beta/2.0` of another package, `Foo/Bar/v3`), but
 * those of the packages below one publisher's folder are, in every archive that has its folders whole: so these are what is held at a time.
 */
async function* wingetReadings(files) {
    const ended = new Set();
    let group = null;
    for await (const file of files) {
        try {
            const manifest = (0, winget_manifest_1.readManifest)(file);
            const key = folderOf(file.path, manifest.identifier);
            if (ended.has(key))
                throw new winget_manifest_1.ManifestError('comes after its folder ended: sort the archive by path');
            if (group !== null && group.key !== key) {
                ended.add(group.key);
                yield* group.readings();
                group = null;
            }
            group ??= new Group(key);
            group.add(manifest, file.path);
        }
        catch (error) {
            if (!(error instanceof winget_manifest_1.ManifestError))
                throw error;
            yield { at: error.line === null ? file.path : `${file.path}:${error.line}`, error };
        }
    }
    if (group)
        yield* group.readings();
}
/** The publisher's folder, which is named like the first part of the identifier; if there is none, the folder of the file. */
function folderOf(path, identifier) {
    const first = identifier.split('.')[0].toLowerCase();
    const parts = path.split('/').slice(0, -1);
    const index = parts.findIndex((part) => part.toLowerCase() === first);
    return index < 0 ? (0, node_path_1.dirname)(path) : parts.slice(0, index + 1).join('/');
}
class Group {
    constructor(key) {
        this.key = key;
        this.packages = new Map();
        this.held = 0;
    }
    add(manifest, path) {
        const { identifier, version, facts } = manifest;
        const known = this.packages.get(identifier) ?? { path, versions: new Map(), facts: null, factsOf: '' };
        const before = known.versions.get(version);
        const release = (0, winget_manifest_source_1.completed)(before ?? { version, releasedAt: null, prerelease: null, notesUrl: null }, manifest.fields);
        const replaces = facts !== null && (known.facts === null || !isHigher(known.factsOf, version));
        this.hold(costOf(release) - costOf(before) + (replaces ? costOf(facts) - costOf(known.facts) : 0));
        this.packages.set(identifier, known);
        known.versions.set(version, release);
        if (!replaces)
            return;
        known.facts = facts;
        known.factsOf = version;
    }
    *readings() {
        for (const [identifier, { path, versions, facts }] of this.packages) {
            try {
                if (!facts)
                    throw new record_1.RecordError(`no manifest names ${identifier}: each has to say it for its default locale`);
                yield { at: path, record: (0, record_1.readRecord)(recordOf(identifier, facts, versions.values())) };
            }
            catch (error) {
                if (!(error instanceof record_1.RecordError))
                    throw error;
                yield { at: path, error };
            }
        }
    }
    hold(more) {
        if (this.held + more > MAX_HELD)
            throw new winget_manifest_1.ManifestError('there is too much in its folder to be held');
        this.held += more;
    }
}
const costOf = (held) => (held ? PER_VERSION + JSON.stringify(held).length : 0);
/** Whether the first of two versions is the higher one; of two that sort alike, the later text. */
function isHigher(one, other) {
    const [first, second] = [one, other].map((label) => (0, product_ordering_1.orderingFor)({ scheme: 'generic' }).read(label).key);
    return first === second ? one > other : first > second;
}
const recordOf = (identifier, facts, releases) => ({
    source: { kind: 'winget', id: identifier },
    ...facts,
    versions: [...releases].map(({ version, releasedAt, notesUrl }) => ({
        version,
        released_at: releasedAt,
        notes_url: notesUrl,
    })),
});
//# sourceMappingURL=winget.js.map