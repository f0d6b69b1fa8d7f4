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
exports.NpmSource = exports.NpmSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const unique_1 = require("./unique");
class NpmSettings {
}
exports.NpmSettings = NpmSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Package',
        description: 'The name of the package, with its scope if it has one.',
        format: 'text',
        maxLength: 214,
        pattern: /^(@[A-Za-z0-9~_-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*$/,
        examples: ['@angular/core', 'express'],
    }),
    __metadata("design:type", String)
], NpmSettings.prototype, "package", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('an npm registry', 'NPM_REGISTRY_URL'),
    __metadata("design:type", String)
], NpmSettings.prototype, "server", void 0);
/**
 * All versions of a package, out of its full metadata: the short form has no times. A deprecated version can still be installed and is no
 * withdrawn one; an unpublished one is not listed any more.
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
 */
let NpmSource = class NpmSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'npm';
        this.title = 'npm';
        this.settingsClass = NpmSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.npmRegistryUrl);
    }
    async fetch(settings, web) {
        const server = (0, registry_server_1.serverOf)(settings, this.config.npmRegistryUrl);
        const metadata = (0, read_1.fieldsOf)(await web.json((0, url_setting_1.under)(server, settings.package)));
        const times = (0, read_1.isFields)(metadata.time) ? metadata.time : {};
        // Of a package that was unpublished as a whole only the times are left.
        if ((0, read_1.isFields)(times.unpublished))
            return [];
        const versions = (0, read_1.fieldsOf)(metadata.versions, 'The list of versions');
        return (0, unique_1.uniqueReleases)(Object.keys(versions).flatMap((version) => toRelease(version, times)));
    }
};
exports.NpmSource = NpmSource;
exports.NpmSource = NpmSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], NpmSource);
function toRelease(key, times) {
    const version = (0, read_1.textOf)(key);
    if (version === null)
        return [];
    return [{ version, releasedAt: (0, read_1.dateOf)(times[key]), prerelease: null, notesUrl: null }];
}
//# sourceMappingURL=npm.source.js.map