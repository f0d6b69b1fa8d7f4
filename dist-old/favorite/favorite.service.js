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
exports.FavoriteService = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const list_page_1 = require("../common/list/list-page");
const list_sql_1 = require("../common/list/list-sql");
const problem_1 = require("../common/problem/problem");
const config_1 = require("../config/config");
const database_1 = require("../database/database");
const database_clock_1 = require("../database/database-clock");
const errors_1 = require("../database/errors");
const audit_log_1 = require("../user/audit/audit-log");
const possessions_1 = require("../user/limits/possessions");
const audited_changes_1 = require("./audited-changes");
const favorite_response_1 = require("./dto/favorite.response");
const favorite_list_1 = require("./favorite.list");
const favorite_flags_1 = require("./favorite-flags");
const policy_service_1 = require("./policy.service");
const reminder_schedule_1 = require("./reminder-schedule");
const tracked_version_1 = require("./tracked-version");
const NOTHING = new Set();
/** The favorites of one user; another user's do not exist. */
let FavoriteService = class FavoriteService {
    constructor(database, flags, policies, reminders, clock, config) {
        this.database = database;
        this.flags = flags;
        this.policies = policies;
        this.reminders = reminders;
        this.clock = clock;
        this.config = config;
    }
    async list(caller, request, links) {
        const { includes } = request;
        const statement = {
            select: (0, favorite_response_1.favoriteColumns)(includes),
            from: (0, favorite_response_1.favoriteTables)(includes),
            where: ['f.user_id = ?'],
            whereParameters: [caller.userId],
        };
        const page = (0, list_sql_1.pageSql)(favorite_list_1.favoriteList, request, statement);
        const rows = await this.database.page(page);
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, (row) => (0, favorite_response_1.toFavoriteResponse)(row, links, includes), total);
    }
    async get(caller, id, includes, links) {
        const row = await this.find(this.database, caller, 'f.id = ?', id, includes);
        if (!row)
            throw problem_1.Problem.notFound('favorite');
        return (0, favorite_response_1.toFavoriteResponse)(row, links, includes);
    }
    async ofSoftware(caller, softwareId, includes, links) {
        const row = await this.find(this.database, caller, 'f.software_id = ?', softwareId, includes);
        if (!row)
            throw problem_1.Problem.notFound('software, or it is not a favorite');
        return (0, favorite_response_1.toFavoriteResponse)(row, links, includes);
    }
    async create(caller, input, links) {
        try {
            return await this.database.transaction(async (sql) => {
                await (0, possessions_1.holdUser)(sql, caller.userId);
                const created = await this.insert(sql, caller, input);
                await (0, possessions_1.demandAtMost)(sql, 'favorite', caller.userId, this.config.favoritesPerUser);
                return created;
            });
        }
        catch (error) {
            if (!(0, errors_1.isDuplicateKey)(error))
                throw error;
            throw await this.alreadyThere(caller, input.software.toLowerCase(), links);
        }
    }
    /** Changes what the input names and leaves the rest; `notes: null` clears. */
    async update(caller, id, input, links) {
        try {
            return await this.database.transaction((sql) => this.change(sql, caller, id, input));
        }
        catch (error) {
            if (!(0, errors_1.isDuplicateKey)(error) || input.software === undefined)
                throw error;
            throw await this.alreadyThere(caller, input.software.toLowerCase(), links);
        }
    }
    /**
     * Moves to what is offered: the software's latest version, or what the policy allows. With nothing on offer the version in use
     * stays, also one that is newer than the latest (a pre-release, say): a lower version is never an update.
     */
    async updateToLatest(caller, id, links) {
        return this.database.transaction(async (sql) => {
            const current = await this.hold(sql, caller, id);
            await (0, tracked_version_1.holdSoftware)(sql, current.software_id);
            await this.evaluate(sql, id, 'never');
            const { available_version_id } = await this.hold(sql, caller, id);
            if (available_version_id !== null)
                await this.write(sql, caller, id, [['version_id', available_version_id]]);
            return (0, favorite_response_1.toFavoriteResponse)((await this.find(sql, caller, 'f.id = ?', id)), links);
        });
    }
    /**
     * Moves to this version, unless the one in use is as new: who acts on an old message does not go back.
     * @returns whether it moved
     */
    async updateTo(caller, id, versionId) {
        return this.database.transaction(async (sql) => {
            const current = await this.hold(sql, caller, id);
            await (0, tracked_version_1.holdSoftware)(sql, current.software_id);
            const newer = await sql.query(`SELECT v.id FROM version v JOIN version tv ON tv.id = ?
         WHERE v.id = ? AND v.software_id = ? AND v.version_key > tv.version_key`, [current.version_id, versionId, current.software_id]);
            if (newer.length > 0)
                await this.write(sql, caller, id, [['version_id', versionId]]);
            return newer.length > 0;
        });
    }
    async delete(caller, id) {
        await this.database.transaction(async (sql) => {
            // The row is locked before its index entries, as updates do: the other way round they would deadlock.
            const { software_id } = await this.hold(sql, caller, id);
            // By name, so that each cascade goes over two tables at most: over three, MySQL from 9.6 on leaves rows of the third behind.
            await sql.execute('DELETE FROM notification WHERE favorite_id = ?', [id]);
            await sql.execute('DELETE FROM favorite WHERE id = ?', [id]);
            await (0, audit_log_1.audit)(sql, caller, 'favorite.deleted', id, { software: software_id });
        });
    }
    async insert(sql, caller, input) {
        const softwareId = input.software.toLowerCase();
        if (!(await (0, tracked_version_1.holdSoftware)(sql, softwareId)))
            throw problem_1.Problem.field('software', 'is not the id of any software');
        const versionId = await demandVersion(sql, softwareId, input.version);
        const id = (0, ids_1.newId)();
        const { now } = sql.dialect;
        await sql.execute(`INSERT INTO favorite (id, user_id, software_id, version_id, notes, notifications_enabled,
         use_default_notification, notify_always, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${now}, ${now})`, [
            id,
            caller.userId,
            softwareId,
            versionId,
            wellFormed(input.notes ?? null),
            input.notifications_enabled ?? true,
            input.use_default_notification ?? true,
            input.notify_always ?? false,
        ]);
        await (0, audit_log_1.audit)(sql, caller, 'favorite.created', id, { software: softwareId, version: versionId });
        await this.evaluate(sql, id, 'always');
        return (0, favorite_response_1.toWrittenFavoriteResponse)((await this.find(sql, caller, 'f.id = ?', id)));
    }
    async change(sql, caller, id, input) {
        const current = await this.hold(sql, caller, id);
        const softwareId = input.software?.toLowerCase() ?? current.software_id;
        if (!(await (0, tracked_version_1.holdSoftware)(sql, softwareId)))
            throw problem_1.Problem.field('software', 'is not the id of any software');
        const versionId = await this.versionAfter(sql, softwareId, current.version_id, input.version);
        const changes = [];
        if (softwareId !== current.software_id)
            changes.push(['software_id', softwareId]);
        if (versionId !== current.version_id)
            changes.push(['version_id', versionId]);
        if (input.notes !== undefined)
            changes.push(['notes', wellFormed(input.notes)]);
        for (const flag of ['notifications_enabled', 'use_default_notification', 'notify_always'])
            if (input[flag] !== undefined)
                changes.push([flag, input[flag]]);
        await this.write(sql, caller, id, changes);
        return (0, favorite_response_1.toWrittenFavoriteResponse)((await this.find(sql, caller, 'f.id = ?', id)));
    }
    async versionAfter(sql, softwareId, current, input) {
        if (input !== undefined)
            return demandVersion(sql, softwareId, input);
        if (await (0, tracked_version_1.findVersion)(sql, softwareId, current))
            return current;
        throw problem_1.Problem.field('version', 'is required with another software: the current version does not belong to it');
    }
    async write(sql, caller, id, changes) {
        const moved = changes.find(([column]) => column === 'software_id');
        const assignments = [...changes.map(([column]) => `${column} = ?`), `updated_at = ${sql.dialect.now}`];
        // A favorite that moved to other software was never notified of it.
        if (moved)
            assignments.push('notified_version_id = NULL');
        await sql.execute(`UPDATE favorite SET ${assignments.join(', ')} WHERE id = ?`, [
            ...changes.map(([, value]) => value),
            id,
        ]);
        await (0, audit_log_1.audit)(sql, caller, 'favorite.updated', id, (0, audited_changes_1.auditedChanges)(changes));
        if (moved)
            await this.policies.refreshSeries(sql, moved[1]);
        // Who switches notifications on wants those to come. Notes decide nothing.
        const decides = changes.some(([column]) => column !== 'notes');
        await this.evaluate(sql, id, moved ? 'always' : decides ? 'unless-new' : 'never');
    }
    async evaluate(sql, id, seen) {
        const now = await this.clock.now(sql);
        await this.flags.evaluateWritten(sql, id, now, seen, await this.flags.isDue(sql, id, now));
        await this.reminders.ofFavorite(sql, id);
    }
    /** Holds the caller's favorite against changes until the transaction ends. */
    async hold(sql, caller, id) {
        const [row] = await sql.query(`SELECT software_id, version_id, available_version_id FROM favorite
       WHERE id = ? AND user_id = ? ${sql.dialect.forUpdate}`, [id, caller.userId]);
        if (!row)
            throw problem_1.Problem.notFound('favorite');
        return row;
    }
    async find(sql, caller, condition, id, includes = NOTHING) {
        const [row] = await sql.query(`SELECT ${(0, favorite_response_1.favoriteColumns)(includes)} FROM ${(0, favorite_response_1.favoriteTables)(includes)} WHERE ${condition} AND f.user_id = ?`, [id, caller.userId]);
        return row;
    }
    async alreadyThere(caller, softwareId, links) {
        const row = await this.find(this.database, caller, 'f.software_id = ?', softwareId);
        const detail = 'This software is a favorite already; Location leads to it.';
        return new problem_1.Problem('conflict', detail, [{ field: 'software', message: 'is a favorite already' }], {
            ...(row ? { Location: links.favorite(row.id) } : {}),
        });
    }
};
exports.FavoriteService = FavoriteService;
exports.FavoriteService = FavoriteService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        favorite_flags_1.FavoriteFlags,
        policy_service_1.PolicyService,
        reminder_schedule_1.ReminderSchedule,
        database_clock_1.DatabaseClock,
        config_1.Config])
], FavoriteService);
const wellFormed = (text) => text?.toWellFormed() ?? null;
async function demandVersion(sql, softwareId, version) {
    const found = await (0, tracked_version_1.findVersion)(sql, softwareId, version);
    if (!found)
        throw problem_1.Problem.field('version', 'is neither the id nor the label of a version of this software');
    return found;
}
//# sourceMappingURL=favorite.service.js.map