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
exports.DigestGroups = exports.HEADLESS_AFTER = void 0;
exports.makeHead = makeHead;
const common_1 = require("@nestjs/common");
const ids_1 = require("../../common/ids");
const database_1 = require("../../database/database");
const rows_1 = require("../../database/rows");
/** Members of one message. */
const MEMBERS_AT_MOST = 10_000;
/** Channels that are seen to before the next claim. */
const CHANNELS_AT_ONCE = 20;
/**
 * Seconds after the due time of a head at which somebody looks whether it is still there: its favorite may be deleted, or it is
 * sent alone by hand.
 */
exports.HEADLESS_AFTER = 120;
/**
 * Puts what was collected together into the groups that are sent as one message. A group never changes but by losing members: all
 * have its `digest_id`, which is the key of the message on every attempt. One of them, its head, has the due time and the
 * lease in `next_at`; the others have a later `collect_at`, at which another head is made should there be none.
 */
let DigestGroups = class DigestGroups {
    constructor(database) {
        this.database = database;
    }
    /**
     * Everything that is due of the channels that wait longest. What another replica is at is left to it.
     * @returns whether anything was due: there may be more
     */
    async gatherDue() {
        const rows = await this.database.query(`SELECT DISTINCT channel_id FROM (
         SELECT channel_id FROM delivery WHERE collect_at <= ${this.database.dialect.now}
         ORDER BY collect_at LIMIT ${MEMBERS_AT_MOST}) due LIMIT ${CHANNELS_AT_ONCE}`);
        for (const { channel_id } of rows)
            await this.database.transaction((sql) => this.gather(sql, channel_id));
        return rows.length > 0;
    }
    async gather(sql, channelId) {
        const { dialect } = sql;
        const held = await sql.query(`SELECT id FROM channel WHERE id = ? ${dialect.forUpdateSkipLocked}`, [channelId]);
        if (held.length === 0)
            return this.releaseOrphans(sql, channelId);
        const due = await sql.query(`SELECT id, digest_id FROM delivery WHERE channel_id = ? AND collect_at <= ${dialect.now}
       ORDER BY collect_at, id LIMIT ${MEMBERS_AT_MOST} ${dialect.forUpdate}`, [channelId]);
        await this.found(sql, due.filter(({ digest_id }) => digest_id === null).map(({ id }) => id));
        for (const digestId of new Set(due.map(({ digest_id }) => digest_id)))
            if (digestId !== null)
                await this.headAgain(sql, digestId);
    }
    /** A new group. The key of one alone is its own id, as if it had not waited. */
    async found(sql, [head, ...members]) {
        if (head === undefined)
            return;
        const digestId = members.length === 0 ? head : (0, ids_1.newId)();
        const { now, nowPlus } = sql.dialect;
        await sql.execute(`UPDATE delivery SET digest_id = ?, next_at = ${now}, collect_at = NULL WHERE id = ?`, [
            digestId,
            head,
        ]);
        for (const page of (0, rows_1.pagesOf)(members))
            await sql.execute(`UPDATE delivery SET digest_id = ?, collect_at = ${nowPlus} WHERE id IN (${(0, rows_1.placeholders)(page.length)})`, [digestId, exports.HEADLESS_AFTER, ...page]);
    }
    async headAgain(sql, digestId) {
        await makeHead(sql, digestId, sql.dialect.now);
        await sql.execute(`UPDATE delivery SET collect_at = ${sql.dialect.nowPlus} WHERE digest_id = ? AND collect_at IS NOT NULL`, [exports.HEADLESS_AFTER, digestId]);
    }
    /** Their channel was deleted at that moment: each is cancelled by itself. */
    async releaseOrphans(sql, channelId) {
        const { now } = sql.dialect;
        await sql.execute(`UPDATE delivery SET next_at = ${now}, collect_at = NULL, digest_id = NULL
       WHERE channel_id = ? AND collect_at <= ${now} AND NOT EXISTS (SELECT 1 FROM channel c WHERE c.id = delivery.channel_id)`, [channelId]);
    }
};
exports.DigestGroups = DigestGroups;
exports.DigestGroups = DigestGroups = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], DigestGroups);
/**
 * The first of the group that waits becomes its head, unless there is one.
 * @param at when it is due, an expression without parameters
 * @returns the head; null when nothing is left of the group
 */
async function makeHead(sql, digestId, at) {
    const [head] = await sql.query('SELECT id FROM delivery WHERE digest_id = ? AND next_at IS NOT NULL LIMIT 1', [digestId]);
    if (head)
        return head.id;
    // Not by `ORDER BY id LIMIT 1`: for that MariaDB goes through all deliveries in their order until it meets one of the group.
    const [first] = await sql.query('SELECT MIN(id) AS id FROM delivery WHERE digest_id = ? AND collect_at IS NOT NULL', [digestId]);
    if (!first?.id)
        return null;
    await sql.execute(`UPDATE delivery SET next_at = ${at}, collect_at = NULL WHERE id = ?`, [first.id]);
    return first.id;
}
//# sourceMappingURL=digest-groups.js.map