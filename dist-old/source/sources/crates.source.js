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
exports.CratesSource = exports.CratesSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const unique_1 = require("./unique");
class CratesSettings {
}
exports.CratesSettings = CratesSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Crate',
        description: 'The name of the crate.',
        format: 'text',
        maxLength: 64,
        pattern: /^[A-Za-z][A-Za-z0-9_-]*$/,
        examples: ['serde'],
    }),
    __metadata("design:type", String)
], CratesSettings.prototype, "crate", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('a crate registry with a web API', 'CRATES_URL'),
    __metadata("design:type", String)
], CratesSettings.prototype, "server", void 0);
/**
 * All versions of a crate, by the web API of the crate registry: `GET /api/v1/crates/{name}`, which lists yanked versions too
 * (https://doc.rust-lang.org/cargo/commands/cargo-yank.html).
 */
let CratesSource = class CratesSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'crates';
        this.title = 'Rust crates';
        this.settingsClass = CratesSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.cratesUrl);
    }
    async fetch(settings, web) {
        const url = (0, url_setting_1.under)((0, registry_server_1.serverOf)(settings, this.config.cratesUrl), 'api', 'v1', 'crates', settings.crate);
        const { versions } = (0, read_1.fieldsOf)(await web.json(url));
        return (0, unique_1.uniqueReleases)((0, read_1.objectsOf)(versions, 'The list of versions').flatMap(toRelease));
    }
};
exports.CratesSource = CratesSource;
exports.CratesSource = CratesSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], CratesSource);
function toRelease({ num, created_at, yanked }) {
    const version = (0, read_1.textOf)(num);
    if (version === null)
        return [];
    const release = { version, releasedAt: (0, read_1.dateOf)(created_at), prerelease: null, notesUrl: null };
    return [yanked === true ? { ...release, withdrawn: true } : release];
}
//# sourceMappingURL=crates.source.js.map