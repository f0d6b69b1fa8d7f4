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
exports.GitlabReleasesSource = exports.GitlabReleasesSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const read_1 = require("./read");
const releases_or_tags_1 = require("./releases-or-tags");
const source_1 = require("./source");
const SERVER = 'https://gitlab.com/';
/** As many as GitLab gives on a page. */
const PER_PAGE = 100;
/** Pages that are read: the newest 300. */
const MAX_PAGES = 3;
class GitlabReleasesSettings {
}
exports.GitlabReleasesSettings = GitlabReleasesSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Project',
        description: 'Path of the project with all its groups, as in its address, or its number.',
        format: 'text',
        maxLength: 255,
        pattern: /^(\d{1,12}|[\w.-]{1,255}(\/[\w.-]{1,255}){1,20})$/,
        examples: ['gitlab-org/gitlab-runner'],
    }),
    __metadata("design:type", String)
], GitlabReleasesSettings.prototype, "project", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Token',
        description: 'An access token with the scope read_api: with it private projects can be read.',
        format: 'text',
        maxLength: 255,
        pattern: /^[A-Za-z0-9_.=-]{10,255}$/,
        secret: true,
        optional: true,
        examples: ['glpat-00000000000000000000'],
    }),
    __metadata("design:type", String)
], GitlabReleasesSettings.prototype, "token", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The base address of a GitLab server of your own.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: [SERVER],
    }),
    __metadata("design:type", String)
], GitlabReleasesSettings.prototype, "server", void 0);
/**
 * The releases of a project on GitLab, and its tags when it has no releases: https://docs.gitlab.com/api/releases/#list-releases,
 * https://docs.gitlab.com/api/tags/#list-project-repository-tags, with the paging of https://docs.gitlab.com/api/rest/#pagination.
 */
let GitlabReleasesSource = class GitlabReleasesSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'gitlab-releases';
        this.title = 'GitLab releases';
        this.settingsClass = GitlabReleasesSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    repositoryOf({ project, server = SERVER }) {
        return /^\d+$/.test(project) ? null : `${new URL(server).host}/${project}`.toLowerCase();
    }
    fetch(settings, web) {
        return (0, releases_or_tags_1.releasesOrTags)(web, { list: (what) => list(settings, web, PATHS[what]), toRelease, toTag });
    }
};
exports.GitlabReleasesSource = GitlabReleasesSource;
exports.GitlabReleasesSource = GitlabReleasesSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], GitlabReleasesSource);
const PATHS = { releases: ['releases'], tags: ['repository', 'tags'] };
function list({ project, token, server = SERVER }, web, path) {
    const headers = token ? { 'private-token': token } : {};
    const url = `${(0, url_setting_1.under)(server, 'api', 'v4', 'projects', project, ...path)}?per_page=${PER_PAGE}`;
    return web.pages(url, MAX_PAGES, { headers });
}
function toRelease(release) {
    const version = (0, read_1.textOf)(release.tag_name);
    // Announced for a day to come: https://docs.gitlab.com/user/project/releases/#upcoming-releases
    if (version === null || release.upcoming_release === true)
        return [];
    const links = (0, read_1.isFields)(release._links) ? release._links : {};
    return [
        {
            version,
            releasedAt: (0, read_1.dateOf)(release.released_at) ?? (0, read_1.dateOf)(release.created_at),
            prerelease: null,
            notesUrl: (0, read_1.linkOf)(links.self),
        },
    ];
}
/** Only an annotated tag has a date of its own. */
function toTag(tag) {
    const version = (0, read_1.textOf)(tag.name);
    if (version === null)
        return [];
    const commit = (0, read_1.isFields)(tag.commit) ? tag.commit : {};
    const releasedAt = (0, read_1.dateOf)(tag.created_at) ?? (0, read_1.dateOf)(commit.committed_date);
    return [{ version, releasedAt, prerelease: null, notesUrl: null }];
}
//# sourceMappingURL=gitlab-releases.source.js.map