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
exports.SourceWaker = void 0;
const common_1 = require("@nestjs/common");
const database_1 = require("../../database/database");
const rows_1 = require("../../database/rows");
const source_store_1 = require("./source-store");
/** Seconds after which a source is asked once more: a server may tell of a release before its own lists have it. */
const AGAIN_AFTER = 60;
/** Makes sources due out of turn, because their repository said that it has something new. */
let SourceWaker = class SourceWaker {
    constructor(database) {
        this.database = database;
    }
    /**
     * Every source of these repositories is due at once, and once more a minute later. One that was woken less than a minute ago is
     * due a minute from now: so any number of calls makes one poll a minute. A host that rests is left alone meanwhile.
     * @param repositories as in `software_source.repository`; one at least
     * @returns how many products have such a source
     */
    async wake(repositories) {
        const ofRepositories = `repository IN (${(0, rows_1.placeholders)(repositories.length)})`;
        return this.database.transaction(async (sql) => {
            const { now, nowPlus, forUpdate } = sql.dialect;
            const lately = `again_at IS NOT NULL AND again_at > ${now}`;
            const sources = await sql.query(`SELECT host, (${lately}) AS lately FROM software_source WHERE ${ofRepositories} ORDER BY software_id ${forUpdate}`, repositories);
            // The revision stays: if each call made the poll under way void, who calls all the time would never get an answer.
            await sql.execute(`UPDATE software_source SET again_at = ${nowPlus}, next_at = CASE WHEN next_at > ${nowPlus} THEN ${nowPlus} ELSE next_at END
         WHERE ${ofRepositories} AND ${lately}`, [AGAIN_AFTER, AGAIN_AFTER, AGAIN_AFTER, ...repositories]);
            await sql.execute(`UPDATE software_source SET revision = revision + 1, next_at = ${now}, again_at = ${nowPlus}
         WHERE ${ofRepositories} AND (again_at IS NULL OR again_at <= ${now})`, [AGAIN_AFTER, ...repositories]);
            const waits = new Map(sources.map(({ host }) => [host, AGAIN_AFTER]));
            for (const { host, lately: woken } of sources)
                if (!Number(woken))
                    waits.set(host, 0);
            for (const host of [...waits.keys()].sort())
                await (0, source_store_1.makeDue)(sql, host, waits.get(host));
            return sources.length;
        });
    }
    /** How many products have a source of these repositories. */
    count(repositories) {
        const text = `SELECT COUNT(*) AS total FROM software_source WHERE repository IN (${(0, rows_1.placeholders)(repositories.length)})`;
        return this.database.count({ text, parameters: repositories });
    }
};
exports.SourceWaker = SourceWaker;
exports.SourceWaker = SourceWaker = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], SourceWaker);
//# sourceMappingURL=source-waker.js.map