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
exports.HtmlSource = exports.HtmlSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const url_setting_1 = require("../../common/settings/url-setting");
const pattern_1 = require("../../version/ordering/pattern");
const page_search_1 = require("./page-search");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
class HtmlSettings {
}
exports.HtmlSettings = HtmlSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Page',
        description: 'The address of the page on which the versions stand: a download page or a directory.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://ftp.gnu.org/gnu/gnash/'],
    }),
    __metadata("design:type", String)
], HtmlSettings.prototype, "url", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Pattern',
        description: 'A regular expression (RE2) for the source text of the page, with one group, or one named version, that takes the version. A group named date may take its date. What is found at one place may have a few thousand characters.',
        format: 'text',
        maxLength: pattern_1.MAX_PATTERN,
        examples: ['href="(?P<version>[0-9.]+)/".*?(?P<date>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)'],
    }),
    __metadata("design:type", String)
], HtmlSettings.prototype, "pattern", void 0);
/** Versions that stand on a page, each found by a pattern (syntax: https://github.com/google/re2/wiki/Syntax). */
let HtmlSource = class HtmlSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'html';
        this.title = 'Web page';
        this.settingsClass = HtmlSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        const problem = (0, pattern_1.validatePattern)(settings.pattern) ?? groupProblem(new pattern_1.LinearPattern(settings.pattern));
        if (problem)
            throw new settings_1.SettingsError([{ field: 'pattern', message: problem }]);
        return { settings: { ...settings, url: (0, url_setting_1.checkedUrl)(this.http, 'url', settings.url) } };
    }
    async fetch({ url, pattern }, web) {
        const { body } = await web.get(url, { accept: 'text/html, */*;q=0.5' });
        return (0, unique_1.uniqueReleases)(await releasesOn(body, new pattern_1.LinearPattern(pattern)));
    }
};
exports.HtmlSource = HtmlSource;
exports.HtmlSource = HtmlSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], HtmlSource);
async function releasesOn(page, pattern) {
    const date = pattern.groupNamed('date');
    const version = versionGroup(pattern);
    const releases = [];
    for await (const groups of (0, page_search_1.matchesOn)(page, pattern, unique_1.MAX_RELEASES)) {
        const label = groups[version ?? 0]?.trim();
        const releasedAt = date === undefined ? null : (0, read_1.dateOf)(groups[date]);
        if (label)
            releases.push({ version: label, releasedAt, prerelease: null, notesUrl: null });
    }
    return releases;
}
function groupProblem(pattern) {
    return versionGroup(pattern) === null
        ? 'must have one group (…), or one named (?<version>…), that takes the version; write (?:…) for others'
        : null;
}
/** The number of the group that takes the version; null when it is not clear which. */
function versionGroup(pattern) {
    const named = pattern.groupNamed('version');
    if (named !== undefined)
        return named;
    const date = pattern.groupNamed('date');
    const others = Array.from({ length: pattern.groups }, (_, index) => index + 1).filter((group) => group !== date);
    return others.length === 1 ? others[0] : null;
}
//# sourceMappingURL=html.source.js.map