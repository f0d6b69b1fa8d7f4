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
exports.GithubReleasesSource = exports.GithubReleasesSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const read_1 = require("./read");
const releases_or_tags_1 = require("./releases-or-tags");
const source_1 = require("./source");
const SERVER = 'https://api.github.com/';
/** As many as GitHub gives on a page; older ones are known by then. */
const PER_PAGE = 100;
/** Pages of releases that are read: the newest 300. */
const MAX_PAGES = 3;
class GithubReleasesSettings {
}
exports.GithubReleasesSettings = GithubReleasesSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Repository',
        description: 'Owner and name, as in the address of the repository.',
        format: 'text',
        maxLength: 140,
        pattern: /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/,
        examples: ['nodejs/node'],
    }),
    __metadata("design:type", String)
], GithubReleasesSettings.prototype, "repository", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Token',
        description: 'A token of GitHub: with it 5,000 requests an hour are allowed instead of 60, and private repositories can be read.',
        format: 'text',
        maxLength: 255,
        pattern: /^[A-Za-z0-9_]{20,255}$/,
        secret: true,
        optional: true,
        examples: ['ghp_000000000000000000000000000000000000'],
    }),
    __metadata("design:type", String)
], GithubReleasesSettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The base address of the API of a GitHub Enterprise server, which ends in /api/v3.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: [SERVER],
    }),
    __metadata("design:type", String)
], GithubReleasesSettings.prototype, "server", void 0);
/**
 * The releases of a repository on GitHub, and its tags when it has no releases:
 * https://docs.github.com/en/rest/releases/releases#list-releases and https://docs.github.com/en/rest/repos/repos#list-repository-tags
 */
let GithubReleasesSource = class GithubReleasesSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'github-releases';
        this.title = 'GitHub releases';
        this.settingsClass = GithubReleasesSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    repositoryOf({ repository, server = SERVER }) {
        const host = server === SERVER ? 'github.com' : new URL(server).host;
        return `${host}/${repository}`.toLowerCase();
    }
    fetch(settings, web) {
        return (0, releases_or_tags_1.releasesOrTags)(web, { list: (what) => list(settings, web, what), toRelease: releases_or_tags_1.githubRelease, toTag });
    }
};
exports.GithubReleasesSource = GithubReleasesSource;
exports.GithubReleasesSource = GithubReleasesSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], GithubReleasesSource);
function list({ repository, token, server = SERVER }, web, what) {
    const headers = {
        'x-github-api-version': '2022-11-28',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const url = `${(0, url_setting_1.under)(server, 'repos', ...repository.split('/'), what)}?per_page=${PER_PAGE}`;
    return web.pages(url, MAX_PAGES, { accept: 'application/vnd.github+json', headers });
}
function toTag(tag) {
    const version = (0, read_1.textOf)(tag.name);
    return version === null ? [] : [{ version, releasedAt: null, prerelease: null, notesUrl: null }];
}
//# sourceMappingURL=github-releases.source.js.map