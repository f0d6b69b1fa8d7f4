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
var UpdateCheckerService_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.UpdateCheckerService = void 0;
exports.sizeAfter = sizeAfter;
const common_1 = require("@nestjs/common");
const database_1 = require("../database/database");
const database_clock_1 = require("../database/database-clock");
const favorite_flags_1 = require("../favorite/favorite-flags");
const policy_service_1 = require("../favorite/policy.service");
const favorite_scope_1 = require("../favorite/favorite-scope");
const snooze_end_1 = require("../favorite/snooze-end");
const notification_writer_1 = require("../notification/notification.writer");
const update_marks_1 = require("./update-marks");
const MARKS_AT_ONCE = 100;
/** Favorites in one transaction, at most. */
const PAGE = 500;
const PAGE_AT_LEAST = 50;
/** Milliseconds that a transaction may take: who waits for its rows does not notice. On a busy database the next one is smaller. */
const PAGE_MS = 60;
/**
 * Finds favorites for which there is a newer version: takes up the marks of software whose versions changed, sets
 * `update_available` of its favorites in sets and writes their notifications in the same transaction. Favorites of
 * software that did not change are not read. Any number of replicas may run it at the same time, and any of them may die:
 * a mark that was not seen to is taken up again, and what was written already is not written twice.
 */
let UpdateCheckerService = UpdateCheckerService_1 = class UpdateCheckerService {
    constructor(database, marks, flags, notifications, clock, policies) {
        this.database = database;
        this.marks = marks;
        this.flags = flags;
        this.notifications = notifications;
        this.clock = clock;
        this.policies = policies;
        this.logger = new common_1.Logger(UpdateCheckerService_1.name);
    }
    async check() {
        const summary = { software: 0, favorites: 0, flagged: 0, notified: 0 };
        for (;;) {
            const { marks, unwanted } = await this.marks.claim(MARKS_AT_ONCE);
            summary.software += unwanted;
            for (const mark of marks)
                await this.checkSoftware(mark, summary);
            if (marks.length + unwanted < MARKS_AT_ONCE)
                break;
        }
        await this.checkDuePolicies(summary);
        summary.notified += await this.remind();
        if (summary.notified > 0)
            this.logger.log({ msg: 'updates found', ...summary });
        return summary;
    }
    async checkSoftware(mark, summary) {
        summary.software++;
        // The change may be one of the ordering, and a series is a range of its keys.
        await this.database.transaction((sql) => this.policies.refreshSeries(sql, mark.softwareId));
        let after = '';
        for (let size = PAGE;;) {
            const page = await this.flags.nextPage(this.database, mark.softwareId, after, size);
            if (!page)
                break;
            const start = performance.now();
            if (!(await this.checkPage(mark, page, summary)))
                return;
            size = sizeAfter(size, performance.now() - start);
            after = page.upTo;
        }
        await this.marks.remove(mark);
    }
    /** @returns false when the claim is over and somebody else has taken it up */
    async checkPage(mark, page, summary) {
        const done = await this.database.transaction(async (sql) => {
            // Favorites before the mark: who writes a favorite, or versions, takes them in the same order.
            const favorites = await this.flags.hold(sql, page);
            if (!(await this.marks.renew(sql, mark)))
                return null;
            return { favorites, ...(await this.evaluate(sql, page, await this.clock.now(sql))) };
        });
        if (!done)
            return false;
        add(summary, done);
        return true;
    }
    /** Favorites whose snooze ended, or for which a version is old enough now. */
    async checkDuePolicies(summary) {
        for (;;) {
            const done = await this.database.transaction(async (sql) => {
                const now = await this.clock.now(sql);
                const ids = await this.flags.takeDuePolicies(sql, now, PAGE);
                if (ids.length === 0)
                    return { favorites: 0, flagged: 0, notified: 0 };
                return { favorites: ids.length, ...(await this.evaluate(sql, (0, favorite_scope_1.theseFavorites)(ids), now)) };
            });
            add(summary, done);
            if (done.favorites < PAGE)
                return;
        }
    }
    /** Flags, notifications and reminders of favorites that this transaction holds. */
    async evaluate(sql, scope, now) {
        const [{ since }] = (await sql.query(`SELECT ${sql.dialect.now} AS since`));
        const woken = await (0, snooze_end_1.takeWoken)(sql, scope, now);
        const flagged = await this.flags.evaluate(sql, scope, now);
        // Before news are told: what nobody was told of is news, snoozed or not.
        const reminded = await this.notifications.remindAfterSnooze(sql, woken);
        const notified = reminded + (await this.notifications.announce(sql, scope));
        if (flagged > 0 || notified > 0)
            await this.flags.restartReminders(sql, scope, since);
        return { flagged, notified };
    }
    /** Outstanding updates that are to be told again. */
    async remind() {
        let written = 0;
        for (;;) {
            const { taken, notified } = await this.database.transaction(async (sql) => {
                const due = await this.flags.takeDueReminders(sql, PAGE);
                return { taken: due.length, notified: await this.notifications.remind(sql, due) };
            });
            written += notified;
            if (taken < PAGE)
                return written;
        }
    }
};
exports.UpdateCheckerService = UpdateCheckerService;
exports.UpdateCheckerService = UpdateCheckerService = UpdateCheckerService_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        update_marks_1.UpdateMarks,
        favorite_flags_1.FavoriteFlags,
        notification_writer_1.NotificationWriter,
        database_clock_1.DatabaseClock,
        policy_service_1.PolicyService])
], UpdateCheckerService);
/** Favorites of the next page, by how long those of the last one took. */
function sizeAfter(size, tookMs) {
    return Math.min(PAGE, Math.max(PAGE_AT_LEAST, Math.floor((size * PAGE_MS) / tookMs)));
}
function add(summary, part) {
    summary.favorites += part.favorites;
    summary.flagged += part.flagged;
    summary.notified += part.notified;
}
//# sourceMappingURL=update-checker.service.js.map