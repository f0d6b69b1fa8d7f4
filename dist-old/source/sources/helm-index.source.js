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
exports.HelmIndexSource = exports.HelmIndexSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const plain_yaml_1 = require("./plain-yaml");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
class HelmIndexSettings {
}
exports.HelmIndexSettings = HelmIndexSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Repository',
        description: 'The address of the chart repository, as for "helm repo add".',
        format: 'url',
        maxLength: 2048,
        examples: ['https://kubernetes.github.io/ingress-nginx'],
    }),
    __metadata("design:type", String)
], HelmIndexSettings.prototype, "repository", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Chart',
        description: 'The name of the chart.',
        format: 'text',
        maxLength: 250,
        pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
        examples: ['ingress-nginx'],
    }),
    __metadata("design:type", String)
], HelmIndexSettings.prototype, "chart", void 0);
/**
 * All versions of a chart in a Helm repository, out of its `index.yaml`: https://helm.sh/docs/topics/chart_repository/#the-index-file
 * A deprecated chart is no withdrawn one. Whether a version is a pre-release is said by an annotation, if at all:
 * https://artifacthub.io/docs/topics/annotations/helm/
 */
let HelmIndexSource = class HelmIndexSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'helm-index';
        this.title = 'Helm charts';
        this.settingsClass = HelmIndexSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        (0, url_setting_1.checkedBase)(this.http, 'repository', settings.repository);
        return { settings };
    }
    async fetch({ repository, chart }, web) {
        const { body } = await web.get((0, url_setting_1.under)(repository, 'index.yaml'), { accept: 'application/yaml, text/yaml, */*' });
        const index = (0, read_1.fieldsOf)((0, plain_yaml_1.parsePlainYaml)(partFor(chart, body)), 'The index');
        const entries = (0, read_1.fieldsOf)(index.entries, 'The list of charts');
        if (!Object.hasOwn(entries, chart))
            throw new source_1.SourceError('The repository has no chart of this name', null, 404);
        return (0, unique_1.uniqueReleases)((0, read_1.objectsOf)(entries[chart], 'The list of versions').flatMap(toRelease));
    }
};
exports.HelmIndexSource = HelmIndexSource;
exports.HelmIndexSource = HelmIndexSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], HelmIndexSource);
/**
 * The index with one chart only, since those of whole vendors have tens of megabytes: when it is written as Helm writes it, where an entry
 * begins in the third column and nothing else does below `entries:`. Any other way to write YAML is read as a whole.
 */
function partFor(chart, index) {
    const entries = /^entries:\r?$/m.exec(index);
    const from = entries ? lineFrom(index, `  ${chart}:`, entries.index) : -1;
    const part = from < 0 ? index : `entries:\n${index.slice(from, endOfEntry(index, from))}`;
    if (part.length <= plain_yaml_1.MAX_YAML)
        return part;
    const what = from < 0 ? 'The index names no such chart, or is written in an unusual way, and' : 'The list of versions';
    throw new source_1.SourceError(`${what} is too long to be read`, null, 'size');
}
/** Where the line begins that reads so; -1 when there is none from there on. */
function lineFrom(text, line, from) {
    for (let at = text.indexOf(`\n${line}`, from); at >= 0; at = text.indexOf(`\n${line}`, at + 1))
        if (/^\r?(\n|$)/.test(text.slice(at + 1 + line.length, at + 3 + line.length)))
            return at + 1;
    return -1;
}
function endOfEntry(index, from) {
    const next = /\n(?: {2})?[^\s#-]/g;
    next.lastIndex = from;
    return next.exec(index)?.index ?? index.length;
}
function toRelease({ version: label, created, annotations }) {
    const version = (0, read_1.textOf)(label);
    if (version === null)
        return [];
    const said = (0, read_1.isFields)(annotations) ? annotations['artifacthub.io/prerelease'] : null;
    const prerelease = said === 'true' ? true : said === 'false' ? false : null;
    return [{ version, releasedAt: (0, read_1.dateOf)(created), prerelease, notesUrl: null }];
}
//# sourceMappingURL=helm-index.source.js.map