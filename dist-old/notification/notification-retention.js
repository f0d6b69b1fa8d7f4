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
exports.NotificationRetention = void 0;
const common_1 = require("@nestjs/common");
const config_1 = require("../config/config");
const database_1 = require("../database/database");
const rows_1 = require("../database/rows");
const told_versions_1 = require("../favorite/told-versions");
/** Notifications in one transaction; with their deliveries and attempts that may be some thousand rows. */
const PAGE = 200;
/** Removes notifications that are over and older than `KEEP_NOTIFICATIONS`, with their deliveries and attempts. */
let NotificationRetention = class NotificationRetention {
    constructor(config, database) {
        this.config = config;
        this.database = database;
    }
    /**
     * In pages from the oldest on, each in a transaction of its own, so it may be cut off anywhere.
     * @returns how many were removed
     */
    async run(signal) {
        if (this.config.keepNotifications === null)
            return 0;
        const until = await this.endOfRetention(this.config.keepNotifications);
        let removed = 0;
        for (let last = { id: '', favorite_id: '', created_at: '' }; !signal?.aborted;) {
            const page = await this.pageAfter(last, until);
            if (page.length === 0)
                break;
            removed += await this.database.transaction((sql) => this.remove(sql, page));
            last = page.at(-1);
        }
        return removed;
    }
    async endOfRetention(seconds) {
        const [row] = await this.database.query(`SELECT ${this.database.dialect.nowPlus} AS until`, [
            -seconds,
        ]);
        return row.until;
    }
    pageAfter({ created_at: moment, id }, until) {
        const first = moment === '';
        const after = first ? '' : 'AND n.created_at >= ? AND (n.created_at > ? OR n.id > ?)';
        return this.database.query(`SELECT n.id, n.favorite_id, n.created_at FROM notification n ${this.database.dialect.byIndex('notification_created')}
       WHERE n.created_at < ? ${after} ORDER BY n.created_at, n.id LIMIT ${PAGE}`, [until, ...(first ? [] : [moment, moment, id])]);
    }
    /**
     * All but what is still under way, and but the one by which a favorite is known to have been told of the version on offer, or of its
     * newest one: `NotificationWriter` looks for that. Favorites are held first, as everybody does who writes notifications.
     */
    async remove(sql, page) {
        const favorites = [...new Set(page.map((old) => old.favorite_id))];
        await sql.query(`SELECT id FROM favorite WHERE id IN (${(0, rows_1.placeholders)(favorites.length)}) ORDER BY id ${sql.dialect.forUpdate}`, favorites);
        const rows = await sql.query(`SELECT n.id FROM notification n JOIN favorite f ON f.id = n.favorite_id
       WHERE n.id IN (${(0, rows_1.placeholders)(page.length)}) AND n.state <> 'pending'
         AND (n.reminder > 0 OR n.version_id NOT IN (COALESCE(f.available_version_id, ''), COALESCE(f.notified_version_id, '')))`, page.map(({ id }) => id));
        if (rows.length === 0)
            return 0;
        const ids = rows.map(({ id }) => id);
        await (0, told_versions_1.noteTold)(sql, ids);
        const these = (0, rows_1.placeholders)(ids.length);
        return sql.execute(`DELETE FROM notification WHERE id IN (${these}) AND state <> 'pending'`, ids);
    }
};
exports.NotificationRetention = NotificationRetention;
exports.NotificationRetention = NotificationRetention = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        database_1.Database])
], NotificationRetention);
//# sourceMappingURL=notification-retention.js.map