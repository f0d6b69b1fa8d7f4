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
exports.NotificationWriter = void 0;
const common_1 = require("@nestjs/common");
const favorite_scope_1 = require("../favorite/favorite-scope");
const holding_1 = require("./digest/holding");
const stored_timing_1 = require("./digest/stored-timing");
/** The channels `c` that a notification of row `f` of favorite goes through. */
const GOES_THROUGH = `c.user_id = f.user_id AND c.enabled = 1 AND c.state <> 'unconfirmed' AND (
    (f.use_default_notification = 1 AND c.is_default = 1) OR
    (f.use_default_notification = 0 AND EXISTS (
      SELECT 1 FROM favorite_channel fc WHERE fc.favorite_id = f.id AND fc.channel_id = c.id)))`;
/** Whether a notification of row `f` of favorite reaches anybody. */
const receives = ({ byIndex }) => `f.update_available = 1 AND f.notifications_enabled = 1
  AND EXISTS (SELECT 1 FROM user u WHERE u.id = f.user_id AND u.notifications_enabled = 1)
  AND EXISTS (SELECT 1 FROM channel c ${byIndex('channel_user')} WHERE ${GOES_THROUGH})`;
/** Whether the version on offer to row `f` of favorite was told, and is the newest one that was. */
const WAS_TOLD_LAST = `AND EXISTS (
    SELECT 1 FROM notification n WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id)
  AND NOT EXISTS (
    SELECT 1 FROM notification n
      JOIN version nv ON nv.id = n.version_id AND nv.software_id = f.software_id
      JOIN version av ON av.id = f.available_version_id
    WHERE n.favorite_id = f.id AND nv.version_key > av.version_key)`;
/**
 * Writes notifications and, for each, a delivery for every channel that it goes through: the rows that the delivery part
 * takes up. Always in the transaction that raised the flag or found the reminder due.
 */
let NotificationWriter = class NotificationWriter {
    constructor(holding) {
        this.holding = holding;
    }
    /**
     * One notification of the version on offer for each favorite of the scope that was not told of it before and whose owner does not
     * know it from writing the favorite.
     * @returns how many notifications were written
     */
    async announce(sql, scope) {
        const now = await this.now(sql);
        const written = await sql.execute(
        // Not `kv.software_id = f.software_id` in the join: then all versions of that software may be read for each favorite.
        `INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state,
         created_at)
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, f.available_version_id, f.version_id, 0, 'pending', ?
       FROM favorite f
         ${sql.dialect.thenJoin} version av ON av.id = f.available_version_id
         LEFT JOIN version kv ON kv.id = f.known_version_id
       WHERE ${scope.condition('f')} AND ${receives(sql.dialect)}
         AND (kv.id IS NULL OR kv.software_id <> f.software_id OR kv.version_key < av.version_key)
         AND NOT EXISTS (
           SELECT 1 FROM notification n ${sql.dialect.byIndex('notification_once')}
           WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id)
       ${sql.dialect.keepExisting('notification')}`, [now, ...scope.parameters]);
        if (written > 0)
            await this.queue(sql, now, scope, 0);
        return written;
    }
    /**
     * Tells again of the version on offer, those of the favorites whose update is still outstanding.
     * @returns how many notifications were written
     */
    remind(sql, favoriteIds) {
        return this.tellAgain(sql, favoriteIds);
    }
    /**
     * The same for favorites whose snooze ended, of a version that they were told of before, and of none newer.
     * @returns how many notifications were written
     */
    remindAfterSnooze(sql, favoriteIds) {
        return this.tellAgain(sql, favoriteIds, WAS_TOLD_LAST);
    }
    async tellAgain(sql, favoriteIds, condition = '') {
        if (favoriteIds.length === 0)
            return 0;
        const scope = (0, favorite_scope_1.theseFavorites)(favoriteIds);
        const now = await this.now(sql);
        const written = await sql.execute(`INSERT INTO notification (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state,
         created_at)
       SELECT ${sql.dialect.uuid}, f.user_id, f.id, f.software_id, f.available_version_id, f.version_id,
         1 + COALESCE((SELECT MAX(n.reminder) FROM notification n ${sql.dialect.byIndex('notification_once')}
                       WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id), 0), 'pending', ?
       FROM favorite f
       WHERE ${scope.condition('f')} AND f.available_version_id IS NOT NULL AND ${receives(sql.dialect)} ${condition}
       ${sql.dialect.keepExisting('notification')}`, [now, ...scope.parameters]);
        if (written > 0)
            await this.queue(sql, now, scope, 1);
        return written;
    }
    /** Deliveries of the notifications that were written at this moment. */
    async queue(sql, createdAt, scope, leastReminder) {
        const { dialect } = sql;
        const timed = await this.timedChannels(sql, scope);
        await sql.execute(`INSERT INTO delivery (id, notification_id, channel_id, type, lane, state, next_at, expires_at, created_at, updated_at)
       SELECT ${dialect.uuid}, n.id, c.id, c.type, c.lane, 'queued', ?, ${dialect.nowPlus}, ?, ?
       FROM favorite f
         ${dialect.thenJoin} notification n ${dialect.byIndex('notification_once')}
           ON n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.created_at = ? AND n.reminder >= ${leastReminder}
         ${dialect.thenJoin} channel c ${dialect.byIndex('channel_user')} ON ${GOES_THROUGH}
       WHERE ${scope.condition('f')}
       ${dialect.keepExisting('delivery')}`, [createdAt, holding_1.EXPIRES_AFTER, createdAt, createdAt, createdAt, ...scope.parameters]);
        await this.holding.holdNew(sql, timed, createdAt);
    }
    /** Channels of the scope that may have to wait. Held, as their owner may change their timing this very moment. */
    async timedChannels(sql, scope) {
        const { thenJoin, byIndex, forShare } = sql.dialect;
        const rows = await sql.query(`SELECT c.id FROM favorite f ${thenJoin} channel c ${byIndex('channel_user')} ON ${GOES_THROUGH}
         ${thenJoin} user u ON u.id = c.user_id
       WHERE ${scope.condition('f')} AND ${stored_timing_1.HAS_TIMING} ${forShare}`, scope.parameters);
        return [...new Set(rows.map(({ id }) => id))];
    }
    async now(sql) {
        const [row] = await sql.query(`SELECT ${sql.dialect.now} AS now`);
        return row.now;
    }
};
exports.NotificationWriter = NotificationWriter;
exports.NotificationWriter = NotificationWriter = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [holding_1.Holding])
], NotificationWriter);
//# sourceMappingURL=notification.writer.js.map