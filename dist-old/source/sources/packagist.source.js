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
exports.PackagistSource = exports.PackagistSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const unique_1 = require("./unique");
/** The one minified form there is. */
const MINIFIED = 'composer/2.0';
/** In it, what a version does not have although the one before it has it. */
const UNSET = '__unset';
class PackagistSettings {
}
exports.PackagistSettings = PackagistSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Package',
        description: 'Vendor and name of the package, in lower case.',
        format: 'text',
        maxLength: 200,
        pattern: /^[a-z0-9][a-z0-9_.-]*\/[a-z0-9][a-z0-9_.-]*$/,
        examples: ['symfony/console'],
    }),
    __metadata("design:type", String)
], PackagistSettings.prototype, "package", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('a Composer repository', 'PACKAGIST_URL'),
    __metadata("design:type", String)
], PackagistSettings.prototype, "server", void 0);
/**
 * All tagged versions of a package in a Composer repository, by its version 2 metadata: `/p2/{vendor}/{name}.json`
 * (https://getcomposer.org/doc/05-repositories.md#metadata-url-available-packages-and-available-package-patterns). Branches are in another
 * file, `~dev.json`, which is not asked for. An abandoned package is no withdrawn one.
 */
let PackagistSource = class PackagistSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'packagist';
        this.title = 'Composer packages';
        this.settingsClass = PackagistSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.packagistUrl);
    }
    async fetch(settings, web) {
        const [vendor, name] = settings.package.split('/');
        const url = (0, url_setting_1.under)((0, registry_server_1.serverOf)(settings, this.config.packagistUrl), 'p2', vendor, `${name}.json`);
        const { packages, minified } = (0, read_1.fieldsOf)(await web.json(url));
        const versions = (0, read_1.objectsOf)((0, read_1.fieldsOf)(packages, 'The list of packages')[settings.package], 'The list of versions');
        return (0, unique_1.uniqueReleases)(expanded(versions, minified).flatMap(toRelease));
    }
};
exports.PackagistSource = PackagistSource;
exports.PackagistSource = PackagistSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], PackagistSource);
/**
 * The versions as they were before they were minified: each says only what is not as in the one before it
 * (https://github.com/composer/metadata-minifier). Only what is read here is carried on.
 */
function expanded(versions, minified) {
    if (minified === undefined)
        return versions;
    if (minified !== MINIFIED)
        throw new source_1.SourceError('The list is minified in an unknown way', null, 'format');
    let before = {};
    return versions.map((own) => {
        const { version, time } = { ...before, ...own };
        before = { version, time: time === UNSET ? null : time };
        return before;
    });
}
function toRelease(fields) {
    const version = (0, read_1.textOf)(fields.version);
    if (version === null)
        return [];
    return [{ version, releasedAt: (0, read_1.dateOf)(fields.time), prerelease: null, notesUrl: null }];
}
//# sourceMappingURL=packagist.source.js.map