"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ImportEntry = void 0;
const ids_1 = require("../../common/ids");
const audit_log_1 = require("../../user/audit/audit-log");
/** Products that are named. */
const NAMED = 20;
/** The one entry that an import has in the audit log: what its transactions changed so far, and the first products of it. */
class ImportEntry {
    constructor(actor) {
        this.actor = actor;
        this.id = (0, ids_1.newId)();
        this.software = [];
    }
    /**
     * In the transaction; one that changes nothing is not noted.
     * @param before what the transactions before it did
     * @param changed ids of the products that it changes
     */
    async note(sql, before, part, changed) {
        if (part.publishers + part.software + part.versions === 0)
            return;
        await (0, audit_log_1.auditProgress)(sql, this.id, this.actor, 'catalogue.imported', {
            publishers: before.publishers + part.publishers,
            software: before.software + part.software,
            versions: before.versions + part.versions,
            software_ids: this.with(changed),
        });
    }
    /** Once the transaction is done. */
    keep(changed) {
        this.software = this.with(changed);
    }
    with(changed) {
        return [...new Set([...this.software, ...changed])].slice(0, NAMED);
    }
}
exports.ImportEntry = ImportEntry;
//# sourceMappingURL=import-entry.js.map