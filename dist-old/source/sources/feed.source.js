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
exports.FeedSource = exports.FeedSettings = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const url_setting_1 = require("../../common/settings/url-setting");
const pattern_1 = require("../../version/ordering/pattern");
const feed_xml_1 = require("./feed-xml");
const read_1 = require("./read");
const source_1 = require("./source");
const unique_1 = require("./unique");
/** UTF-16 units of a title or a link in which a version is searched. */
const MAX_TEXT = 2_048;
const ACCEPT = 'application/atom+xml, application/rss+xml, application/rdf+xml, application/xml, text/xml;q=0.9, */*;q=0.1';
class FeedSettings {
}
exports.FeedSettings = FeedSettings;
__decorate([
    (0, setting_1.Setting)({
        title: 'Feed',
        description: 'The address of an Atom or RSS feed in which each release is an entry.',
        format: 'url',
        maxLength: 2048,
        examples: ['https://example.org/releases.atom'],
    }),
    __metadata("design:type", String)
], FeedSettings.prototype, "url", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Pattern',
        description: 'A regular expression (RE2) with one group, which takes the version; entries in which it is not found are left out. Without it the whole text is the version.',
        format: 'text',
        maxLength: pattern_1.MAX_PATTERN,
        optional: true,
        examples: ['^Release v?([0-9.]+)$'],
    }),
    __metadata("design:type", String)
], FeedSettings.prototype, "pattern", void 0);
__decorate([
    (0, setting_1.Setting)({
        title: 'Search in',
        description: 'What of an entry holds the version: its title or its link.',
        format: 'text',
        maxLength: 5,
        values: ['title', 'link'],
        optional: true,
        default: 'title',
        examples: ['title'],
    }),
    __metadata("design:type", String)
], FeedSettings.prototype, "field", void 0);
/**
 * The entries of a feed: Atom (RFC 4287), RSS 2.0 (https://www.rssboard.org/rss-specification) and RSS 1.0
 * (https://web.resource.org/rss/1.0/spec, dates by its module Dublin Core).
 */
let FeedSource = class FeedSource extends source_1.Source {
    constructor(http) {
        super();
        this.http = http;
        this.type = 'feed';
        this.title = 'Atom or RSS feed';
        this.settingsClass = FeedSettings;
        this.listsEverything = false;
    }
    prepare(settings) {
        const problem = settings.pattern === undefined ? null : (0, pattern_1.validateTagPattern)(settings.pattern);
        if (problem)
            throw new settings_1.SettingsError([{ field: 'pattern', message: problem }]);
        return { settings: { ...settings, url: (0, url_setting_1.checkedUrl)(this.http, 'url', settings.url) } };
    }
    async fetch({ url, pattern, field }, web) {
        const { body } = await web.get(url, { accept: ACCEPT });
        const compiled = (0, pattern_1.compilePattern)(pattern);
        const releases = entriesOf((0, feed_xml_1.parseXml)(body)).flatMap((entry) => {
            const text = (field === 'link' ? entry.link : entry.title)?.slice(0, MAX_TEXT) ?? '';
            const version = (compiled ? compiled.group(text) : text)?.trim();
            return version ? [{ version, releasedAt: entry.date, prerelease: null, notesUrl: (0, read_1.linkOf)(entry.link) }] : [];
        });
        return (0, unique_1.uniqueReleases)(releases);
    }
};
exports.FeedSource = FeedSource;
exports.FeedSource = FeedSource = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [outgoing_http_1.OutgoingHttp])
], FeedSource);
/** @throws SourceError when it is no feed */
function entriesOf(document) {
    if ('feed' in document)
        return (0, feed_xml_1.elementsOf)(fields(document.feed).entry).map(fields).map(atomEntry);
    if ('rss' in document)
        return (0, feed_xml_1.elementsOf)(fields(fields(document.rss).channel).item)
            .map(fields)
            .map(rssItem);
    if ('rdf:RDF' in document)
        return (0, feed_xml_1.elementsOf)(fields(document['rdf:RDF']).item).map(fields).map(rssItem);
    throw new source_1.SourceError('The answer is neither an Atom nor an RSS feed', null, 'format');
}
/** An element that says nothing is an empty text. */
const fields = (element) => ((0, read_1.isFields)(element) ? element : {});
function atomEntry(entry) {
    const links = (0, feed_xml_1.elementsOf)(entry.link).map(fields);
    const link = links.find((one) => one['@rel'] === undefined || one['@rel'] === 'alternate');
    const href = link?.['@href'];
    return {
        title: (0, feed_xml_1.xmlText)(entry.title),
        link: typeof href === 'string' ? href : null,
        date: (0, read_1.dateOf)((0, feed_xml_1.xmlText)(entry.published)) ?? (0, read_1.dateOf)((0, feed_xml_1.xmlText)(entry.updated)),
    };
}
function rssItem(item) {
    return {
        title: (0, feed_xml_1.xmlText)(item.title),
        link: (0, feed_xml_1.xmlText)(item.link),
        date: (0, read_1.dateOf)((0, feed_xml_1.xmlText)(item.pubDate)) ?? (0, read_1.dateOf)((0, feed_xml_1.xmlText)(item['dc:date'])),
    };
}
//# sourceMappingURL=feed.source.js.map