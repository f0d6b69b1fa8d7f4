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
exports.ChannelNotices = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../../common/ids");
const database_1 = require("../../database/database");
const leased_rows_1 = require("../../database/leased-rows");
const rows_1 = require("../../database/rows");
const TABLE = 'channel_notice';
const LIFE_SECONDS = 7 * 86_400;
const WAYS_AT_MOST = 5;
/** The queue of notices about channels that the service switched off: due time and lease are one column, as for deliveries. */
let ChannelNotices = class ChannelNotices {
    constructor(database) {
        this.database = database;
    }
    /**
     * Queues a notice through each other channel that its owner would be reached by. To be called before the channel is switched
     * off, in that transaction, which holds its row: so there is one notice, however many processes find it gone.
     */
    async write(sql, aboutId, reason) {
        const { now, nowPlus, keepExisting } = sql.dialect;
        for (const way of await this.waysFor(sql, aboutId))
            await sql.execute(`INSERT INTO ${TABLE} (id, about_channel_id, about_type, about_name, reason, channel_id, type,
           next_at, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ${now}, ${nowPlus}, ${now}) ${keepExisting(TABLE)}`, [(0, ids_1.newId)(), aboutId, way.about_type, way.about_name, reason, way.id, way.type, LIFE_SECONDS]);
    }
    /** At most `limit` due notices, held by nobody else until the lease ends. */
    async claim(limit) {
        const lease = await (0, leased_rows_1.leaseDueRows)(this.database, TABLE, limit);
        if (!lease)
            return [];
        const { now, secondsBetween } = this.database.dialect;
        return this.database.query(`SELECT n.id, n.claim_id, n.attempts, (n.expires_at <= ${now}) AS expired, n.created_at,
         ${secondsBetween('n.created_at', now)} AS age,
         n.about_channel_id, n.about_type, n.about_name, n.reason, (a.state = 'disabled') AS about_disabled,
         n.channel_id, n.type, c.settings, (c.enabled = 1 AND c.state IN ('ok', 'failing')) AS usable,
         ${secondsBetween(now, 'c.blocked_until')} AS rests_for
       FROM ${TABLE} n
         LEFT JOIN channel a ON a.id = n.about_channel_id
         LEFT JOIN channel c ON c.id = n.channel_id
       WHERE n.id IN (${(0, rows_1.placeholders)(lease.ids.length)}) AND n.claim_id = ?`, [...lease.ids, lease.claim]);
    }
    /** It is due again in so many seconds. */
    async postpone(notice, seconds, counts) {
        await (0, leased_rows_1.recordPersistently)(this.database, async (sql) => void (await (0, leased_rows_1.releaseRow)(sql, TABLE, notice, seconds, counts)));
    }
    /** It was sent, or never will be. */
    async end({ id, claim_id }) {
        await (0, leased_rows_1.recordPersistently)(this.database, async (sql) => {
            await sql.execute(`DELETE FROM ${TABLE} WHERE id = ? AND claim_id = ?`, [id, claim_id]);
        });
    }
    /** The owner's default channels, or all when none of those can be used. None for a channel that he had switched off himself. */
    async waysFor(sql, aboutId) {
        const ways = await sql.query(`SELECT c.id, c.type, c.is_default, a.type AS about_type, a.name AS about_name
       FROM channel a JOIN channel c ON c.user_id = a.user_id AND c.id <> a.id
       WHERE a.id = ? AND a.enabled = 1 AND c.enabled = 1 AND c.state IN ('ok', 'failing')
       ORDER BY c.is_default DESC, c.created_at, c.id LIMIT ${WAYS_AT_MOST}`, [aboutId]);
        return ways[0]?.is_default ? ways.filter((way) => way.is_default) : ways;
    }
};
exports.ChannelNotices = ChannelNotices;
exports.ChannelNotices = ChannelNotices = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], ChannelNotices);
//# sourceMappingURL=channel-notices.js.map