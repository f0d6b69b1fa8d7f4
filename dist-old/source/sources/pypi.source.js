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
exports.PypiSource = exports.PypiSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const unique_1 = require("./unique");
/** Labels under which a project links what is new: https://packaging.python.org/en/latest/specifications/well-known-project-urls/ */
const NOTES_LABELS = ['releasenotes', 'changelog', 'changes', 'whatsnew', 'history'];
class PypiSettings {
}
exports.PypiSettings = PypiSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Package',
        description: 'The name of the project, as pip installs it.',
        format: 'text',
        maxLength: 128,
        pattern: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
        examples: ['django'],
    }),
    __metadata("design:type", String)
], PypiSettings.prototype, "package", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('a Python package index with a JSON API', 'PYPI_URL'),
    __metadata("design:type", String)
], PypiSettings.prototype, "server", void 0);
/**
 * All releases of a Python project, by "JSON API" of the package index: `GET /pypi/{project}/json`. The JSON form of the
 * simple API (https://peps.python.org/pep-0700/) has the same times, but by the name of a file, not by version. A release counts as withdrawn
 * when each of its files is yanked (https://peps.python.org/pep-0592/), and as none when it has no file.
 */
let PypiSource = class PypiSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'pypi';
        this.title = 'Python packages (PyPI)';
        this.settingsClass = PypiSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.pypiUrl);
    }
    async fetch(settings, web) {
        const url = (0, url_setting_1.under)((0, registry_server_1.serverOf)(settings, this.config.pypiUrl), 'pypi', settings.package, 'json');
        const project = (0, read_1.fieldsOf)(await web.json(url));
        const releases = Object.entries((0, read_1.fieldsOf)(project.releases, 'The list of releases'));
        const notesUrl = (0, read_1.isFields)(project.info) ? notesUrlOf(project.info) : null;
        return (0, unique_1.uniqueReleases)(releases.flatMap(([version, files]) => toRelease(version, files, notesUrl)));
    }
};
exports.PypiSource = PypiSource;
exports.PypiSource = PypiSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], PypiSource);
function toRelease(key, value, notesUrl) {
    const version = (0, read_1.textOf)(key);
    const files = Array.isArray(value) ? value.filter(read_1.isFields) : [];
    if (version === null || files.length === 0)
        return [];
    const uploaded = files.flatMap((file) => uploadedAt(file) ?? []).sort();
    const withdrawn = files.every((file) => file.yanked === true);
    const release = { version, releasedAt: uploaded[0] ?? null, prerelease: null, notesUrl };
    return [withdrawn ? { ...release, withdrawn } : release];
}
/** The older of the two fields has no offset and means UTC. */
function uploadedAt({ upload_time_iso_8601: exact, upload_time: plain }) {
    return (0, read_1.dateOf)(exact) ?? (0, read_1.dateOf)(`${(0, read_1.textOf)(plain)}Z`);
}
function notesUrlOf(info) {
    if (!(0, read_1.isFields)(info.project_urls))
        return null;
    const links = new Map(Object.entries(info.project_urls).map(([label, url]) => [label.replace(/[^A-Za-z]/g, '').toLowerCase(), url]));
    const label = NOTES_LABELS.find((one) => (0, read_1.linkOf)(links.get(one)) !== null);
    return label ? (0, read_1.linkOf)(links.get(label)) : null;
}
//# sourceMappingURL=pypi.source.js.map