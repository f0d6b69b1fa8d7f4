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
exports.RubygemsSource = exports.RubygemsSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const unique_1 = require("./unique");
class RubygemsSettings {
}
exports.RubygemsSettings = RubygemsSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Gem',
        description: 'The name of the gem.',
        format: 'text',
        maxLength: 128,
        pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
        examples: ['rails'],
    }),
    __metadata("design:type", String)
], RubygemsSettings.prototype, "gem", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('a gem server', 'RUBYGEMS_URL'),
    __metadata("design:type", String)
], RubygemsSettings.prototype, "server", void 0);
/**
 * All versions of a gem, by "Gem Version Methods" of the gem server's API: `GET /api/v1/versions/{gem}.json`. A version is listed once for each
 * platform that it was built for; a yanked one is not listed any more.
 */
let RubygemsSource = class RubygemsSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'rubygems';
        this.title = 'Ruby gems';
        this.settingsClass = RubygemsSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.rubygemsUrl);
    }
    async fetch(settings, web) {
        const server = (0, registry_server_1.serverOf)(settings, this.config.rubygemsUrl);
        const versions = await web.json((0, url_setting_1.under)(server, 'api', 'v1', 'versions', `${settings.gem}.json`));
        return (0, unique_1.uniqueReleases)((0, read_1.objectsOf)(versions, 'The list of versions').flatMap(toRelease));
    }
};
exports.RubygemsSource = RubygemsSource;
exports.RubygemsSource = RubygemsSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], RubygemsSource);
function toRelease({ number, created_at, prerelease, metadata }) {
    const version = (0, read_1.textOf)(number);
    if (version === null)
        return [];
    return [
        {
            version,
            releasedAt: (0, read_1.dateOf)(created_at),
            prerelease: typeof prerelease === 'boolean' ? prerelease : null,
            notesUrl: (0, read_1.isFields)(metadata) ? (0, read_1.linkOf)(metadata.changelog_uri) : null,
        },
    ];
}
//# sourceMappingURL=rubygems.source.js.map