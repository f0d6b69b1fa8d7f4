"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.SoftwareWriter = void 0;
const node_crypto_1 = require("node:crypto");
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const text_1 = require("../common/text");
const rows_1 = require("../database/rows");
const COLUMNS = [
    'id',
    'publisher_id',
    'identity',
    'name',
    'name_key',
    'short_description',
    'description',
    'url',
    'scheme',
    'calver_pattern',
    'tag_pattern',
    'ignore_pattern',
    'prerelease_pattern',
    'ordering_revision',
];
/** No revision of the ordering made its keys: they are to be made anew. */
const NO_REVISION = 0;
const DEFAULT_ORDERING = {
    scheme: 'generic',
    calver_pattern: null,
    tag_pattern: null,
    ignore_pattern: null,
    prerelease_pattern: null,
};
/** The only writer of the software table. */
let SoftwareWriter = class SoftwareWriter {
    /**
     * Adds the products that are not there, changes those whose facts changed, and holds all of them until the transaction
     * ends: who writes versions of a product waits for whoever writes them now, so that both see each other's for "latest".
     * @returns one entry for each of `facts`, in their order
     */
    async write(sql, facts) {
        const known = await this.find(sql, facts);
        const added = [];
        const results = facts.map((one) => {
            const row = known.match(one);
            if (row)
                return { row, state: merge(row, one) ? 'changed' : 'same' };
            const created = newRow(one);
            known.add(created);
            added.push(created);
            return { row: created, state: 'added' };
        });
        await this.insert(sql, added);
        for (const { row, state } of results)
            if (state === 'changed')
                await this.update(sql, row);
        return results.map(({ row, state }) => ({ id: row.id, state }));
    }
    /** Holds a product until the transaction ends, as `write` does. @returns whether there is such a product */
    async hold(sql, id) {
        const rows = await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forUpdate}`, [id]);
        return rows.length > 0;
    }
    /** Holds them until the transaction ends and has their keys made anew by the next write of their versions. */
    async holdForRekey(sql, ids, ordering) {
        const among = `id IN (${(0, rows_1.placeholders)(ids.length)})`;
        await sql.query(`SELECT id FROM software WHERE ${among} ORDER BY id ${sql.dialect.forUpdate}`, ids);
        const columns = Object.entries(ordering ?? {});
        const assignments = [...columns.map(([column]) => `${column} = ?`), `ordering_revision = ${NO_REVISION}`];
        await sql.execute(`UPDATE software SET ${assignments.join(', ')} WHERE ${among}`, [
            ...columns.map(([, value]) => value),
            ...ids,
        ]);
    }
    /** What changed in their versions, and the latest of each; null = none counts. Called by whoever changed them, in the same transaction. */
    async setLatest(sql, latest) {
        const { dialect } = sql;
        const statement = dialect.updateJoined('software', {
            source: dialect.givenRows({ software_id: 'text', version_id: 'text' }),
            on: 'software.id = e.software_id',
            set: `updated_at = ${dialect.now}, latest_version_id = e.version_id`,
            where: '1 = 1',
        });
        for (const page of (0, rows_1.pagesOf)([...latest]))
            await sql.execute(statement, [JSON.stringify(page)]);
    }
    async find(sql, facts) {
        const rows = [];
        const select = `SELECT ${COLUMNS.join(', ')} FROM software WHERE`;
        const identities = [...new Set(facts.map(identityOf))].sort();
        for (const page of (0, rows_1.pagesOf)(identities))
            rows.push(...(await sql.query(`${select} identity IN (${(0, rows_1.placeholders)(page.length)}) ORDER BY id ${sql.dialect.forUpdate}`, page)));
        for (const one of facts.filter(({ source }) => source === null))
            rows.push(...(await sql.query(`${select} publisher_id = ? AND name_key = ? ORDER BY id ${sql.dialect.forUpdate}`, [
                one.publisherId,
                (0, text_1.foldName)(one.name),
            ])));
        return new KnownSoftware(rows);
    }
    async insert(sql, added) {
        if (added.length === 0)
            return;
        const [{ now }] = (await sql.query(`SELECT ${sql.dialect.now} AS now`));
        const rows = added.map((row) => [...COLUMNS.map((column) => row[column]), now, now]);
        // A duplicate key here means that another process adds the same product right now: the caller runs the whole again.
        await (0, rows_1.insertRows)(sql, 'software', [...COLUMNS, 'created_at', 'updated_at'], rows);
    }
    async update(sql, row) {
        const columns = COLUMNS.filter((column) => column !== 'id' && column !== 'identity');
        await sql.execute(`UPDATE software SET ${columns.map((column) => `${column} = ?`).join(', ')}, updated_at = ${sql.dialect.now}
       WHERE id = ?`, [...columns.map((column) => row[column]), row.id]);
    }
};
exports.SoftwareWriter = SoftwareWriter;
exports.SoftwareWriter = SoftwareWriter = __decorate([
    (0, common_1.Injectable)()
], SoftwareWriter);
/** Finds a record's product: by its source when the record names one, else by publisher and name. */
class KnownSoftware {
    constructor(rows) {
        this.byIdentity = new Map();
        this.byName = new Map();
        rows.forEach((row) => this.add(row));
    }
    add(row) {
        this.byIdentity.set(row.identity, row);
        const name = nameOf(row.publisher_id, row.name_key);
        if (!this.byName.has(name))
            this.byName.set(name, row);
    }
    match(facts) {
        const exact = this.byIdentity.get(identityOf(facts));
        return (exact ?? (facts.source === null ? this.byName.get(nameOf(facts.publisherId, (0, text_1.foldName)(facts.name))) : undefined));
    }
}
const nameOf = (publisherId, nameKey) => `${publisherId} ${nameKey}`;
function identityOf(facts) {
    if (facts.source !== null)
        return facts.source;
    const name = nameOf(facts.publisherId, (0, text_1.foldName)(facts.name));
    return `name:${(0, node_crypto_1.createHash)('sha256').update(name).digest('hex')}`;
}
const newRow = (facts) => ({
    id: (0, ids_1.newId)(),
    publisher_id: facts.publisherId,
    identity: identityOf(facts),
    name: facts.name,
    name_key: (0, text_1.foldName)(facts.name),
    short_description: facts.shortDescription,
    description: facts.description,
    url: facts.url,
    ...(facts.ordering ?? DEFAULT_ORDERING),
    ordering_revision: NO_REVISION,
});
/** @returns whether anything changed */
function merge(row, facts) {
    const said = { name: facts.name, name_key: (0, text_1.foldName)(facts.name), publisher_id: facts.publisherId };
    if (facts.shortDescription !== null)
        said.short_description = facts.shortDescription;
    if (facts.description !== null)
        said.description = facts.description;
    if (facts.url !== null)
        said.url = facts.url;
    if (facts.ordering)
        Object.assign(said, facts.ordering);
    const changed = Object.keys(said).some((fact) => said[fact] !== row[fact]);
    const reordered = facts.ordering && Object.entries(facts.ordering).some(([name, value]) => row[name] !== value);
    Object.assign(row, said, reordered ? { ordering_revision: NO_REVISION } : {});
    return changed;
}
//# sourceMappingURL=software.writer.js.map