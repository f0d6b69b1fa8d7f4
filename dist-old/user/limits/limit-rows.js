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
exports.LimitRows = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../../database/database");
const rows_1 = require("../../database/rows");
const PAGE = 1_000;
/** The clocks of replicas, by which rate-limiter-flexible ends its windows, may differ by so many seconds. */
const CLOCKS_DIFFER = 3_600;
/** What `RateLimiterMySQL` leaves behind. */
let LimitRows = class LimitRows {
    constructor(database) {
        this.database = database;
    }
    /** @returns how many were removed */
    async removeEnded(signal) {
        if (this.database.dialect.embedded)
            return 0; // nothing is written there
        const { now, unixSeconds } = this.database.dialect;
        const ended = `expire < (${unixSeconds(now)} - ${CLOCKS_DIFFER}) * 1000`;
        for (let removed = 0;;) {
            const rows = await this.database.query(`SELECT \`key\` AS id FROM rate_limit WHERE ${ended} ORDER BY expire LIMIT ${PAGE}`);
            if (rows.length === 0 || signal?.aborted)
                return removed;
            const ids = rows.map(({ id }) => id);
            const these = `\`key\` IN (${(0, rows_1.placeholders)(ids.length)})`;
            removed += await this.database.execute(`DELETE FROM rate_limit WHERE ${these} AND ${ended}`, ids);
        }
    }
};
exports.LimitRows = LimitRows;
exports.LimitRows = LimitRows = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], LimitRows);
//# sourceMappingURL=limit-rows.js.map