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
exports.GitTagsSource = exports.GitTagsSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const git_packets_1 = require("./git-packets");
const source_1 = require("./source");
const unique_1 = require("./unique");
/** A server that takes no second request still lists its references in answer to the first. */
const NO_SECOND_REQUEST = [404, 405];
/** Of the column that a webhook finds it by. */
const REPOSITORY_AT_MOST = 255;
class GitTagsSettings {
}
exports.GitTagsSettings = GitTagsSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Repository',
        description: 'The address from which the repository is cloned over http(s).',
        format: 'url',
        maxLength: 2048,
        pattern: /^https?:\/\/[^?#\s]+$/,
        examples: ['https://git.kernel.org/pub/scm/git/git.git'],
    }),
    __metadata("design:type", String)
], GitTagsSettings.prototype, "url", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'User name',
        description: 'The user to whom the token belongs; most servers take any.',
        format: 'text',
        maxLength: 255,
        pattern: /^[^:]+$/,
        optional: true,
        default: 'git',
        examples: ['git'],
    }),
    __metadata("design:type", String)
], GitTagsSettings.prototype, "username", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Token',
        description: 'An access token or password, with which a private repository can be read.',
        format: 'text',
        maxLength: 1024,
        secret: true,
        optional: true,
        examples: ['0000000000000000000000000000000000000000'],
    }),
    __metadata("design:type", String)
], GitTagsSettings.prototype, "token", void 0);
/**
 * The tags of any git repository that is served over smart HTTP: https://git-scm.com/docs/gitprotocol-http, the command ls-refs of
 * https://git-scm.com/docs/gitprotocol-v2, and of older servers the references that they advertise at once
 * (https://git-scm.com/docs/gitprotocol-pack). A tag has no date there: that would need its object.
 */
let GitTagsSource = class GitTagsSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'git-tags';
        this.title = 'Tags of a git repository';
        this.settingsClass = GitTagsSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return { settings: { ...settings, url: (0, url_setting_1.checkedUrl)(this.http, 'url', settings.url) } };
    }
    repositoryOf({ url }) {
        const { host, pathname } = new URL(url);
        const repository = `${host}${pathname.replace(/\/+$/, '').replace(/\.git$/, '')}`.toLowerCase();
        return repository.length <= REPOSITORY_AT_MOST ? repository : null;
    }
    async fetch(settings, web) {
        const tags = await listTags(settings, web);
        // The first answer of a server holds its capabilities only: that they have not changed says nothing about its tags.
        web.validators = null;
        const releases = tags.map((version) => ({ version, releasedAt: null, prerelease: null, notesUrl: null }));
        if (releases.length > unique_1.MAX_RELEASES)
            throw new source_1.SourceError(`More than ${unique_1.MAX_RELEASES} tags`, null, 'size');
        return (0, unique_1.uniqueReleases)(releases);
    }
};
exports.GitTagsSource = GitTagsSource;
exports.GitTagsSource = GitTagsSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], GitTagsSource);
async function listTags({ url, username = 'git', token }, web) {
    const base = url.replace(/\/+$/, '');
    const basic = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
    const headers = token ? { authorization: basic } : {};
    const references = `${base}/info/refs?service=git-upload-pack`;
    const second = { ...headers, 'git-protocol': 'version=2' };
    const offered = (0, git_packets_1.packetsOf)((await web.get(references, { headers: second })).body);
    if (!offered.includes('version 2'))
        return (0, git_packets_1.tagsOf)(offered);
    const answer = await askForTags(web, `${base}/git-upload-pack`, second, (0, git_packets_1.tagsRequest)(offered));
    if (answer.status === 200)
        return (0, git_packets_1.tagsOf)((0, git_packets_1.packetsOf)(answer.body));
    return (0, git_packets_1.tagsOf)((0, git_packets_1.packetsOf)((await web.get(references, { headers })).body));
}
function askForTags(web, url, headers, body) {
    return web.get(url, {
        method: 'POST',
        accept: 'application/x-git-upload-pack-result',
        headers: { ...headers, 'content-type': 'application/x-git-upload-pack-request' },
        body,
        expect: NO_SECOND_REQUEST,
    });
}
//# sourceMappingURL=git-tags.source.js.map