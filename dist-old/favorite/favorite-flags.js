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
exports.FavoriteFlags = void 0;
const common_1 = require("@nestjs/common");
const config_1 = require("../config/config");
const favorite_scope_1 = require("./favorite-scope");
const reminder_schedule_1 = require("./reminder-schedule");
const DAY = 86_400;
/** What the service itself changes in favorites: what is offered, the flag, the notified version, due times. Always in sets. */
let FavoriteFlags = class FavoriteFlags {
    constructor(config) {
        this.config = config;
    }
    /** The next page of a software's favorites, at most `size` of them; null when there are none left. */
    async nextPage(sql, softwareId, after, size) {
        const [row] = await sql.query(`SELECT MAX(id) AS up_to FROM (
         SELECT id FROM favorite WHERE ${sql.dialect.pageOf('software_id')} AND id > ?
         ORDER BY software_id, id LIMIT ${size}) page`, [softwareId, softwareId, after]);
        return row?.up_to ? (0, favorite_scope_1.pageOf)(sql.dialect, softwareId, after, row.up_to) : null;
    }
    /**
     * Holds them until the transaction ends: none changes between being judged and being written.
     * @returns how many there are
     */
    async hold(sql, scope) {
        const rows = await sql.query(`SELECT f.id FROM favorite f WHERE ${scope.condition('f')} ORDER BY f.software_id, f.id ${sql.dialect.forUpdate}`, scope.parameters);
        return rows.length;
    }
    /**
     * Decides what each favorite is offered: the software's latest version, or what its policy allows, when that is newer than the
     * version in use. Equal or lower is never an update.
     * @param now the moment by which snoozes and ages are judged
     * @returns of how many `update_available` changed
     */
    async evaluate(sql, scope, now) {
        const offered = (await this.offerLatest(sql, scope)) + (await this.offerByPolicy(sql, scope, now));
        return offered === 0 ? 0 : this.raiseFlags(sql, scope);
    }
    /** Whether its policy offers something else by itself by now, which the next check is to tell of. */
    async isDue(sql, favoriteId, now) {
        const rows = await sql.query('SELECT id FROM favorite WHERE id = ? AND evaluate_at <= ?', [favoriteId, now]);
        return rows.length > 0;
    }
    /**
     * Decides anew what a favorite is offered, after its owner wrote it. What is offered then is what the owner sees and has decided
     * about: the versions up to it need no notification.
     * @param seen `unless-new`: not while a check is still to come that is to tell of it; that check comes all the same
     * @param due what `isDue` said before
     */
    async evaluateWritten(sql, favoriteId, now, seen, due) {
        const scope = (0, favorite_scope_1.theseFavorites)([favoriteId]);
        await this.evaluate(sql, scope, now);
        if (seen === 'always')
            await this.noteKnown(sql, scope);
        else if (due)
            await sql.execute('UPDATE favorite SET evaluate_at = ? WHERE id = ?', [now, favoriteId]);
        else if (seen === 'unless-new')
            await this.noteKnown(sql, scope, 'AND NOT EXISTS (SELECT 1 FROM update_mark m WHERE m.software_id = favorite.software_id)');
    }
    /**
     * Keeps the times of reminders right after an evaluation: those that were told of what is on offer at `since` or later start anew,
     * those that have nothing to be told of stop, and all others go on, however often their software changes.
     */
    async restartReminders(sql, scope, since) {
        await sql.execute(`UPDATE favorite SET due_at = CASE WHEN NOT ${reminder_schedule_1.REMINDS} THEN NULL
           WHEN due_at IS NULL OR ${toldSince(sql.dialect)} THEN ${(0, reminder_schedule_1.reminderIn)(sql.dialect)} ELSE due_at END
       WHERE ${scope.condition('favorite')} AND (due_at IS NOT NULL OR ${reminder_schedule_1.REMINDS})`, [since, this.config.remindEvery, ...scope.parameters]);
    }
    /** The next check tells of a user's outstanding updates whatever was not told yet: there may be a way to tell now. */
    async announceOutstanding(sql, userId) {
        await sql.execute(`UPDATE favorite SET evaluate_at = ${sql.dialect.now} WHERE user_id = ? AND update_available = 1`, [userId]);
    }
    /** Takes up to `size` favorites whose reminder is due and sets the next one; other replicas take others. */
    async takeDueReminders(sql, size) {
        const ids = await this.takeDue(sql, 'due_at', sql.dialect.now, [], size);
        if (ids.length === 0)
            return ids;
        const scope = (0, favorite_scope_1.theseFavorites)(ids);
        await sql.execute(`UPDATE favorite SET due_at = CASE WHEN ${reminder_schedule_1.REMINDS} THEN ${(0, reminder_schedule_1.reminderIn)(sql.dialect)} ELSE NULL END
       WHERE ${scope.condition('favorite')}`, [this.config.remindEvery, ...scope.parameters]);
        return ids;
    }
    /** Takes up to `size` favorites whose policy offers something else by now; `evaluate` sets their next time. */
    async takeDuePolicies(sql, now, size) {
        const ids = await this.takeDue(sql, 'evaluate_at', '?', [now], size);
        if (ids.length === 0)
            return ids;
        const { condition, parameters } = (0, favorite_scope_1.theseFavorites)(ids);
        await sql.execute(`UPDATE favorite SET evaluate_at = NULL WHERE ${condition('favorite')}`, parameters);
        return ids;
    }
    /** A channel accepted the notification of this version: it is the notified one, unless a higher one was before. */
    async advanceNotified(sql, favoriteId, softwareId, versionId) {
        await sql.execute(`UPDATE favorite SET notified_version_id = ?, updated_at = ${sql.dialect.now}
       WHERE id = ? AND software_id = ? AND (notified_version_id IS NULL OR (notified_version_id <> ? AND
         (SELECT nv.version_key FROM version nv WHERE nv.id = favorite.notified_version_id) <=
         (SELECT tv.version_key FROM version tv WHERE tv.id = ?)))`, [versionId, favoriteId, softwareId, versionId, versionId]);
    }
    /**
     * The same for many favorites.
     * @param source a SELECT of `favorite_id`, `software_id`, `version_id` and `version_key`, one row for each of them
     */
    async advanceAllNotified(sql, source, parameters) {
        const set = `notified_version_id = e.version_id, updated_at = ${sql.dialect.now}`;
        const on = 'e.favorite_id = favorite.id AND e.software_id = favorite.software_id';
        const where = `(favorite.notified_version_id IS NULL OR (favorite.notified_version_id <> e.version_id AND
      (SELECT nv.version_key FROM version nv WHERE nv.id = favorite.notified_version_id) <= e.version_key))`;
        await sql.execute(sql.dialect.updateJoined('favorite', { source, on, set, where }), parameters);
    }
    async noteKnown(sql, scope, unless = '') {
        await sql.execute(`UPDATE favorite SET known_version_id = available_version_id WHERE ${scope.condition('favorite')} ${unless}`, scope.parameters);
    }
    async takeDue(sql, column, moment, parameters, size) {
        const rows = await sql.query(`SELECT id FROM favorite WHERE ${column} <= ${moment} ORDER BY ${column}, id LIMIT ${size}
       ${sql.dialect.forUpdateSkipLocked}`, parameters);
        return rows.map(({ id }) => id);
    }
    /** The fast way of those without a policy. @returns how many are offered something else than before */
    async offerLatest(sql, scope) {
        const { thenJoin } = sql.dialect;
        const source = `SELECT f.id AS favorite_id,
        CASE WHEN lv.version_key > tv.version_key THEN lv.id ELSE NULL END AS best_id
      FROM favorite f
        ${thenJoin} software s ON s.id = f.software_id
        ${thenJoin} version tv ON tv.id = f.version_id
        LEFT JOIN version lv ON lv.id = s.latest_version_id
      WHERE ${scope.condition('f')} AND f.has_policy = 0`;
        const set = `available_version_id = e.best_id, updated_at = ${sql.dialect.now}`;
        return this.update(sql, source, set, DIFFERS, scope.parameters);
    }
    /** @returns how many are offered something else than before */
    async offerByPolicy(sql, scope, now) {
        const { text, parameters } = policySource(sql.dialect, scope, now);
        await this.update(sql, text, 'evaluate_at = e.next_at', NEXT_DIFFERS, parameters);
        const set = `available_version_id = e.best_id, updated_at = ${sql.dialect.now}`;
        return this.update(sql, text, set, DIFFERS, parameters);
    }
    update(sql, source, set, where, parameters) {
        return sql.execute(sql.dialect.updateJoined('favorite', { source, on: 'e.favorite_id = favorite.id', set, where }), parameters);
    }
    async raiseFlags(sql, scope) {
        const flag = 'CASE WHEN available_version_id IS NULL THEN 0 ELSE 1 END';
        return sql.execute(`UPDATE favorite SET update_available = ${flag} WHERE ${scope.condition('favorite')} AND update_available <> ${flag}`, scope.parameters);
    }
};
exports.FavoriteFlags = FavoriteFlags;
exports.FavoriteFlags = FavoriteFlags = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config])
], FavoriteFlags);
/** Also when one of them is null. */
const differ = (a, b) => `(${a} <> ${b} OR (${a} IS NULL) <> (${b} IS NULL))`;
const DIFFERS = differ('favorite.available_version_id', 'e.best_id');
const NEXT_DIFFERS = differ('favorite.evaluate_at', 'e.next_at');
/** The notification table is joined by name: its folder is to the right of this one. */
const toldSince = ({ byIndex }) => `EXISTS (SELECT 1 FROM notification n ${byIndex('notification_once')}
  WHERE n.favorite_id = favorite.id AND n.version_id = favorite.available_version_id AND n.created_at >= ?)`;
