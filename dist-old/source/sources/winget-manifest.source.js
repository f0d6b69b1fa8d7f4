"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.WingetManifestSource = exports.WingetManifestSettings = void 0;
exports.completed = completed;
const node_util_1 = require("node:util");
const node_zlib_1 = require("node:zlib");
const common_1 = require("@nestjs/common");
const tar_stream_1 = require("tar-stream");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const plain_yaml_1 = require("./plain-yaml");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
/** Bytes of the archive when it is unpacked: nothing of it is written anywhere. */
const MAX_UNPACKED = 128 * 1024 * 1024;
const MAX_ENTRIES = 100_000;
/** Manifests of one package: a thousand versions in ten languages. */
const MAX_MANIFESTS = 10_000;
/** Bytes of one manifest; real ones have a few thousand. */
const MAX_MANIFEST = 256 * 1024;
const MAX_PATH = 512;
const unpack = (0, node_util_1.promisify)(node_zlib_1.gunzip);
class WingetManifestSettings {
}
exports.WingetManifestSettings = WingetManifestSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Archive',
        description: 'The address of a .tar.gz with winget manifests: those of one package, or of many. It may have 32 MB, and 128 MB unpacked.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://packages.example.com/winget/manifests.tar.gz'],
    }),
    __metadata("design:type", String)
], WingetManifestSettings.prototype, "url", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Package',
        description: 'The PackageIdentifier in the manifests.',
        format: 'text',
        maxLength: 128,
        pattern: /^[^\s.\\/:*?"<>|]{1,32}(\.[^\s.\\/:*?"<>|]{1,32}){1,7}$/,
        examples: ['Microsoft.PowerToys'],
    }),
    __metadata("design:type", String)
], WingetManifestSettings.prototype, "package", void 0);
/**
 * The versions of a package in an archive of winget manifests, which say when a version was released (the installer manifest) and where to
 * read what is new (that of the default locale): https://learn.microsoft.com/en-us/windows/package-manager/package/manifest
 */
let WingetManifestSource = class WingetManifestSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'winget-manifest';
        this.title = 'winget manifests';
        this.settingsClass = WingetManifestSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return { settings: { ...settings, url: (0, url_setting_1.checkedUrl)(this.http, 'url', settings.url) } };
    }
    async fetch(settings, web) {
        const packed = await web.bytes(settings.url, { accept: 'application/gzip, application/octet-stream, */*' });
        const releases = new Map();
        for await (const manifest of manifestsOf(packed, settings.package))
            merge(releases, manifest);
        if (releases.size === 0)
            throw new source_1.SourceError('The archive has no manifest of this package', null, 404);
        return (0, unique_1.uniqueReleases)(releases.values());
    }
};
exports.WingetManifestSource = WingetManifestSource;
exports.WingetManifestSource = WingetManifestSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], WingetManifestSource);
async function* manifestsOf(packed, identifier) {
    const wanted = identifier.toLowerCase();
    let count = 0;
    for await (const text of textsOf(await unpacked(packed))) {
        if (!text.toLowerCase().includes(wanted))
            continue;
        if (++count > MAX_MANIFESTS)
            throw new source_1.SourceError('The archive has too many manifests', null, 'size');
        const manifest = manifestOf(text);
        if ((0, read_1.textOf)(manifest?.PackageIdentifier)?.toLowerCase() === wanted)
            yield manifest;
    }
}
async function unpacked(packed) {
    try {
        return await unpack(packed, { maxOutputLength: MAX_UNPACKED });
    }
    catch (error) {
        const tooLong = error.code === 'ERR_BUFFER_TOO_LARGE';
        throw new source_1.SourceError(tooLong ? 'The archive is too long' : 'The answer is no .tar.gz archive', null, 'format');
    }
}
/** The texts of what may be a manifest. */
async function* textsOf(archive) {
    const entries = (0, tar_stream_1.extract)();
    entries.end(archive);
    let count = 0;
    try {
        for await (const entry of entries) {
            if (++count > MAX_ENTRIES)
                throw new source_1.SourceError('The archive has too many entries', null, 'size');
            const chunks = [];
            const wanted = mayBeManifest(entry.header);
            for await (const chunk of entry)
                if (wanted)
                    chunks.push(chunk);
            if (wanted)
                yield Buffer.concat(chunks).toString('utf8');
        }
    }
    catch (error) {
        throw error instanceof source_1.SourceError ? error : new source_1.SourceError('The archive is damaged', null, 'format');
    }
}
function mayBeManifest({ type, name, size }) {
    return type === 'file' && name.length <= MAX_PATH && /\.ya?ml$/i.test(name) && (size ?? 0) <= MAX_MANIFEST;
}
/** Null for one that cannot be read: the others may. */
function manifestOf(text) {
    try {
        const manifest = (0, plain_yaml_1.parsePlainYaml)(text);
        return (0, read_1.isFields)(manifest) ? manifest : null;
    }
    catch {
        return null;
    }
}
function merge(releases, manifest) {
    const version = (0, read_1.textOf)(manifest.PackageVersion);
    if (version === null)
        return;
    const known = releases.get(version) ?? { version, releasedAt: null, prerelease: null, notesUrl: null };
    releases.set(version, completed(known, manifest));
}
/** A version after one more of its manifests: they complete each other, in whatever order they come. */
function completed(known, manifest) {
    const notesUrl = (0, read_1.linkOf)(manifest.ReleaseNotesUrl);
    const isTranslation = manifest.ManifestType === 'locale';
    return {
        ...known,
        releasedAt: known.releasedAt ?? releasedAtOf(manifest),
        notesUrl: (isTranslation ? known.notesUrl : notesUrl) ?? notesUrl ?? known.notesUrl,
    };
}
/** Of the package, or the first of its installers. */
function releasedAtOf({ ReleaseDate, Installers }) {
    const installers = Array.isArray(Installers) ? Installers.filter(read_1.isFields) : [];
    const dates = installers.flatMap((installer) => (0, read_1.dateOf)(installer.ReleaseDate) ?? []).sort();
    return (0, read_1.dateOf)(ReleaseDate) ?? dates[0] ?? null;
}
//# sourceMappingURL=winget-manifest.source.js.map