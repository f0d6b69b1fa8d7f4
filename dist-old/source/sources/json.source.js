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
exports.JsonSource = exports.JsonSettings = void 0;
const common_1 = require("@nestjs/common");
const json_p3_1 = require("json-p3");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const url_setting_1 = require("../../common/settings/url-setting");
const json_path_1 = require("./json-path");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
const MAX_PATH = 255;
/** Parts of a document of which a path looks at all, at any depth. */
const MAX_PARTS_BELOW = 200_000;
const ITEMS = '$[*]';
const VERSION = '$';
/** Instead of a path: the name under which the item stands in its object. */
const NAME = '~';
const PATHS = ['items', 'version', 'date', 'prerelease', 'notes'];
class JsonSettings {
}
exports.JsonSettings = JsonSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Document',
        description: 'The address of a JSON document in which the releases are listed.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://example.org/releases.json'],
    }),
    __metadata("design:type", String)
], JsonSettings.prototype, "url", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Items',
        description: 'A JSONPath (RFC 9535) that leads to each release, as $.releases[*] or $.releases[?@.channel == "stable"].',
        format: 'text',
        maxLength: MAX_PATH,
        optional: true,
        default: ITEMS,
        examples: ['$.releases[*]'],
    }),
    __metadata("design:type", String)
], JsonSettings.prototype, "items", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Version',
        description: 'A JSONPath within the item, where $ is the item itself, as $.version. For an object whose names are the versions it is ~.',
        format: 'text',
        maxLength: MAX_PATH,
        optional: true,
        default: VERSION,
        examples: ['$.version'],
    }),
    __metadata("design:type", String)
], JsonSettings.prototype, "version", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Date',
        description: 'A JSONPath within the item that leads to the day or moment of its release.',
        format: 'text',
        maxLength: MAX_PATH,
        optional: true,
        examples: ['$.date'],
    }),
    __metadata("design:type", String)
], JsonSettings.prototype, "date", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Pre-release',
        description: 'A JSONPath within the item that leads to true for a pre-release and false for any other.',
        format: 'text',
        maxLength: MAX_PATH,
        optional: true,
        examples: ['$.prerelease'],
    }),
    __metadata("design:type", String)
], JsonSettings.prototype, "prerelease", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Notes',
        description: 'A JSONPath within the item that leads to the address of its release notes.',
        format: 'text',
        maxLength: MAX_PATH,
        optional: true,
        examples: ['$.notes'],
    }),
    __metadata("design:type", String)
], JsonSettings.prototype, "notes", void 0);
/** Releases in any JSON document: a path to the items, and in each of them paths to what they say of themselves. */
let JsonSource = class JsonSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'json';
        this.title = 'JSON document';
        this.settingsClass = JsonSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        const problems = PATHS.flatMap((field) => {
            const path = settings[field];
            if (path === undefined || (field === 'version' && path === NAME))
                return [];
            const message = (0, json_path_1.validatePath)(path);
            return message ? [{ field, message }] : [];
        });
        if (problems.length > 0)
            throw new settings_1.SettingsError(problems);
        checkDescents(settings);
        return { settings: { ...settings, url: (0, url_setting_1.checkedUrl)(this.http, 'url', settings.url) } };
    }
    async fetch(settings, web) {
        const answer = await web.get(settings.url, { accept: 'application/json' });
        const below = PATHS.some((field) => descendsAt(settings, field));
        const document = web.parse(answer, below ? MAX_PARTS_BELOW : undefined);
        try {
            return (0, unique_1.uniqueReleases)(releasesIn(document, settings));
        }
        catch (error) {
            if (!(error instanceof json_p3_1.JSONPathRecursionLimitError))
                throw error;
            throw new source_1.SourceError('The document is nested too deeply for these paths', null, 'format');
        }
    }
};
exports.JsonSource = JsonSource;
exports.JsonSource = JsonSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], JsonSource);
const descendsAt = (settings, field) => {
    const path = settings[field];
    return path !== undefined && path !== NAME && (0, json_path_1.descends)((0, json_path_1.compilePath)(path));
};
/** Items inside of items, and in each of them everything below it: that would be the square of the document. */
function checkDescents(settings) {
    const within = PATHS.filter((field) => field !== 'items' && descendsAt(settings, field));
    if (within.length === 0 || !descendsAt(settings, 'items'))
        return;
    throw new settings_1.SettingsError(within.map((field) => ({ field, message: 'must not have .. when items has it' })));
}
function* releasesIn(document, settings) {
    const { items = ITEMS, version = VERSION, date, prerelease, notes } = settings;
    const paths = {
        version: version === NAME ? null : (0, json_path_1.compilePath)(version),
        date: compiled(date),
        prerelease: compiled(prerelease),
        notes: compiled(notes),
    };
    let left = unique_1.MAX_RELEASES;
    for (const item of (0, json_path_1.valuesAt)((0, json_path_1.compilePath)(items), document)) {
        if (left-- === 0)
            return;
        const label = paths.version ? labelOf(first(paths.version, item)) : nameOf(item);
        if (label === null)
            continue;
        const early = first(paths.prerelease, item);
        yield {
            version: label,
            releasedAt: momentOf(first(paths.date, item)),
            prerelease: typeof early === 'boolean' ? early : null,
            notesUrl: (0, read_1.linkOf)(first(paths.notes, item)),
        };
    }
}
const compiled = (path) => (path === undefined ? null : (0, json_path_1.compilePath)(path));
const first = (path, item) => (path === null ? undefined : (0, json_path_1.firstAt)(path, item.value));
/** A whole number is a version too; of another number it is not known how it was written. */
const labelOf = (value) => (Number.isSafeInteger(value) ? String(value) : (0, read_1.textOf)(value));
const nameOf = ({ key }) => (typeof key === 'string' ? (0, read_1.textOf)(key) : null);
/** A number is seconds or milliseconds since 1970. */
function momentOf(value) {
    if (typeof value !== 'number')
        return (0, read_1.dateOf)(value);
    const date = new Date(value < 1e11 ? value * 1_000 : value);
    return Number.isNaN(date.getTime()) ? null : (0, read_1.dateOf)(date.toISOString());
}
//# sourceMappingURL=json.source.js.map