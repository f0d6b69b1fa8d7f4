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
exports.ForgejoReleasesSource = exports.ForgejoReleasesSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const read_1 = require("./read");
const releases_or_tags_1 = require("./releases-or-tags");
const source_1 = require("./source");
/** The most that a server gives on a page unless its operator changed MAX_RESPONSE_ITEMS. */
const PER_PAGE = 50;
/** Pages that are read: the newest 300. */
const MAX_PAGES = 6;
class ForgejoReleasesSettings {
}
exports.ForgejoReleasesSettings = ForgejoReleasesSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The base address of the Forgejo or Gitea server, without /api.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://codeberg.org/'],
    }),
    __metadata("design:type", String)
], ForgejoReleasesSettings.prototype, "server", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Repository',
        description: 'Owner and name, as in the address of the repository.',
        format: 'text',
        maxLength: 201,
        pattern: /^[\w.-]{1,100}\/[\w.-]{1,100}$/,
        examples: ['forgejo/forgejo'],
    }),
    __metadata("design:type", String)
], ForgejoReleasesSettings.prototype, "repository", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Token',
        description: 'An access token with the scope read:repository: with it private repositories can be read.',
        format: 'text',
        maxLength: 255,
        pattern: /^[A-Za-z0-9_-]{20,255}$/,
        secret: true,
        optional: true,
        examples: ['0000000000000000000000000000000000000000'],
    }),
    __metadata("design:type", String)
], ForgejoReleasesSettings.prototype, "token", void 0);
/**
 * The releases of a repository on a Forgejo server (Codeberg is one) or a Gitea server, and its tags when it has no releases:
 * https://forgejo.org/docs/latest/user/api-usage/ and https://docs.gitea.com/api/ (repoListReleases, repoListTags).
 */
let ForgejoReleasesSource = class ForgejoReleasesSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'forgejo-releases';
        this.title = 'Forgejo, Codeberg or Gitea releases';
        this.settingsClass = ForgejoReleasesSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    fetch(settings, web) {
        return (0, releases_or_tags_1.releasesOrTags)(web, { list: (what) => list(settings, web, what), toRelease: releases_or_tags_1.githubRelease, toTag });
    }
};
exports.ForgejoReleasesSource = ForgejoReleasesSource;
exports.ForgejoReleasesSource = ForgejoReleasesSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], ForgejoReleasesSource);
/** The addresses of all pages are made here, since a server may name itself wrongly in the `Link` header. */
function list({ repository, token, server }, web, what) {
    const headers = token ? { authorization: `token ${token}` } : {};
    const urlOf = (page) => `${(0, url_setting_1.under)(server, 'api', 'v1', 'repos', ...repository.split('/'), what)}?page=${page}&limit=${PER_PAGE}`;
    return web.pages(urlOf(1), MAX_PAGES, { headers }, urlOf);
}
function toTag(tag) {
    const version = (0, read_1.textOf)(tag.name);
    if (version === null)
        return [];
    const commit = (0, read_1.isFields)(tag.commit) ? tag.commit : {};
    return [{ version, releasedAt: (0, read_1.dateOf)(commit.created), prerelease: null, notesUrl: null }];
}
//# sourceMappingURL=forgejo-releases.source.js.map