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
exports.ReleaseMonitoringSource = exports.ReleaseMonitoringSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const url_setting_1 = require("../../common/settings/url-setting");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
const SERVER = 'https://release-monitoring.org/';
class ReleaseMonitoringSettings {
}
exports.ReleaseMonitoringSettings = ReleaseMonitoringSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Project',
        description: 'The number of the project, as in the address of its page. Without it, ecosystem and name are needed.',
        format: 'text',
        maxLength: 10,
        pattern: /^[1-9]\d{0,9}$/,
        optional: true,
        examples: ['4193'],
    }),
    __metadata("design:type", String)
], ReleaseMonitoringSettings.prototype, "project", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Ecosystem',
        description: 'The ecosystem of the project, as its page says it: a name such as rubygems, or the home page of the project.',
        format: 'text',
        maxLength: 255,
        optional: true,
        examples: ['https://sourceforge.net/projects/zero-install'],
    }),
    __metadata("design:type", String)
], ReleaseMonitoringSettings.prototype, "ecosystem", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Name',
        description: 'The name of the project within its ecosystem.',
        format: 'text',
        maxLength: 255,
        optional: true,
        examples: ['0install'],
    }),
    __metadata("design:type", String)
], ReleaseMonitoringSettings.prototype, "name", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Server',
        description: 'The base address of an Anitya server of your own.',
        format: 'url',
        maxLength: 2048,
        optional: true,
        default: SERVER,
        examples: [SERVER],
    }),
    __metadata("design:type", String)
], ReleaseMonitoringSettings.prototype, "server", void 0);
/**
 * What Anitya (release-monitoring.org) knows of a project: https://anitya.readthedocs.io/en/stable/api.html, `/api/v2/versions/` by the
 * number of a project and `/api/v2/projects/` by ecosystem and name. It tells no dates.
 */
let ReleaseMonitoringSource = class ReleaseMonitoringSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'release-monitoring';
        this.title = 'release-monitoring.org';
        this.settingsClass = ReleaseMonitoringSettings;
        // It lists what it has found, under names that its users may change.
        this.listsEverything = false;
    }
    prepare(settings) {
        const { project, ecosystem, name } = settings;
        if (!project && !ecosystem && !name)
            throw new settings_1.SettingsError([{ field: 'project', message: 'is required, unless ecosystem and name are given' }]);
        if (!project && !(ecosystem && name))
            throw new settings_1.SettingsError([{ field: ecosystem ? 'name' : 'ecosystem', message: 'is required without a project' }]);
        return (0, url_setting_1.withCheckedServer)(this.http, settings);
    }
    async fetch(settings, web) {
        const { project, server = SERVER } = settings;
        if (!project)
            return releasesOf(await projectByName(settings, web));
        const url = `${(0, url_setting_1.under)(server, 'api', 'v2', 'versions')}/?${String(new URLSearchParams({ project_id: project }))}`;
        return releasesOf((0, read_1.fieldsOf)(await web.json(url)));
    }
};
exports.ReleaseMonitoringSource = ReleaseMonitoringSource;
exports.ReleaseMonitoringSource = ReleaseMonitoringSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], ReleaseMonitoringSource);
async function projectByName(settings, web) {
    const { ecosystem = '', name = '', server = SERVER } = settings;
    const query = new URLSearchParams({ ecosystem, name });
    const answer = (0, read_1.fieldsOf)(await web.json(`${(0, url_setting_1.under)(server, 'api', 'v2', 'projects')}/?${String(query)}`));
    const items = (0, read_1.objectsOf)(answer.items, 'The list of projects');
    const project = items.find((item) => item.ecosystem === ecosystem && item.name === name);
    if (!project)
        throw new source_1.SourceError('The source has no project of this name in this ecosystem', null, 404);
    return project;
}
/** Servers before Anitya 1.1 do not tell which are stable. */
function releasesOf(project) {
    const stable = Array.isArray(project.stable_versions) ? new Set(project.stable_versions) : null;
    const releases = (0, read_1.listOf)(project.versions, 'The list of versions').flatMap((label) => {
        const version = (0, read_1.textOf)(label);
        if (version === null)
            return [];
        return [{ version, releasedAt: null, prerelease: stable ? !stable.has(label) : null, notesUrl: null }];
    });
    return (0, unique_1.uniqueReleases)(releases);
}
//# sourceMappingURL=release-monitoring.source.js.map