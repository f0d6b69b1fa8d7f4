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
exports.VersionWriter = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const rows_1 = require("../database/rows");
const software_writer_1 = require("../software/software.writer");
const ordering_settings_1 = require("./ordering-settings");
const scheme_1 = require("./ordering/scheme");
const version_entity_1 = require("./version.entity");
const COLUMNS = [
    'id',
    'version',
    'version_key',
    'source_prerelease',
    'prerelease',
    'standing',
    'released_at',
    'removed_at',
    'notes_url',
    'source_seen',
    'created_at',
    'added_at',
];
/** The only writer of the version table and of update marks. */
let VersionWriter = class VersionWriter {
    constructor(software) {
        this.software = software;
    }
    /**
     * Adds new versions, changes known ones whose facts changed, makes the keys of a product anew when its ordering changed, keeps each product's latest version right and leaves a mark
     * for the update check, all in the caller's transaction. A version that is not named stays as it is.
     * @returns for each product the number of versions that were added or changed
     */
    async write(sql, products) {
        const ids = [...new Set(products.map(({ softwareId }) => softwareId))];
        const orderings = await this.orderings(sql, ids);
        const known = await this.find(sql, products.filter(({ isNew }) => !isNew).map(({ softwareId }) => softwareId));
        const added = new Map();
        const counts = [];
        for (const product of products) {
            const rows = known.get(product.softwareId) ?? new Map();
            known.set(product.softwareId, rows);
            const { now, ...how } = orderings.get(product.softwareId);
            counts.push(await this.writeProduct(sql, { product, rows, ...how }, now, added));
        }
        if (added.size > 0)
            await (0, rows_1.insertRows)(sql, 'version', ['software_id', ...COLUMNS], [...added.values()]);
        const touched = products.filter((_product, index) => counts[index] > 0);
        const latest = new Map(touched.map(({ softwareId }) => [softwareId, latestOf(known.get(softwareId).values())]));
        await this.software.setLatest(sql, latest);
        await this.mark(sql, [...new Set(touched.filter(({ isNew }) => !isNew).map(({ softwareId }) => softwareId))]);
        return counts;
    }
    /** Says "the versions of this changed" to the update check. */
    async mark(sql, softwareIds) {
        const { dialect } = sql;
        const again = { revision: 'update_mark.revision + 1', next_at: dialect.now, claim_id: 'NULL' };
        for (const page of (0, rows_1.pagesOf)(softwareIds))
            await sql.execute(`INSERT INTO update_mark (software_id, revision, next_at)
         VALUES ${page.map(() => `(?, 1, ${dialect.now})`).join(', ')} ${dialect.onDuplicate(['software_id'], again)}`, page);
    }
    async writeProduct(sql, work, now, added) {
        const { product, rows, ordering, stale } = work;
        const named = new Map(product.versions.map((facts) => [facts.label, facts]));
        if (product.complete)
            await this.see(sql, product.versions, rows);
        const others = [...rows.values()].filter((row) => !named.has(row.version));
        const gone = (row) => Boolean(product.complete && row.source_seen);
        const unnamed = others
            .filter((row) => stale || gone(row))
            .map((row) => ({ ...factsOf(row), withdrawn: gone(row) }));
        let count = 0;
        for (const facts of [...named.values(), ...unnamed]) {
            const before = rows.get(facts.label);
            const known = factsAfter(facts, before, now);
            const isNews = !before || differs(FACTS, before, known);
            // Most of what a source lists was there before, and to read a label takes longer than all the rest.
            if (!isNews && !stale)
                continue;
            const after = rowOf(facts.label, known, product.complete ?? false, ordering, before, now);
            if (!isNews && !differs(READINGS, before, after))
                continue;
            rows.set(facts.label, after);
            count++;
            // Named before in this very transaction, it is not in the table yet.
            if (before && !added.has(before.id))
                await this.update(sql, after);
            else
                added.set(after.id, [product.softwareId, ...COLUMNS.map((column) => after[column])]);
        }
        return count;
    }
    /** The product has another source now, which knows nothing of what was seen at the one before. */
    async forgetSource(sql, softwareId) {
        await sql.execute('UPDATE version SET source_seen = 0 WHERE software_id = ? AND source_seen = 1', [softwareId]);
    }
    /** Notes of known versions that they are at the source, in sets: the first poll of a product sees all of them. */
    async see(sql, versions, rows) {
        const unseen = versions.map(({ label }) => rows.get(label)).filter((row) => row && !row.source_seen);
        for (const page of (0, rows_1.pagesOf)(unseen)) {
            const ids = page.map(({ id }) => id);
            await sql.execute(`UPDATE version SET source_seen = 1 WHERE id IN (${(0, rows_1.placeholders)(ids.length)})`, ids);
        }
        for (const row of unseen)
            row.source_seen = true;
    }
    /** How each is ordered, and the time. Keys of two revisions of the ordering cannot be compared: then all of a product's are made anew. */
    async orderings(sql, ids) {
        const orderings = new Map();
        for (const page of (0, rows_1.pagesOf)(ids)) {
            const rows = await sql.query(`SELECT s.id, s.ordering_revision, ${ordering_settings_1.ORDERING_COLUMNS}, ${sql.dialect.now} AS now
         FROM software s WHERE s.id IN (${(0, rows_1.placeholders)(page.length)})`, page);
            for (const row of rows) {
                const stale = row.ordering_revision !== scheme_1.ORDERING_REVISION;
                orderings.set(row.id, { ordering: (0, ordering_settings_1.orderingOf)(row), stale, now: row.now });
            }
            const stale = rows.filter(({ id }) => orderings.get(id).stale).map(({ id }) => id);
            if (stale.length === 0)
                continue;
            await sql.execute(`UPDATE software SET ordering_revision = ? WHERE id IN (${(0, rows_1.placeholders)(stale.length)})`, [
                scheme_1.ORDERING_REVISION,
                ...stale,
            ]);
        }
        return orderings;
    }
    async find(sql, softwareIds) {
        const found = new Map();
        for (const page of (0, rows_1.pagesOf)([...new Set(softwareIds)])) {
            const rows = await sql.query(`SELECT software_id, ${COLUMNS.join(', ')} FROM version WHERE software_id IN (${(0, rows_1.placeholders)(page.length)})`, page);
            for (const row of rows) {
                const labels = found.get(row.software_id) ?? new Map();
                found.set(row.software_id, labels.set(row.version, row));
            }
        }
        return found;
    }
    async update(sql, row) {
        const columns = COLUMNS.filter((column) => column !== 'id' && column !== 'version' && column !== 'added_at');
        await sql.execute(`UPDATE version SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`, [
            ...columns.map((column) => row[column]),
            row.id,
        ]);
    }
};
exports.VersionWriter = VersionWriter;
exports.VersionWriter = VersionWriter = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [software_writer_1.SoftwareWriter])
], VersionWriter);
const factsOf = (row) => ({
    label: row.version,
    releasedAt: row.released_at,
    removedAt: row.removed_at,
    prerelease: row.source_prerelease === null ? null : Boolean(row.source_prerelease),
    notesUrl: row.notes_url,
});
/** What is known of a version once this is heard too: what the source does not say stays as it was. */
function factsAfter(facts, before, now) {
    const said = before?.source_prerelease == null ? null : Boolean(before.source_prerelease);
    return {
        source_prerelease: facts.prerelease ?? said,
        released_at: facts.releasedAt ?? before?.released_at ?? null,
        removed_at: facts.removedAt ?? (facts.withdrawn ? (before?.removed_at ?? now) : null),
        notes_url: facts.notesUrl ?? before?.notes_url ?? null,
    };
}
function rowOf(label, facts, isSeen, ordering, before, now) {
    const read = ordering.read(label, {
        prerelease: facts.source_prerelease ?? undefined,
        releasedAt: facts.released_at,
    });
    const addedAt = before?.added_at ?? now;
    return {
        id: before?.id ?? (0, ids_1.newId)(),
        version: label,
        version_key: read.key,
        ...facts,
        prerelease: read.prerelease,
        standing: standingOf(read, facts.removed_at),
        source_seen: before ? Boolean(before.source_seen) : isSeen,
        created_at: facts.released_at ?? addedAt,
        added_at: addedAt,
    };
}
function standingOf(read, removedAt) {
    if (removedAt !== null || read.ignored)
        return version_entity_1.Standing.Out;
    return read.prerelease ? version_entity_1.Standing.Prerelease : version_entity_1.Standing.Release;
}
/** The one that users hear of first: a release before any pre-release, then by its key. null: none counts. */
function latestOf(rows) {
    let latest = null;
    for (const row of rows) {
        if (row.standing === version_entity_1.Standing.Out)
            continue;
        if (latest === null || isBefore(latest, row))
            latest = row;
    }
    return latest?.id ?? null;
}
/** Of two labels that mean the same version, the first that was known is the later one. */
function isBefore(a, b) {
    if (a.standing !== b.standing)
        return a.standing < b.standing;
    return a.version_key === b.version_key ? a.id > b.id : a.version_key < b.version_key;
}
const FACTS = ['source_prerelease', 'released_at', 'removed_at', 'notes_url'];
const READINGS = ['version_key', 'prerelease', 'standing'];
/** The databases give flags back as 0 and 1. */
const plain = (value) => (typeof value === 'boolean' ? Number(value) : value);
const differs = (names, before, after) => names.some((name) => plain(before[name]) !== plain(after[name]));
//# sourceMappingURL=version.writer.js.map