"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.auditedChanges = auditedChanges;
const nameOf = (column) => column.replace(/_id$/, '');
/** Which fields were written, and to what those that are ids; notes are nobody else's business. */
function auditedChanges(changes) {
    const ids = changes.filter(([column]) => column.endsWith('_id')).map(([column, id]) => [nameOf(column), id]);
    return { fields: changes.map(([column]) => nameOf(column)), ...Object.fromEntries(ids) };
}
//# sourceMappingURL=audited-changes.js.map