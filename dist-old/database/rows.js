"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.placeholders = void 0;
exports.insertRows = insertRows;
exports.pagesOf = pagesOf;
const PARAMETERS_AT_MOST = 8_000; // below SQLite's 32,766 and small enough for a server's packet
/** `?, ?, ?` */
const placeholders = (count) => Array(count).fill('?').join(', ');
exports.placeholders = placeholders;
/**
 * Inserts rows with few statements.
 * @param ending what follows the values, such as `dialect.keepExisting(table)`
 * @returns how many rows were inserted
 */
async function insertRows(sql, table, columns, rows, ending = '') {
    const perStatement = Math.max(1, Math.floor(PARAMETERS_AT_MOST / columns.length));
    let inserted = 0;
    for (let start = 0; start < rows.length; start += perStatement) {
        const page = rows.slice(start, start + perStatement);
        const values = page.map(() => `(${(0, exports.placeholders)(columns.length)})`).join(', ');
        const statement = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ${ending}`;
        inserted += await sql.execute(statement, page.flat());
    }
    return inserted;
}
/** Splits a list into pages, for statements with `IN (…)`. */
function pagesOf(list, size = 500) {
    return Array.from({ length: Math.ceil(list.length / size) }, (_, page) => list.slice(page * size, (page + 1) * size));
}
//# sourceMappingURL=rows.js.map