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
exports.DockerTagsSource = exports.DockerTagsSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const url_1 = require("../../config/url");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const source_web_1 = require("./source-web");
const unique_1 = require("./unique");
/** More is refused by some registries, and cut by others. */
const PER_PAGE = 1_000;
/** Pages of tags, with two requests left for the token. */
const MAX_PAGES = 28;
class DockerTagsSettings {
}
exports.DockerTagsSettings = DockerTagsSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Image',
        description: 'The name of the image in its registry. The official images of Docker begin with library/.',
        format: 'text',
        maxLength: 255,
        pattern: /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/,
        examples: ['library/nginx'],
    }),
    __metadata("design:type", String)
], DockerTagsSettings.prototype, "image", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('a registry of container images', 'DOCKER_REGISTRY_URL'),
    __metadata("design:type", String)
], DockerTagsSettings.prototype, "server", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'User',
        description: 'The user name at the registry, for images that are not public.',
        format: 'text',
        maxLength: 255,
        pattern: /^[^:]+$/,
        optional: true,
        examples: ['reader'],
    }),
    __metadata("design:type", String)
], DockerTagsSettings.prototype, "user", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Password',
        description: 'The password or access token of the user.',
        format: 'text',
        maxLength: 2048,
        secret: true,
        optional: true,
        examples: ['dckr_pat_000000000000000000000000000'],
    }),
    __metadata("design:type", String)
], DockerTagsSettings.prototype, "password", void 0);
/**
 * The tags of an image, by the distribution API: https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-tags with
 * tokens by https://distribution.github.io/distribution/spec/auth/token/. Tags have no dates, and come in the order of the alphabet: so all
 * pages are read or none.
 */
let DockerTagsSource = class DockerTagsSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'docker-tags';
        this.title = 'Container images';
        this.settingsClass = DockerTagsSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        const { user, password } = settings;
        const missing = user && !password ? 'password' : password && !user ? 'user' : null;
        if (missing)
            throw new settings_1.SettingsError([{ field: missing, message: 'is required with the other of the two' }]);
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.dockerRegistryUrl);
    }
    async fetch(settings, web) {
        const server = (0, registry_server_1.serverOf)(settings, this.config.dockerRegistryUrl);
        const first = `${(0, url_setting_1.under)(server, 'v2', ...settings.image.split('/'), 'tags', 'list')}?n=${PER_PAGE}`;
        let headers = {};
        let answer = await web.get(first, { accept: 'application/json', expect: [401] });
        if (answer.status === 401) {
            headers = { authorization: await authorization(challengeOf(answer), settings, first, web) };
            answer = await web.get(first, { accept: 'application/json', headers });
            // What the first answer said of changes was about the refusal.
            web.validators = null;
        }
        return (0, unique_1.uniqueReleases)(await tagsFrom(answer, first, headers, web));
    }
};
exports.DockerTagsSource = DockerTagsSource;
exports.DockerTagsSource = DockerTagsSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], DockerTagsSource);
async function tagsFrom(first, url, headers, web) {
    const found = tagsOf(web.parse(first));
    let next = (0, source_web_1.nextPage)(first, url);
    // A new tag may be on any page: that the first is as it was says nothing.
    if (next !== null)
        web.validators = null;
    for (let page = 1; next !== null; page++) {
        if (page === MAX_PAGES || new URL(next).origin !== new URL(url).origin)
            throw new source_1.SourceError('The image has more tags than can be read', null, 'paging');
        const answer = await web.get(next, { accept: 'application/json', headers });
        found.push(...tagsOf(web.parse(answer)));
        next = (0, source_web_1.nextPage)(answer, next);
    }
    return found;
}
/** Some registries write null for no tags. */
function tagsOf(answer) {
    const { tags } = (0, read_1.fieldsOf)(answer);
    return (0, read_1.listOf)(tags === null ? [] : tags, 'The list of tags').flatMap((tag) => {
        const version = (0, read_1.textOf)(tag);
        return version === null ? [] : [{ version, releasedAt: null, prerelease: null, notesUrl: null }];
    });
}
/** The first challenge of `WWW-Authenticate` (RFC 9110, section 11.6.1). */
function challengeOf(answer) {
    const text = ((0, source_web_1.headerOf)(answer, 'www-authenticate') ?? '').slice(0, 4_096);
    const scheme = /^\s*([a-z]+)(?=\s|$)/i.exec(text)?.[1]?.toLowerCase() ?? '';
    const parameters = [...text.matchAll(/\b([a-z]+)="([^"]*)"/gi)].map(([, name, value]) => [name.toLowerCase(), value]);
    return { scheme, parameters: new Map(parameters) };
}
/** What to send along, by the registry's own word. */
async function authorization({ scheme, parameters }, settings, registry, web) {
    const { user, password } = settings;
    const basic = user && password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null;
    if (scheme === 'basic' && basic)
        return basic;
    const realm = scheme === 'bearer' ? (0, url_1.parseUrl)(parameters.get('realm') ?? '') : null;
    if (!realm)
        throw new source_1.SourceError('The source wants other credentials (401)', null, 401);
    if (new URL(registry).protocol === 'https:' && realm.protocol !== 'https:')
        throw new source_1.SourceError('The registry sends us for a token to an address without encryption', null, 401);
    const service = parameters.get('service');
    if (service)
        realm.searchParams.set('service', service);
    // Never more than reading this image, whatever the registry proposes.
    realm.searchParams.set('scope', `repository:${settings.image}:pull`);
    return `Bearer ${await tokenFrom(realm.href, basic, web)}`;
}
async function tokenFrom(url, basic, web) {
    const answer = (0, read_1.fieldsOf)(await web.json(url, { headers: basic ? { authorization: basic } : {} }), 'The token');
    const token = (0, read_1.textOf)(answer.token) ?? (0, read_1.textOf)(answer.access_token);
    // RFC 6750, section 2.1; anything else would not be a header.
    if (token !== null && token.length <= 16_384 && /^[\w.~+/-]+=*$/.test(token))
        return token;
    throw new source_1.SourceError('The registry gave no token', null, 'format');
}
//# sourceMappingURL=docker-tags.source.js.map