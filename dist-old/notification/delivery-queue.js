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
exports.claimed = exports.DeliveryQueue = void 0;
exports.dueAt = dueAt;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const database_1 = require("../database/database");
const leased_rows_1 = require("../database/leased-rows");
const rows_1 = require("../database/rows");
const digest_groups_1 = require("./digest/digest-groups");
const holding_1 = require("./digest/holding");
const due_window_1 = require("./due-window");
/** Candidates that are held for a moment in one statement: more than are taken, as another replica may have the first of them. */
const AT_ONCE = 32;
/** Claims due deliveries. Due time and lease are one indexed column: reclaiming after a crash costs no statement of its own. */
let DeliveryQueue = class DeliveryQueue {
    constructor(database) {
        this.database = database;
        this.window = new due_window_1.DueWindow();
    }
    /**
     * The due deliveries that are picked, held by nobody else until the lease ends. The database's clock alone decides. Nothing is
     * claimed to wait: what is true of it now is true when it is sent. Who claims the head of a digest holds all of it.
     * @param newPicker is asked anew whenever the transaction has to be run again
     */
    async claim(newPicker) {
        const claim = (0, ids_1.newId)();
        const { dialect } = this.database;
        let gone = new Set();
        const ids = await this.database.transaction(async (sql) => {
            gone = new Set();
            const picked = await this.pick(sql, newPicker(), gone);
            if (picked.length === 0)
                return [];
            // The attempt is counted now: a message that kills its process is counted too, and ends with the schedule.
            await sql.execute(`UPDATE delivery SET claim_id = ?, attempts = attempts + 1, next_at = ${dialect.nowPlus}
         WHERE id IN (${(0, rows_1.placeholders)(picked.length)})`, [claim, leased_rows_1.LEASE_SECONDS, ...picked.map(({ id }) => id)]);
            for (const { digest_id: digestId } of picked)
                if (digestId !== null)
                    await sql.execute(`UPDATE delivery SET claim_id = ?, attempts = attempts + 1, collect_at = ${dialect.nowPlus}
             WHERE digest_id = ? AND collect_at IS NOT NULL`, [claim, leased_rows_1.LEASE_SECONDS + digest_groups_1.HEADLESS_AFTER, digestId]);
            return picked.map(({ id }) => id);
        });
        this.window.forget(gone);
        return ids.length === 0 ? [] : this.load(ids, claim);
    }
    /** All that is left of a digest, while the claim holds. */
    membersOf({ digest_id, claim_id }) {
        return this.database.query(`SELECT ${this.memberColumns} FROM ${tablesOf(this.database.dialect)} WHERE d.digest_id = ? AND d.claim_id = ?`, [digest_id, claim_id]);
    }
    /** More of some members of a digest, in this order. Whose favorite is deleted meanwhile is missing. */
    async loadMembers(ids, claim) {
        const rows = new Map((await this.load(ids, claim)).map((row) => [row.id, row]));
        return ids.flatMap((id) => rows.get(id) ?? []);
    }
    /** Whether anything is due, whoever could send it. */
    async anyDue() {
        const rows = await this.database.query(`SELECT id FROM delivery WHERE next_at <= ${this.database.dialect.now} LIMIT 1`);
        return rows.length > 0;
    }
    /** @returns those that are taken; `gone` gets what need not be looked at again once this is done */
    async pick(sql, picker, gone) {
        const picked = [];
        while (picker.free > 0) {
            const ids = await this.window.startable(sql, picker, gone, AT_ONCE);
            if (ids.length === 0)
                break;
            const rows = await sql.query(`SELECT id, channel_id, lane, type, digest_id FROM delivery
         WHERE id IN (${(0, rows_1.placeholders)(ids.length)}) AND next_at <= ${sql.dialect.now} ORDER BY next_at, id
         ${sql.dialect.forUpdateSkipLocked}`, ids);
            // Somebody else is at the same ones: look at what is due now.
            if (rows.length === 0)
                this.window.clear();
            const taken = rows.filter((row) => picker.take(row));
            picked.push(...taken);
            const left = new Set(rows.filter((row) => !taken.includes(row)).map(({ id }) => id));
            for (const id of ids)
                if (!left.has(id))
                    gone.add(id);
        }
        return picked;
    }
    /** Gives a delivery back unsent: it is due again in `seconds`, and this was no attempt. */
    async giveBack(delivery, seconds) {
        const { now, after } = this.database.dialect;
        await this.putBack(this.database, delivery, after(now, String(seconds)));
    }
    /** Gives it back until its channel may be used again. */
    async giveBackBlocked(delivery) {
        const { now, after } = this.database.dialect;
        const blocked = 'SELECT c.blocked_until FROM channel c WHERE c.id = delivery.channel_id';
        await this.putBack(this.database, delivery, `COALESCE((${blocked}), ${after(now, '1')})`);
    }
    /**
     * Gives it back until the quiet hours of its channel end. What was never tried is collected anew, with all else that is held back
     * until then; what was tried keeps its key, and the digest its members.
     * @param notHeld members that may go out all the same
     */
    async giveBackQuiet(delivery, until, notHeld) {
        await this.database.transaction(async (sql) => {
            if (delivery.tried || delivery.attempts > 1)
                return this.putBack(sql, delivery, '?', [until]);
            const mine = (0, exports.claimed)(delivery);
            for (const page of (0, rows_1.pagesOf)(notHeld))
                await sql.execute(`UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, digest_id = NULL, next_at = NULL,
             collect_at = ${sql.dialect.now} WHERE ${mine.text} AND id IN (${(0, rows_1.placeholders)(page.length)})`, [...mine.parameters, ...page]);
            await sql.execute(`UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, digest_id = NULL, next_at = NULL, collect_at = ?
         WHERE ${mine.text}`, [until, ...mine.parameters]);
        });
    }
    async putBack(sql, delivery, at, values = []) {
        const mine = (0, exports.claimed)(delivery);
        const due = dueAt(sql.dialect, delivery, at, values);
        await sql.execute(`UPDATE delivery SET claim_id = NULL, attempts = attempts - 1, ${due.text} WHERE ${mine.text}`, [
            ...due.parameters,
            ...mine.parameters,
        ]);
    }
    get memberColumns() {
        return `d.id, (d.expires_at <= ${this.database.dialect.now}) AS expired, f.id AS favorite_id, n.reminder,
      n.created_at AS notified_at, f.notifications_enabled, u.notifications_enabled AS user_notifications_enabled,
      EXISTS (SELECT 1 FROM favorite_skip k WHERE k.favorite_id = f.id AND k.version = v.version) AS skipped,
      s.name AS software_name, tv.version AS tracked_version, tv.version_key AS tracked_key,
      v.version, v.version_key, v.standing AS version_standing`;
    }
    load(ids, claim) {
        const { now, secondsBetween } = this.database.dialect;
        const collectedFor = `${secondsBetween('d.expires_at', now)} + ${holding_1.EXPIRES_AFTER}`;
        return this.database.query(`SELECT ${this.memberColumns}, d.claim_id, d.digest_id, d.at_once, d.type, d.lane, d.attempts, ${now} AS now,
         CASE WHEN d.digest_id IS NULL THEN ${secondsBetween('d.created_at', now)} ELSE ${collectedFor} END AS age,
         d.attempts - 1 - (SELECT COUNT(*) FROM delivery_attempt a WHERE a.delivery_id = d.id AND a.no < d.attempts) AS deaths,
         EXISTS (SELECT 1 FROM delivery_attempt a WHERE a.delivery_id = d.id) AS tried,
         n.id AS notification_id,
         d.channel_id, c.settings AS channel_settings, c.enabled AS channel_enabled,
         c.quiet_hours AS channel_quiet_hours, u.time_zone,
         (c.blocked_until > ${now}) AS channel_blocked,
         (c.state = 'unconfirmed') AS channel_unconfirmed,
         s.id AS software_id, s.url AS software_url, p.id AS publisher_id, p.name AS publisher_name,
         tv.id AS tracked_id, tv.created_at AS tracked_created_at,
         v.id AS version_id, v.prerelease AS version_prerelease,
         v.created_at AS version_created_at, v.released_at, v.notes_url
       FROM ${tablesOf(this.database.dialect)}
         ${this.database.dialect.thenJoin} publisher p ON p.id = s.publisher_id
         LEFT JOIN channel c ON c.id = d.channel_id
       WHERE d.id IN (${(0, rows_1.placeholders)(ids.length)}) AND d.claim_id = ?`, [...ids, claim]);
    }
};
exports.DeliveryQueue = DeliveryQueue;
exports.DeliveryQueue = DeliveryQueue = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], DeliveryQueue);
const tablesOf = ({ thenJoin }) => `delivery d
  ${thenJoin} notification n ON n.id = d.notification_id
  ${thenJoin} favorite f ON f.id = n.favorite_id
  ${thenJoin} user u ON u.id = n.user_id
  ${thenJoin} software s ON s.id = n.software_id
  ${thenJoin} version v ON v.id = n.version_id
  ${thenJoin} version tv ON tv.id = f.version_id`;
/** The rows that a claim holds: of a digest, its members. */
const claimed = ({ id, digest_id, claim_id }) => digest_id === null
    ? { text: 'id = ? AND claim_id = ?', parameters: [id, claim_id] }
    : { text: 'digest_id = ? AND claim_id = ?', parameters: [digest_id, claim_id] };
exports.claimed = claimed;
/**
 * Assignments by which these rows are due again. Of a digest the head is, and the others look after it.
 * @param at an expression; its parameters are `values`
 */
function dueAt(dialect, delivery, at, values = []) {
    if (delivery.digest_id === null)
        return { text: `next_at = ${at}`, parameters: values };
    return {
        text: `next_at = CASE WHEN id = ? THEN ${at} ELSE NULL END,
      collect_at = CASE WHEN id = ? THEN NULL ELSE ${dialect.after(at, String(digest_groups_1.HEADLESS_AFTER))} END`,
        parameters: [delivery.id, ...values, delivery.id, ...values],
    };
}
//# sourceMappingURL=delivery-queue.js.map