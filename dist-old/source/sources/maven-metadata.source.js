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
exports.MavenMetadataSource = exports.MavenMetadataSettings = void 0;
const common_1 = require("@nestjs/common");
const fast_xml_parser_1 = require("fast-xml-parser");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const url_setting_1 = require("../../common/settings/url-setting");
const config_1 = require("../../config/config");
const feed_xml_1 = require("./feed-xml");
const read_1 = require("./read");
const registry_server_1 = require("./registry-server");
const source_1 = require("./source");
const unique_1 = require("./unique");
/** UTF-16 units: a hundred times the longest one in use. */
const MAX_XML = 4 * 1024 * 1024;
class MavenMetadataSettings {
}
exports.MavenMetadataSettings = MavenMetadataSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Group',
        description: 'The group id of the artifact.',
        format: 'text',
        maxLength: 200,
        pattern: /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/,
        examples: ['org.apache.commons'],
    }),
    __metadata("design:type", String)
], MavenMetadataSettings.prototype, "group", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Artifact',
        description: 'The artifact id.',
        format: 'text',
        maxLength: 200,
        pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
        examples: ['commons-lang3'],
    }),
    __metadata("design:type", String)
], MavenMetadataSettings.prototype, "artifact", void 0);
__decorate([
    (0, registry_server_1.RegistryServer)('a Maven repository', 'MAVEN_URL'),
    __metadata("design:type", String)
], MavenMetadataSettings.prototype, "server", void 0);
/**
 * All versions of an artifact in a Maven repository, out of its `maven-metadata.xml`:
 * https://maven.apache.org/ref/current/maven-repository-metadata/repository-metadata.html
 */
let MavenMetadataSource = class MavenMetadataSource extends source_1.Source {
    constructor(http, config) {
        super();
        this.http = http;
        this.config = config;
        this.type = 'maven-metadata';
        this.title = 'Maven artifacts';
        this.settingsClass = MavenMetadataSettings;
        this.listsEverything = true;
    }
    prepare(settings) {
        return (0, registry_server_1.preparedServer)(this.http, settings, this.config.mavenUrl);
    }
    async fetch(settings, web) {
        const folder = [...settings.group.split('.'), settings.artifact];
        const url = (0, url_setting_1.under)((0, registry_server_1.serverOf)(settings, this.config.mavenUrl), ...folder, 'maven-metadata.xml');
        const { body } = await web.get(url, { accept: 'application/xml, text/xml' });
        const metadata = (0, read_1.fieldsOf)(parseXml(body).metadata, 'The metadata of the artifact');
        const versioning = (0, read_1.fieldsOf)(metadata.versioning, 'The versioning of the artifact');
        const { version } = (0, read_1.fieldsOf)(versioning.versions, 'The list of versions');
        const labels = (0, read_1.listOf)(version, 'The list of versions').flatMap((label) => (0, read_1.textOf)(label) ?? []);
        return (0, unique_1.uniqueReleases)(labels.map((label) => toRelease(label, labels.length === 1 ? versioning.lastUpdated : null)));
    }
};
exports.MavenMetadataSource = MavenMetadataSource;
exports.MavenMetadataSource = MavenMetadataSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp,
        config_1.Config])
], MavenMetadataSource);
/** A DTD, and with it any entity but the five of XML itself, is refused before anything is parsed. */
function parseXml(text) {
    if (text.length > MAX_XML)
        throw new source_1.SourceError('The answer is too long to be read', null, 'size');
    if (/<!(DOCTYPE|ENTITY)/i.test(text))
        throw new source_1.SourceError('The answer is XML with a document type, which is not read', null, 'format');
    (0, feed_xml_1.boundXml)(text);
    try {
        const parser = new fast_xml_parser_1.XMLParser({
            parseTagValue: false,
            processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: text.length + 1 },
            maxNestedTags: 32,
            isArray: (name) => name === 'version',
        });
        return (0, read_1.fieldsOf)(parser.parse(text));
    }
    catch {
        throw new source_1.SourceError('The answer is not XML', null, 'format');
    }
}
/**
 * The list has one date, of its last change, which may be that of a patch to an old branch: it is the date of a release only when there is
 * no other. A snapshot is a build before the release, by the rule of Maven.
 */
function toRelease(version, lastUpdated) {
    const prerelease = version.endsWith('-SNAPSHOT') ? true : null;
    return { version, releasedAt: momentOf(lastUpdated), prerelease, notesUrl: null };
}
/** yyyyMMddHHmmss in UTC. */
function momentOf(value) {
    const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec((0, read_1.textOf)(value) ?? '');
    if (!parts)
        return null;
    const [, year, month, day, hour, minute, second] = parts;
    return (0, read_1.dateOf)(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
//# sourceMappingURL=maven-metadata.source.js.map