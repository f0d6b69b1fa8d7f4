"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.holdSoftware = holdSoftware;
exports.findVersion = findVersion;
const ids_1 = require("../common/ids");
/**
 * Holds the software until the transaction ends: a version that arrives meanwhile waits, and its update check sees this
 * transaction's favorite. So no favorite misses an update between being written and being checked.
 * @returns whether there is such software
 */
async function holdSoftware(sql, softwareId) {
    const rows = await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forShare}`, [softwareId]);
    return rows.length > 0;
}
/** The id of a version of the software, by id or by label; an id wins. */
async function findVersion(sql, softwareId, version) {
    const find = (column, value) => sql.query(`SELECT id FROM version WHERE software_id = ? AND ${column} = ?`, [softwareId, value]);
    const byId = (0, ids_1.isId)(version) ? await find('id', version.toLowerCase()) : [];
    return (byId[0] ?? (await find('version', version.trim()))[0])?.id;
}
//# sourceMappingURL=tracked-version.js.map