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
exports.PolicyService = void 0;
const common_1 = require("@nestjs/common");
const moment_1 = require("../common/moment");
const problem_1 = require("../common/problem/problem");
const duration_1 = require("../config/duration");
const database_1 = require("../database/database");
const database_clock_1 = require("../database/database-clock");
const rows_1 = require("../database/rows");
const audit_log_1 = require("../user/audit/audit-log");
const ordering_settings_1 = require("../version/ordering-settings");
const policy_dto_1 = require("./dto/policy.dto");
const favorite_flags_1 = require("./favorite-flags");
const reminder_schedule_1 = require("./reminder-schedule");
const snooze_end_1 = require("./snooze-end");
const tracked_version_1 = require("./tracked-version");
const SHORTEST_REMINDER = 60;
/** The range of a series that the software's new ordering cannot read: it offers nothing until its owner writes another one. */
const NO_VERSION = { gte: '', lt: '' };
const NO_POLICY = {
    include_prereleases: false,
    series: null,
    snoozed_until: null,
    minimum_age_days: null,
    remind_every: null,
    skip: [],
    channels: [],
};
/** Which versions a favorite's owner wants to be offered, and how to be told. */
let PolicyService = class PolicyService {
    constructor(database, flags, reminders, clock) {
        this.database = database;
        this.flags = flags;
        this.reminders = reminders;
        this.clock = clock;
    }
    async read(caller, favoriteId) {
        await this.softwareOf(this.database, caller, favoriteId);
        return toResponse(await this.find(this.database, favoriteId));
    }
    /** `PUT`: what is left out gets its default. */
    replace(caller, favoriteId, input) {
        return this.write(caller, favoriteId, Object.keys(NO_POLICY), async () => ({ ...NO_POLICY, ...read(input) }));
    }
    /** `PATCH`: what is left out stays. */
    update(caller, favoriteId, input) {
        const given = read(input);
        const policyOf = async (sql) => ({ ...(await this.find(sql, favoriteId)), ...given });
        return this.write(caller, favoriteId, Object.keys(given), policyOf);
    }
    /**
     * Puts a version on the list of those that are not offered, beside what is there.
     * @throws Problem 422 when the list is full
     */
    skip(caller, favoriteId, version) {
        return this.write(caller, favoriteId, ['skip'], async (sql) => {
            const policy = await this.find(sql, favoriteId);
            const skip = [...new Set([...policy.skip, version])];
            if (skip.length > policy_dto_1.SKIPPED_AT_MOST)
                throw problem_1.Problem.field('skip', `has at most ${policy_dto_1.SKIPPED_AT_MOST} versions`);
            return { ...policy, skip };
        });
    }
    /** After a change of the software's ordering, or of the favorite's software: series are ranges of its keys. */
    async refreshSeries(sql, softwareId) {
        const rows = await sql.query(`SELECT DISTINCT p.series, p.series_from, p.series_to
       FROM favorite f ${sql.dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
       WHERE f.software_id = ? AND p.series IS NOT NULL`, [softwareId]);
        // Not by `favorite_id IN (SELECT …)`: for that MariaDB reads every policy there is.
        const source = `SELECT p.favorite_id, ? AS range_from, ? AS range_to
      FROM favorite f ${sql.dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
      WHERE f.software_id = ? AND p.series = ?`;
        const set = 'series_from = e.range_from, series_to = e.range_to';
        const parts = { source, on: 'e.favorite_id = favorite_policy.favorite_id', set, where: '1 = 1' };
        for (const { series, series_from, series_to } of rows) {
            const range = (await this.rangeOf(sql, softwareId, series)) ?? NO_VERSION;
            if (range.gte === series_from && range.lt === series_to)
                continue;
            await sql.execute(sql.dialect.updateJoined('favorite_policy', parts), [range.gte, range.lt, softwareId, series]);
        }
    }
    async write(caller, favoriteId, fields, policyOf) {
        return this.database.transaction(async (sql) => {
            const softwareId = await this.softwareOf(sql, caller, favoriteId, sql.dialect.forUpdate);
            await (0, tracked_version_1.holdSoftware)(sql, softwareId);
            const policy = await policyOf(sql);
            await this.demandChannels(sql, caller, policy.channels);
            const now = await this.clock.now(sql);
            const due = await this.flags.isDue(sql, favoriteId, now);
            await this.store(sql, favoriteId, softwareId, policy);
            await (0, audit_log_1.audit)(sql, caller, 'favorite.policy-updated', favoriteId, { fields });
            await (0, snooze_end_1.noteSnooze)(sql, favoriteId, policy.snoozed_until, now);
            await this.flags.evaluateWritten(sql, favoriteId, now, 'unless-new', due);
            await this.reminders.ofFavorite(sql, favoriteId);
            return toResponse(await this.find(sql, favoriteId));
        });
    }
    async store(sql, favoriteId, softwareId, policy) {
        const range = policy.series === null ? null : await this.rangeOf(sql, softwareId, policy.series);
        if (policy.series !== null && !range)
            throw problem_1.Problem.field('series', "is no series of versions in this software's version scheme");
        for (const table of ['favorite_policy', 'favorite_skip', 'favorite_channel'])
            await sql.execute(`DELETE FROM ${table} WHERE favorite_id = ?`, [favoriteId]);
        const columns = ['include_prereleases', 'series', 'snoozed_until', 'minimum_age_days', 'remind_every'];
        const row = [
            favoriteId,
            range?.gte ?? null,
            range?.lt ?? null,
            ...columns.map((name) => policy[name]),
        ];
        await (0, rows_1.insertRows)(sql, 'favorite_policy', ['favorite_id', 'series_from', 'series_to', ...columns], [row]);
        await (0, rows_1.insertRows)(sql, 'favorite_skip', ['favorite_id', 'version'], policy.skip.map((label) => [favoriteId, label]));
        await (0, rows_1.insertRows)(sql, 'favorite_channel', ['favorite_id', 'channel_id'], policy.channels.map((id) => [favoriteId, id]));
        // Favorites whose policy decides nothing about versions stay on the fast path.
        const decides = policy.include_prereleases || policy.series !== null || policy.snoozed_until !== null;
        const hasPolicy = decides || policy.minimum_age_days !== null || policy.skip.length > 0;
        await sql.execute(`UPDATE favorite SET has_policy = ?, evaluate_at = NULL, updated_at = ${sql.dialect.now} WHERE id = ?`, [hasPolicy, favoriteId]);
    }
    async find(sql, favoriteId) {
        const [row] = await sql.query(`SELECT include_prereleases, series, snoozed_until, minimum_age_days, remind_every
       FROM favorite_policy WHERE favorite_id = ?`, [favoriteId]);
        if (!row)
            return NO_POLICY;
        const list = async (table, column) => (await sql.query(`SELECT ${column} AS entry FROM ${table} WHERE favorite_id = ? ORDER BY ${column}`, [favoriteId])).map(({ entry }) => entry);
        return {
            ...row,
            include_prereleases: Boolean(row.include_prereleases),
            skip: await list('favorite_skip', 'version'),
            channels: await list('favorite_channel', 'channel_id'),
        };
    }
    async softwareOf(sql, caller, favoriteId, ending = '') {
        const [row] = await sql.query(`SELECT software_id FROM favorite WHERE id = ? AND user_id = ? ${ending}`, [favoriteId, caller.userId]);
        if (!row)
            throw problem_1.Problem.notFound('favorite');
        return row.software_id;
    }
    async rangeOf(sql, softwareId, series) {
        const [row] = await sql.query(`SELECT ${ordering_settings_1.ORDERING_COLUMNS} FROM software s WHERE s.id = ?`, [
            softwareId,
        ]);
        return (0, ordering_settings_1.orderingOf)(row).seriesRange(series);
    }
    /** The channel table is joined by name: its folder is to the right of this one. */
    async demandChannels(sql, caller, ids) {
        if (ids.length === 0)
            return;
        const found = await sql.query(`SELECT c.id FROM channel c WHERE c.user_id = ? AND c.id IN (${(0, rows_1.placeholders)(ids.length)})`, [caller.userId, ...ids]);
        if (found.length < ids.length)
            throw problem_1.Problem.field('channels', 'names a channel that you do not have');
    }
};
exports.PolicyService = PolicyService;
exports.PolicyService = PolicyService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        favorite_flags_1.FavoriteFlags,
        reminder_schedule_1.ReminderSchedule,
        database_clock_1.DatabaseClock])
], PolicyService);
/** The fields that the input names, as they are stored. */
function read(input) {
    const { include_prereleases, series, skip, channels, minimum_age_days } = input;
    const read = {
        include_prereleases,
        series: series?.trim() ?? series,
        skip: skip?.map((label) => label.trim().toWellFormed()),
        channels: channels?.map((id) => id.toLowerCase()),
        minimum_age_days: minimum_age_days === 0 ? null : minimum_age_days,
        snoozed_until: readWith(input.snoozed_until, 'snoozed_until', moment_1.parseMoment, 'must be an ISO 8601 date or datetime'),
        remind_every: readWith(input.remind_every, 'remind_every', parseReminder, 'must be a duration of at least 1m, such as 7d'),
    };
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
function readWith(text, field, parse, expected) {
    if (text === undefined || text === null)
        return text;
    const value = parse(text);
    if (value === null)
        throw problem_1.Problem.field(field, expected);
    return value;
}
function parseReminder(text) {
    const seconds = (0, duration_1.parseDuration)(text);
    return seconds !== null && seconds >= SHORTEST_REMINDER ? seconds : null;
}
const toResponse = (policy) => ({
    include_prereleases: policy.include_prereleases,
    series: policy.series,
    skip: policy.skip,
    snoozed_until: (0, moment_1.toApiMoment)(policy.snoozed_until),
    minimum_age_days: policy.minimum_age_days,
    channels: policy.channels,
    remind_every: policy.remind_every === null ? null : (0, duration_1.formatDuration)(policy.remind_every),
});
//# sourceMappingURL=policy.service.js.map