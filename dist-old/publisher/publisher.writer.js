"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.PublisherWriter = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const text_1 = require("../common/text");
const rows_1 = require("../database/rows");
const COLUMNS = ['id', 'name', 'name_key', 'url', 'support_url', 'privacy_url', 'facts_from', 'created_at'];
/** The only writer of the publisher table. */
let PublisherWriter = class PublisherWriter {
    /**
     * Adds the publishers that are not there and changes those whose facts changed. Runs in the caller's transaction.
     * @param since when the import began, of which this may be one of many transactions
     */
    async write(sql, facts, since) {
        const known = await this.find(sql, [...new Set(facts.map((one) => (0, text_1.foldName)(one.name)))]);
        const [{ now }] = (await sql.query(`SELECT ${sql.dialect.now} AS now`));
        const added = [];
        const changed = new Set();
        const changes = facts.map((one) => {
            const key = (0, text_1.foldName)(one.name);
            const row = known.get(key);
            if (row) {
                const differs = merge(row, one);
                if (differs)
                    changed.add(key);
                return differs;
            }
            const created = newRow(key, one, now);
            known.set(key, created);
            added.push(created);
            return true;
        });
        await this.insert(sql, added, known);
        const addedKeys = new Set(added.map((row) => row.name_key));
        for (const key of changed)
            if (!addedKeys.has(key))
                await this.update(sql, known.get(key));
        return {
            ids: new Map([...known].map(([key, row]) => [key, row.id])),
            changes,
            counted: added.length + [...changed].filter((key) => known.get(key).created_at < since).length,
        };
    }
    async find(sql, keys) {
        const found = new Map();
        for (const page of (0, rows_1.pagesOf)(keys)) {
            const rows = await sql.query(`SELECT ${COLUMNS.join(', ')} FROM publisher WHERE name_key IN (${(0, rows_1.placeholders)(page.length)})`, page);
            for (const row of rows)
                found.set(row.name_key, row);
        }
        return found;
    }
    /** Another process may have added one of them meanwhile: then its row counts. */
    async insert(sql, added, known) {
        if (added.length === 0)
            return;
        const rows = added.map((row) => [...COLUMNS.map((column) => row[column]), row.created_at]);
        const columns = [...COLUMNS, 'updated_at'];
        const inserted = await (0, rows_1.insertRows)(sql, 'publisher', columns, rows, sql.dialect.keepExisting('publisher'));
        if (inserted === added.length)
            return;
        for (const [key, row] of await this.find(sql, added.map((one) => one.name_key)))
            known.set(key, row);
    }
    async update(sql, row) {
        await sql.execute(`UPDATE publisher SET name = ?, url = ?, support_url = ?, privacy_url = ?, updated_at = ${sql.dialect.now} WHERE id = ?`, [row.name, row.url, row.support_url, row.privacy_url, row.id]);
    }
};
exports.PublisherWriter = PublisherWriter;
exports.PublisherWriter = PublisherWriter = __decorate([
    (0, common_1.Injectable)()
], PublisherWriter);
const newRow = (key, facts, now) => ({
    id: (0, ids_1.newId)(),
    name: facts.name,
    name_key: key,
    url: facts.url,
    support_url: facts.supportUrl,
    privacy_url: facts.privacyUrl,
    facts_from: facts.from,
    created_at: now,
});
/** @returns whether anything changed */
function merge(row, facts) {
    const said = {
        name: facts.name,
        url: facts.url,
        support_url: facts.supportUrl,
        privacy_url: facts.privacyUrl,
    };
    const mayChange = row.facts_from === facts.from;
    let changed = false;
    for (const fact of Object.keys(said)) {
        const value = said[fact];
        if (value === null || value === row[fact] || (!mayChange && row[fact] !== null))
            continue;
        row[fact] = value;
        changed = true;
    }
    return changed;
}
//# sourceMappingURL=publisher.writer.js.map