"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.theseFavorites = exports.pageOf = void 0;
const rows_1 = require("../database/rows");
const pageOf = (dialect, softwareId, after, upTo) => ({
    softwareId,
    upTo,
    condition: (alias) => `${dialect.pageOf(`${alias}.software_id`)} AND ${alias}.id > ? AND ${alias}.id <= ?`,
    parameters: [softwareId, softwareId, after, upTo],
});
exports.pageOf = pageOf;
/** At least one id. */
const theseFavorites = (ids) => ({
    condition: (alias) => `${alias}.id IN (${(0, rows_1.placeholders)(ids.length)})`,
    parameters: ids,
});
exports.theseFavorites = theseFavorites;
//# sourceMappingURL=favorite-scope.js.map