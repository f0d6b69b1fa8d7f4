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
exports.CatalogueImporter = void 0;
const common_1 = require("@nestjs/common");
const text_1 = require("../../common/text");
const database_1 = require("../../database/database");
const errors_1 = require("../../database/errors");
const publisher_writer_1 = require("../../publisher/publisher.writer");
const software_writer_1 = require("../../software/software.writer");
const actor_1 = require("../../user/actor");
const version_changes_1 = require("../../version/version-changes");
const version_writer_1 = require("../../version/version.writer");
const settings_1 = require("../../common/settings/settings");
const source_store_1 = require("../polling/source-store");
const import_entry_1 = require("./import-entry");
const lines_1 = require("./lines");
const ndjson_1 = require("./ndjson");
const record_1 = require("./record");
const record_writer_1 = require("./record-writer");
const said_facts_1 = require("./said-facts");
/** Some records of a batch contradict what was said before: their index, and why. */
class Contradictions extends Error {
    constructor(errors) {
        super('Records contradict each other');
        this.errors = errors;
    }
}
/** A transaction ends at whichever comes first: it neither holds rows for long nor commits for every line. */
const BATCH_RECORDS = 100;
const BATCH_VERSIONS = 4_000;
/** Takes records into the catalogue. */
let CatalogueImporter = class CatalogueImporter {
    constructor(database, publishers, software, versions, sources, changes) {
        this.database = database;
        this.publishers = publishers;
        this.software = software;
        this.versions = versions;
        this.sources = sources;
        this.changes = changes;
    }
    /** A catalogue file: NDJSON, plain or gzip. Memory does not grow with it. See `importAll`. */
    async import(input, events, actor) {
        return this.importAll((0, ndjson_1.ndjsonReadings)(await (0, lines_1.decompressed)(input)), events, actor);
    }
    /**
     * Takes record after record; what is in the catalogue already stays as it is. A bad one is reported and left out, the others
     * go in, none by half.
     * @throws what the database or the reader throws; what was committed until then stays
     */
    async importAll(readings, events = {}, actor = actor_1.COMMAND_LINE) {
        const summary = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };
        const [{ since }] = (await this.database.query(`SELECT ${this.database.dialect.now} AS since`));
        const run = { entry: new import_entry_1.ImportEntry(actor), since, said: new said_facts_1.SaidFacts(), summary, events };
        let batch = [];
        let versions = 0;
        for await (const reading of readings) {
            const error = 'error' in reading ? reading.error : this.wrongFeed(reading.record);
            if ('error' in reading || error) {
                reject(run, reading.at, error);
                continue;
            }
            batch.push(reading);
            versions += reading.record.versions.length;
            if (batch.length < BATCH_RECORDS && versions < BATCH_VERSIONS)
                continue;
            await this.importBatch(batch, run);
            batch = [];
            versions = 0;
        }
        if (batch.length > 0)
            await this.importBatch(batch, run);
        if (summary.versions > 0)
            this.changes.next();
        return summary;
    }
    /** Why the settings of its source are not taken; null = they are, or it says none. */
    wrongFeed({ feed }) {
        try {
            if (feed)
                this.sources.check(feed);
            return null;
        }
        catch (error) {
            if (!(error instanceof settings_1.SettingsError))
                throw error;
            const { field, message } = error.problems[0];
            const name = `feed.${field === 'type' ? field : `settings.${field}`}`;
            return new record_1.RecordError(`${name} ${message}`, name);
        }
    }
    async importBatch(batch, run) {
        const refused = await this.commit(batch, run);
        // One record of the batch does not go in: the others do.
        if (refused !== null)
            for (const one of batch) {
                const reason = await this.commit([one], run);
                if (reason !== null)
                    reject(run, one.at, new record_1.RecordError(`the database refused it: ${reason.slice(0, 200)}`));
            }
        run.events.progress?.();
    }
    /**
     * Writes the records in one transaction, but those that contradict what was said before.
     * @returns why the database refused all of them; null = they are in
     */
    async commit(batch, run) {
        let left = batch;
        const contradicting = [];
        while (left.length > 0) {
            try {
                addTo(run.summary, await this.write(left.map(({ record }) => record), run));
                break;
            }
            catch (error) {
                if ((0, errors_1.isUnavailable)(error))
                    throw error;
                if (!(error instanceof Contradictions))
                    return error.message;
                for (const [index, reason] of error.errors)
                    contradicting.push([left[index], reason]);
                left = left.filter((_one, index) => !error.errors.has(index));
            }
        }
        for (const [{ at }, error] of contradicting)
            reject(run, at, error);
        return null;
    }
    /** A product that another process added a moment ago is a duplicate key here, and known when tried again. */
    async write(records, run) {
        for (let attempt = 1;; attempt++) {
            try {
                const { part, said, ids } = await this.database.transaction((sql) => this.writeRecords(sql, records, run));
                said.keep();
                run.entry.keep(ids);
                return part;
            }
            catch (error) {
                if (attempt === 3 || !(0, errors_1.isDuplicateKey)(error))
                    throw error;
            }
        }
    }
    async writeRecords(sql, records, run) {
        const { since, said } = run;
        const publishers = await this.publishers.write(sql, records.map((record) => ({ ...record.publisher, from: identityOf(record) })), since);
        const keys = records.map(({ publisher }) => (0, text_1.foldName)(publisher.name));
        const software = await this.software.write(sql, records.map((record, index) => ({
            ...record.software,
            ordering: record.ordering,
            source: record.source,
            publisherId: publishers.ids.get(keys[index]),
        })));
        const saidNow = this.compare(said, records, software);
        const added = new Set(software.filter(({ state }) => state === 'added').map(({ id }) => id));
        const versions = await this.versions.write(sql, records.map((record, index) => ({
            softwareId: software[index].id,
            isNew: added.has(software[index].id),
            versions: record.versions,
        })));
        const changed = [];
        for (const [index, { feed }] of records.entries()) {
            const { id, state } = software[index];
            const fed = feed !== null && (await this.writeFeed(sql, id, feed, records.length));
            changed.push(state !== 'same' || fed);
        }
        const unchanged = records.filter((_record, index) => !changed[index] && versions[index] === 0 && !publishers.changes[index]);
        const part = {
            publishers: publishers.counted,
            software: new Set(software.filter((_one, index) => changed[index]).map(({ id }) => id)).size,
            versions: versions.reduce((sum, count) => sum + count, 0),
            unchanged: unchanged.length,
            rejected: 0,
        };
        const ids = software.filter((_one, index) => changed[index] || versions[index] > 0).map(({ id }) => id);
        await run.entry.note(sql, run.summary, part, ids);
        return { part, said: saidNow, ids };
    }
    /** Known only now: two records may name one product in different ways. */
    compare(said, records, software) {
        const batch = said.begin();
        const errors = new Map();
        records.forEach((record, index) => {
            const error = batch.add(software[index].id, record);
            if (error)
                errors.set(index, error);
        });
        if (errors.size > 0)
            throw new Contradictions(errors);
        return batch;
    }
    /** Sources that come together are asked one after the other: the larger the batch, the later some of it. @returns whether it changed */
    async writeFeed(sql, softwareId, feed, batch) {
        const accepted = await this.sources.accept(sql, softwareId, feed);
        return this.sources.write(sql, softwareId, accepted, Math.floor(Math.random() * batch));
    }
};
exports.CatalogueImporter = CatalogueImporter;
exports.CatalogueImporter = CatalogueImporter = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        publisher_writer_1.PublisherWriter,
        software_writer_1.SoftwareWriter,
        version_writer_1.VersionWriter,
        source_store_1.SourceStore,
        version_changes_1.VersionChanges])
], CatalogueImporter);
function reject({ summary, events }, at, { field, message }) {
    summary.rejected++;
    events.rejected?.({ at, field, reason: message });
}
/** Of the product within its publisher. */
const identityOf = ({ source, software }) => source ?? (0, record_writer_1.unnamedIdentity)(software.name);
function addTo(summary, part) {
    for (const key of Object.keys(part))
        summary[key] += part[key];
}
//# sourceMappingURL=catalogue-importer.js.map