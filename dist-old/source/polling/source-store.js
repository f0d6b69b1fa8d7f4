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
exports.SourceStore = void 0;
exports.makeDue = makeDue;
const common_1 = require("@nestjs/common");
const secret_box_1 = require("../../common/secret-box");
const setting_1 = require("../../common/settings/setting");
const settings_1 = require("../../common/settings/settings");
const database_1 = require("../../database/database");
const sealed_table_1 = require("../../database/sealed-table");
const version_writer_1 = require("../../version/version.writer");
const source_registry_1 = require("../sources/source-registry");
const source_lane_1 = require("./source-lane");
/** Settings that are kept opened: some megabytes. */
const OPENED_AT_MOST = 10_000;
/** What a product's source is: the rows as people write them. What polling learns is written by `PollRecord`. */
let SourceStore = class SourceStore {
    constructor(registry, secrets, versions, database) {
        this.registry = registry;
        this.secrets = secrets;
        this.versions = versions;
        /** By their sealed text, which no other settings have: a poll that gets 304 takes hardly longer than to open them. */
        this.opened = new Map();
        this.sealed = new sealed_table_1.SealedTable(database, secrets, { table: 'software_source', id: 'software_id', boundTo });
    }
    /** Before anything is held. @throws SettingsError naming `type` or the setting */
    check({ type, settings }) {
        (0, settings_1.acceptSettings)(this.type(type), settings);
    }
    /**
     * What somebody wrote of a product, whose row the transaction holds from here on. A secret that is left out keeps its value while
     * type and host stay the same: who may write sources must not learn the secrets of others by sending them elsewhere.
     * @throws SettingsError naming `type` or the setting
     */
    async accept(sql, softwareId, { type, settings: input, interval }) {
        const source = this.type(type);
        const before = await this.lock(sql, softwareId);
        const accept = async (stored) => {
            const { settings } = (0, settings_1.acceptSettings)(source, input, stored);
            return { source, settings, interval, lane: await this.laneOf(source, settings), before };
        };
        if (before?.type !== source.type)
            return accept();
        const kept = await accept(this.open(softwareId, source, before.settings));
        return hostOf(kept.lane) === hostOf(before.host) ? kept : accept();
    }
    /** @throws SettingsError when there is no such type */
    type(type) {
        const source = this.registry.get(type);
        if (source)
            return source;
        const types = this.registry.all().map((one) => one.type);
        throw new settings_1.SettingsError([{ field: 'type', message: `must be one of ${types.join(', ')}` }]);
    }
    /** Undefined: a type that this version of the service does not know. */
    find(type) {
        return this.registry.get(type);
    }
    open(softwareId, source, sealed) {
        const known = this.opened.get(sealed);
        if (known?.softwareId === softwareId)
            return known.settings;
        const stored = JSON.parse(this.secrets.open(sealed, boundTo(softwareId)));
        const settings = Object.freeze(Object.assign(new source.settingsClass(), stored));
        if (this.opened.size >= OPENED_AT_MOST)
            this.opened.clear();
        this.opened.set(sealed, { softwareId, settings });
        return settings;
    }
    /** The settings without their secrets, as a catalogue file may have them. */
    openPublic(softwareId, source, sealed) {
        return publicOf(source, this.open(softwareId, source, sealed));
    }
    /**
     * In the transaction that accepted it and holds the product. The same again changes nothing; another source, or other settings, starts anew.
     * @param due seconds until it is asked for the first time
     * @returns whether anything was written
     */
    async write(sql, softwareId, accepted, due) {
        const { source, settings, interval, lane, before } = accepted;
        if (before && this.isSame(softwareId, before, accepted))
            return false;
        const { now, nowPlus } = sql.dialect;
        const sealed = this.secrets.seal(JSON.stringify(settings), boundTo(softwareId));
        const repository = source.repositoryOf?.(settings) ?? null;
        const values = [source.type, sealed, lane, repository, interval, due];
        if (before)
            await sql.execute(`UPDATE software_source SET type = ?, settings = ?, host = ?, repository = ?, interval_seconds = ?, next_at = ${nowPlus},
           revision = revision + 1, etag = NULL, last_modified = NULL, answer_hash = NULL, last_attempt_at = NULL,
           last_success_at = NULL, released_at = NULL, failures = 0, failing_since = NULL, last_error = NULL,
           reported_at = NULL, report_id = NULL, again_at = NULL
         WHERE software_id = ?`, [...values, softwareId]);
        else
            await sql.execute(`INSERT INTO software_source (type, settings, host, repository, interval_seconds, next_at, software_id, created_at)
         VALUES (?, ?, ?, ?, ?, ${nowPlus}, ?, ${now})`, [...values, softwareId]);
        if (!before || !this.isSameFeed(softwareId, before, accepted))
            await this.versions.forgetSource(sql, softwareId);
        await makeDue(sql, lane, due);
        return true;
    }
    /** Makes it due at once; an answer to an older question does not count. */
    async ask(sql, softwareId, lane) {
        await sql.execute(`UPDATE software_source SET revision = revision + 1, next_at = ${sql.dialect.now} WHERE software_id = ?`, [softwareId]);
        await makeDue(sql, lane, 0);
    }
    /** In a transaction that holds the product. Its versions stay as they are. */
    async remove(sql, softwareId) {
        const removed = await sql.execute('DELETE FROM software_source WHERE software_id = ?', [softwareId]);
        await this.versions.forgetSource(sql, softwareId);
        return removed > 0;
    }
    laneOf(source, settings) {
        return (0, source_lane_1.laneOf)(source, settings, (credentials) => this.secrets.fingerprint(credentials));
    }
    async lock(sql, softwareId) {
        const rows = await sql.query(`SELECT type, settings, host, interval_seconds FROM software_source WHERE software_id = ? ${sql.dialect.forUpdate}`, [softwareId]);
        return rows[0];
    }
    isSame(softwareId, before, { source, settings, interval }) {
        if (before.type !== source.type || before.interval_seconds !== interval)
            return false;
        return sorted(this.open(softwareId, source, before.settings)) === sorted(settings);
    }
    /** Whether it names the same place, be it with another token: what was seen there counts. */
    isSameFeed(softwareId, before, { source, settings }) {
        if (before.type !== source.type)
            return false;
        const stored = this.openPublic(softwareId, source, before.settings);
        return sorted(stored) === sorted(publicOf(source, settings));
    }
};
exports.SourceStore = SourceStore;
exports.SourceStore = SourceStore = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [source_registry_1.SourceRegistry,
        secret_box_1.SecretBox,
        version_writer_1.VersionWriter,
        database_1.Database])
], SourceStore);
const boundTo = (softwareId) => `source:${softwareId}`;
const hostOf = (lane) => lane.split('#')[0];
function publicOf(source, settings) {
    const secret = new Set((0, setting_1.secretFields)(source.settingsClass));
    return Object.fromEntries(Object.entries(settings).filter(([name]) => !secret.has(name)));
}
const sorted = (settings) => JSON.stringify(Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1)));
/** Sees to it that the host is looked at in so many seconds at the latest. After the source's own row: who ends a claim reads those under the host's lock. */
async function makeDue(sql, host, seconds) {
    const { dialect } = sql;
    await sql.execute(`INSERT INTO source_host (host, next_at) VALUES (?, ${dialect.nowPlus}) ${dialect.onDuplicate(['host'], { host: 'source_host.host' })}`, [host, seconds]);
    await sql.execute(`UPDATE source_host SET next_at = ${dialect.nowPlus} WHERE host = ? AND (next_at IS NULL OR next_at > ${dialect.nowPlus})`, [seconds, host, seconds]);
}
//# sourceMappingURL=source-store.js.map