/**
 * For each favorite of the scope with a policy: `best_id`, the newest version that it allows, and `next_at`, when it may allow another
 * one by itself. A series is a range of sort keys, a minimum age a range of release dates; pre-releases count when the policy
 * says so, or when the software has nothing else. Of two labels for one version the first is taken, as it is for the latest version.
 */
function policySource(dialect, scope, now) {
    const candidate = `FROM version v
    WHERE v.software_id = f.software_id AND v.version_key > tv.version_key
      AND v.standing >= CASE WHEN p.include_prereleases = 1 THEN 1 ELSE COALESCE(lv.standing, 1) END
      AND (p.series_from IS NULL OR (v.version_key >= p.series_from AND v.version_key < p.series_to))
      AND NOT EXISTS (SELECT 1 FROM favorite_skip k WHERE k.favorite_id = f.id AND k.version = v.version)`;
    const age = `COALESCE(p.minimum_age_days, 0) * ${DAY}`;
    // Not by adding to the release date: of no row at all MariaDB reads a zero date, and refuses to reckon with it in an update.
    const youngest = dialect.after('?', `-${age}`);
    const nextRelease = `SELECT v.created_at ${candidate} AND v.created_at > ${youngest} ORDER BY v.created_at LIMIT 1`;
    const text = `SELECT f.id AS favorite_id,
      CASE WHEN p.snoozed_until > ? THEN NULL ELSE (
        SELECT v.id ${candidate} AND (p.minimum_age_days IS NULL OR v.created_at <= ${youngest})
        ORDER BY v.version_key DESC, v.id LIMIT 1) END AS best_id,
      CASE WHEN p.snoozed_until > ? THEN p.snoozed_until
           WHEN p.minimum_age_days IS NULL THEN NULL
           ELSE ${dialect.after(`(${nextRelease})`, age)} END AS next_at
    FROM favorite f
      ${dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
      ${dialect.thenJoin} software s ON s.id = f.software_id
      ${dialect.thenJoin} version tv ON tv.id = f.version_id
      LEFT JOIN version lv ON lv.id = s.latest_version_id
    WHERE ${scope.condition('f')} AND f.has_policy = 1`;
    return { text, parameters: [now, now, now, now, ...scope.parameters] };
}
//# sourceMappingURL=favorite-flags.js.map