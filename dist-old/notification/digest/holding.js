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
exports.Holding = exports.EXPIRES_AFTER = void 0;
const common_1 = require("@nestjs/common");
const rows_1 = require("../../database/rows");
const profile_service_1 = require("../../user/profile.service");
const stored_timing_1 = require("./stored-timing");
const timing_1 = require("./timing");
/** Seconds for which a delivery is tried; of one that is collected, from the moment of its digest on. */
exports.EXPIRES_AFTER = 7 * 86_400;
/**
 * Which deliveries wait, and until when: `collect_at` in place of `next_at`, so that the claim does not see them. They
 * are then put together by `DigestGroups`.
 */
let Holding = class Holding {
    constructor(profiles) {
        this.profiles = profiles;
    }
    onModuleInit() {
        this.profiles.onChange((sql, userId) => this.moveCollected(sql, 'd.channel_id IN (SELECT c2.id FROM channel c2 WHERE c2.user_id = ?)', userId));
    }
    /** Those that were written at `now` for these channels, and are to wait. */
    async holdNew(sql, channelIds, now) {
        for (const page of (0, rows_1.pagesOf)(channelIds)) {
            const condition = `d.channel_id IN (${(0, rows_1.placeholders)(page.length)}) AND d.next_at = ? AND d.created_at = ?`;
            await this.hold(sql, await this.find(sql, condition, [...page, now, now]), now, false);
        }
    }
    /** The timing of a channel has changed: what it has collected goes out by the new one. */
    async channelChanged(sql, channelId) {
        await this.moveCollected(sql, 'd.channel_id = ?', channelId);
    }
    async moveCollected(sql, channels, parameter) {
        const rows = await this.find(sql, `${channels} AND d.collect_at IS NOT NULL AND d.digest_id IS NULL`, [parameter]);
        if (rows.length === 0)
            return;
        const [{ now }] = (await sql.query(`SELECT ${sql.dialect.now} AS now`));
        await this.hold(sql, rows, now, true);
    }
    /** @param together whether also what is to go out at once is put together, as it is collected already */
    async hold(sql, rows, now, together) {
        const byMoment = new Map();
        for (const row of rows) {
            const at = (0, timing_1.goesOutAt)((0, stored_timing_1.readTiming)(row), (0, stored_timing_1.msOf)(now), (0, timing_1.stepOf)(row));
            if (at === null && !together)
                continue;
            const moment = at === null ? now : (0, stored_timing_1.momentAt)(at);
            byMoment.set(moment, [...(byMoment.get(moment) ?? []), row.id]);
        }
        const { after } = sql.dialect;
        for (const [moment, ids] of byMoment)
            for (const page of (0, rows_1.pagesOf)(ids))
                await sql.execute(`UPDATE delivery SET next_at = NULL, collect_at = ?, expires_at = ${after('?', String(exports.EXPIRES_AFTER))}
           WHERE id IN (${(0, rows_1.placeholders)(page.length)})`, [moment, moment, ...page]);
    }
    find(sql, condition, parameters) {
        const { thenJoin } = sql.dialect;
        return sql.query(`SELECT d.id, c.digest, c.quiet_hours, u.time_zone, tv.version AS tracked_version, v.version
       FROM delivery d
         ${thenJoin} channel c ON c.id = d.channel_id
         ${thenJoin} user u ON u.id = c.user_id
         ${thenJoin} notification n ON n.id = d.notification_id
         ${thenJoin} favorite f ON f.id = n.favorite_id
         ${thenJoin} version tv ON tv.id = f.version_id
         ${thenJoin} version v ON v.id = n.version_id
       WHERE ${condition}`, parameters);
    }
};
exports.Holding = Holding;
exports.Holding = Holding = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [profile_service_1.ProfileService])
], Holding);
//# sourceMappingURL=holding.js.map