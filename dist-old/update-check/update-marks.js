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
exports.UpdateMarks = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const database_1 = require("../database/database");
const rows_1 = require("../database/rows");
/** Seconds after which a mark whose check died is taken up again. */
const LEASE_SECONDS = 120;
/** Takes up the marks that `VersionWriter` leaves. */
let UpdateMarks = class UpdateMarks {
    constructor(database) {
        this.database = database;
    }
    /**
     * At most `limit` marks; other replicas get others. Those of software that nobody has as a favorite are done with that, whoever
     * makes a favorite meanwhile sees the versions that the mark stood for.
     */
    async claim(limit) {
        const claimId = (0, ids_1.newId)();
        const { now, nowPlus, forUpdateSkipLocked } = this.database.dialect;
        return this.database.transaction(async (sql) => {
            const rows = await sql.query(`SELECT software_id, revision FROM update_mark WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}
         ${forUpdateSkipLocked}`);
            const ids = rows.map(({ software_id }) => software_id);
            const wanted = await this.wanted(sql, ids);
            const unwanted = ids.filter((id) => !wanted.includes(id));
            if (unwanted.length > 0)
                await sql.execute(`DELETE FROM update_mark WHERE software_id IN (${(0, rows_1.placeholders)(unwanted.length)})`, unwanted);
            if (wanted.length > 0)
                await sql.execute(`UPDATE update_mark SET claim_id = ?, next_at = ${nowPlus} WHERE software_id IN (${(0, rows_1.placeholders)(wanted.length)})`, [claimId, LEASE_SECONDS, ...wanted]);
            const marks = rows
                .filter(({ software_id }) => wanted.includes(software_id))
                .map(({ software_id, revision }) => ({ softwareId: software_id, revision, claimId }));
            return { marks, unwanted: unwanted.length };
        });
    }
    /** The check is through: the mark goes, unless a newer change renewed it meanwhile. */
    async remove(mark) {
        await this.database.execute('DELETE FROM update_mark WHERE software_id = ? AND claim_id = ? AND revision = ?', [
            mark.softwareId,
            mark.claimId,
            mark.revision,
        ]);
    }
    /**
     * Inside a page's transaction: starts the lease anew, so that software with any number of favorites gets done, and holds the mark
     * until the transaction ends, so that a version that changes meanwhile is checked after this page and never before.
     * @returns false when the claim is over: a check that stood still that long writes nothing more
     */
    async renew(sql, mark) {
        const renewed = await sql.execute(`UPDATE update_mark SET next_at = ${sql.dialect.nowPlus} WHERE software_id = ? AND claim_id = ?`, [LEASE_SECONDS, mark.softwareId, mark.claimId]);
        return renewed > 0;
    }
    /** Those that anybody has as a favorite. */
    async wanted(sql, softwareIds) {
        if (softwareIds.length === 0)
            return [];
        // Not in WHERE: MariaDB would make a join of it, and read all favorites of each.
        const rows = await sql.query(`SELECT s.id, EXISTS (SELECT 1 FROM favorite f WHERE f.software_id = s.id) AS wanted
       FROM software s WHERE s.id IN (${(0, rows_1.placeholders)(softwareIds.length)})`, softwareIds);
        return rows.filter(({ wanted }) => Boolean(wanted)).map(({ id }) => id);
    }
};
exports.UpdateMarks = UpdateMarks;
exports.UpdateMarks = UpdateMarks = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], UpdateMarks);
//# sourceMappingURL=update-marks.js.map