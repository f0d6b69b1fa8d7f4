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
exports.AuditRetention = void 0;
const common_1 = require("@nestjs/common");
const config_1 = require("../../config/config");
const database_1 = require("../../database/database");
const rows_1 = require("../../database/rows");
/** Rows that one statement removes: it neither holds them for long nor fills the log of the database at once. */
const BATCH = 500;
/** For how long the audit log remembers. */
let AuditRetention = class AuditRetention {
    constructor(database, config) {
        this.database = database;
        this.config = config;
    }
    /**
     * Removes what is older than `AUDIT_RETENTION`, oldest first. Any number of replicas may do so at a time.
     * @returns how many entries this one removed
     */
    async removeOld(stopping) {
        for (let removed = 0;;) {
            const old = await this.database.query(`SELECT id FROM audit_entry WHERE created_at < ${this.database.dialect.nowPlus}
         ORDER BY created_at, id LIMIT ${BATCH}`, [-this.config.auditRetention]);
            if (old.length === 0 || stopping?.aborted)
                return removed;
            const ids = old.map(({ id }) => id);
            removed += await this.database.execute(`DELETE FROM audit_entry WHERE id IN (${(0, rows_1.placeholders)(ids.length)})`, ids);
        }
    }
};
exports.AuditRetention = AuditRetention;
exports.AuditRetention = AuditRetention = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        config_1.Config])
], AuditRetention);
//# sourceMappingURL=audit-retention.js.map