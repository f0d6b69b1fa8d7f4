"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SealedTable = void 0;
const common_1 = require("@nestjs/common");
const secret_box_1 = require("../common/secret-box");
const rows_1 = require("./rows");
/** Rows that one transaction holds. */
const PAGE = 100;
/** What concerns all sealed rows of a table: whether they open, and exchanging the key. */
class SealedTable {
    constructor(database, box, rows) {
        this.database = database;
        this.box = box;
        this.rows = rows;
        this.logger = new common_1.Logger('secrets');
    }
    /**
     * Reads the table once. A few rows that do not open are logged: they would not be a reason to keep everybody else waiting.
     * @throws SecretError when rows were sealed with another key, and none with ours: then SECRET_KEY is the wrong one
     */
    async demandKey() {
        const known = this.box.keyIds.map((key) => `v1.${key}.%`);
        const find = (condition, limit) => this.find(this.database, `${condition} LIMIT ${limit}`, known);
        // Some of them: one may be damaged, which says nothing of the key.
        const foreign = await find(known.map(() => 'settings NOT LIKE ?').join(' AND '), PAGE);
        const error = foreign.map((row) => this.reasonOf(row)).find((reason) => reason?.reason === 'wrong-key');
        if (!error)
            return;
        const [ours] = await find(`(${known.map(() => 'settings LIKE ?').join(' OR ')})`, 1);
        if (!ours)
            throw error;
        this.logger.error({
            msg: 'some settings were sealed with a key that is not here',
            table: this.rows.table,
            err: error,
        });
    }
    /**
     * Seals with SECRET_KEY what was sealed with another one. It may be cut off and run again, and while replicas work: what somebody
     * changes meanwhile is sealed anew anyway.
     */
    async reseal() {
        const result = { resealed: 0, lost: [] };
        for (let after = '';;) {
            const condition = `settings NOT LIKE ? AND ${this.rows.id} > ? ORDER BY ${this.rows.id} LIMIT ${PAGE}`;
            const page = await this.find(this.database, condition, [`v1.${this.box.keyId}.%`, after]);
            if (page.length === 0)
                return result;
            const ids = page.map(({ id }) => id);
            const done = await this.database.transaction((sql) => this.resealPage(sql, ids));
            result.resealed += done.resealed;
            result.lost.push(...done.lost);
            after = ids.at(-1);
        }
    }
    async resealPage(sql, ids) {
        const { table, id: key, boundTo } = this.rows;
        const condition = `${key} IN (${(0, rows_1.placeholders)(ids.length)}) ORDER BY ${key} ${sql.dialect.forUpdate}`;
        const result = { resealed: 0, lost: [] };
        for (const row of await this.find(sql, condition, ids)) {
            if (this.box.isCurrent(row.settings))
                continue;
            if (this.reasonOf(row)) {
                result.lost.push(row.id);
                continue;
            }
            const settings = this.box.seal(this.box.open(row.settings, boundTo(row.id)), boundTo(row.id));
            result.resealed += await sql.execute(`UPDATE ${table} SET settings = ? WHERE ${key} = ?`, [settings, row.id]);
        }
        return result;
    }
    find(sql, condition, parameters) {
        const { table, id } = this.rows;
        return sql.query(`SELECT ${id} AS id, settings FROM ${table} WHERE ${condition}`, parameters);
    }
    /** Why a row does not open; null when it does. */
    reasonOf({ id, settings }) {
        try {
            this.box.open(settings, this.rows.boundTo(id));
            return null;
        }
        catch (error) {
            if (error instanceof secret_box_1.SecretError)
                return error;
            throw error;
        }
    }
}
exports.SealedTable = SealedTable;
//# sourceMappingURL=sealed-table.js.map