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
exports.CatalogueExporter = void 0;
const common_1 = require("@nestjs/common");
const duration_1 = require("../../config/duration");
const database_1 = require("../../database/database");
const ordering_settings_1 = require("../../version/ordering-settings");
const source_store_1 = require("../polling/source-store");
const record_writer_1 = require("./record-writer");
const PAGE = 200;
const VERSIONS_PAGE = 1_000;
/** A line has at most so many versions and characters of them: half of what an import takes, whatever the letters are. */
const VERSIONS_IN_LINE = 25_000;
const CHARACTERS_IN_LINE = 1024 * 1024;
/** A product without a source first: it must be there before the one of the same name that has a source, or it would be taken for it. */
const SOURCE = `CASE WHEN s.identity LIKE '${record_writer_1.UNNAMED_SOURCE}%' THEN '' ELSE s.identity END`;
/**
 * Writes the catalogue as records that `CatalogueImporter` reads, in an order that does not depend on the database: publishers by name;
 * of each, first the product that its facts came with, then the others by name and source; versions from the lowest to the highest.
 */
let CatalogueExporter = class CatalogueExporter {
    constructor(database, sources) {
        this.database = database;
        this.sources = sources;
    }
    /** Lines with their ends. Memory does not grow with the catalogue. What changes meanwhile is there before or after its change. */
    async *lines(summary = { publishers: 0, software: 0, versions: 0 }) {
        for await (const publisher of this.publishers()) {
            let count = 0;
            for await (const software of this.inOrder(publisher)) {
                count++;
                yield* this.linesOf(publisher, software, summary);
            }
            summary.software += count;
            if (count > 0)
                summary.publishers++;
        }
    }
    async *publishers() {
        let after = '';
        for (;;) {
            const page = await this.database.query(`SELECT id, name, name_key, url, support_url, privacy_url, facts_from FROM publisher
         WHERE name_key > ? ORDER BY name_key LIMIT ${PAGE}`, [after]);
            yield* page;
            if (page.length < PAGE)
                return;
            after = page.at(-1).name_key;
        }
    }
    /** The product that the publisher's facts came with goes in first, and owns them again. */
    async *inOrder(publisher) {
        const owner = await this.ownerOf(publisher);
        if (owner)
            yield owner;
        for await (const software of this.softwareOf(publisher))
            if (software.id !== owner?.id)
                yield software;
    }
    /** Null when it is another publisher's by now. */
    async ownerOf(publisher) {
        if (!publisher.facts_from.startsWith(record_writer_1.UNNAMED_SOURCE)) {
            const where = 's.identity = ? AND s.publisher_id = ?';
            return (await this.software(where, [publisher.facts_from, publisher.id], 's.id', 1))[0] ?? null;
        }
        for await (const software of this.softwareOf(publisher))
            if ((0, record_writer_1.isOwner)(publisher, software))
                return software;
        return null;
    }
    async *softwareOf({ id }) {
        let after = ['', '', ''];
        for (;;) {
            const where = `s.publisher_id = ? AND s.name_key >= ? AND (s.name_key, ${SOURCE}, s.id) > (?, ?, ?)`;
            const order = `s.name_key, ${SOURCE}, s.id`;
            const page = await this.software(where, [id, after[0], ...after], order, PAGE);
            yield* page;
            if (page.length < PAGE)
                return;
            const last = page.at(-1);
            after = [last.name_key, last.source_order, last.id];
        }
    }
    software(where, parameters, order, limit) {
        return this.database.query(`SELECT s.id, s.identity, s.name, s.name_key, s.short_description, s.description, s.url, ${ordering_settings_1.ORDERING_COLUMNS},
         ${SOURCE} AS source_order, f.type AS feed_type, f.settings AS feed_settings, f.interval_seconds AS feed_interval
       FROM software s LEFT JOIN software_source f ON f.software_id = s.id WHERE ${where} ORDER BY ${order} LIMIT ${limit}`, parameters);
    }
    async *linesOf(publisher, software, summary) {
        let entries = [];
        let length = 0;
        let isFirst = true;
        const feed = this.feedOf(software);
        const line = () => `${JSON.stringify((0, record_writer_1.recordOf)(publisher, software, feed, entries))}\n`;
        for await (const version of this.versionsOf(software.id)) {
            const entry = (0, record_writer_1.versionEntryOf)(version);
            const size = JSON.stringify(entry).length;
            if (entries.length === VERSIONS_IN_LINE || length + size > CHARACTERS_IN_LINE) {
                yield line();
                isFirst = false;
                entries = [];
                length = 0;
            }
            entries.push(entry);
            length += size;
            summary.versions++;
        }
        if (isFirst || entries.length > 0)
            yield line();
    }
    /** Without secrets: who can read the file must not be able to act as the operator elsewhere. */
    feedOf({ id, feed_type: type, feed_settings: sealed, feed_interval: interval, }) {
        const source = type === null ? undefined : this.sources.find(type);
        if (type === null || sealed === null || !source)
            return undefined;
        const settings = Object.entries(this.sources.openPublic(id, source, sealed)).sort(([a], [b]) => (a < b ? -1 : 1));
        return {
            type,
            settings: Object.fromEntries(settings),
            ...(interval !== null && { interval: (0, duration_1.formatDuration)(interval) }),
        };
    }
    async *versionsOf(softwareId) {
        let after = ['', ''];
        for (;;) {
            const page = await this.database.query(`SELECT version, version_key, released_at, removed_at, source_prerelease, notes_url FROM version
         WHERE software_id = ? AND version_key >= ? AND (version_key > ? OR version > ?)
         ORDER BY version_key, version LIMIT ${VERSIONS_PAGE}`, [softwareId, after[0], after[0], after[1]]);
            yield* page;
            if (page.length < VERSIONS_PAGE)
                return;
            const last = page.at(-1);
            after = [last.version_key, last.version];
        }
    }
};
exports.CatalogueExporter = CatalogueExporter;
exports.CatalogueExporter = CatalogueExporter = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        source_store_1.SourceStore])
], CatalogueExporter);
//# sourceMappingURL=catalogue-exporter.js.map