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
var ChannelService_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.ChannelService = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const list_page_1 = require("../common/list/list-page");
const list_sql_1 = require("../common/list/list-sql");
const moment_1 = require("../common/moment");
const problem_1 = require("../common/problem/problem");
const secret_box_1 = require("../common/secret-box");
const config_1 = require("../config/config");
const database_1 = require("../database/database");
const audit_log_1 = require("../user/audit/audit-log");
const possessions_1 = require("../user/limits/possessions");
const channel_store_1 = require("./channel-store");
const channel_list_1 = require("./channel.list");
const holding_1 = require("./digest/holding");
const stored_timing_1 = require("./digest/stored-timing");
const lane_1 = require("./lane");
const setting_1 = require("../common/settings/setting");
const settings_1 = require("../common/settings/settings");
const consent_service_1 = require("./consent/consent.service");
const COLUMNS = 'c.id, c.type, c.name, c.enabled, c.is_default, c.digest, c.quiet_hours, c.settings, c.state, c.state_reason, c.confirmed_at, c.created_at, c.updated_at';
/** The channels that a user configured. */
let ChannelService = ChannelService_1 = class ChannelService {
    constructor(database, store, consent, holding, config) {
        this.database = database;
        this.store = store;
        this.consent = consent;
        this.holding = holding;
        this.config = config;
        this.logger = new common_1.Logger(ChannelService_1.name);
    }
    types() {
        return this.store.types().map((channel) => ({
            type: channel.type,
            title: channel.title,
            settings: (0, setting_1.settingsSchema)(channel.settingsClass),
            unavailable: channel.unavailableBecause?.() ?? null,
        }));
    }
    async list(caller, request) {
        const statement = {
            select: COLUMNS,
            from: 'channel c',
            where: ['c.user_id = ?'],
            whereParameters: [caller.userId],
        };
        const page = (0, list_sql_1.pageSql)(channel_list_1.channelList, request, statement);
        const rows = await this.database.page(page);
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, (row) => this.toResponse(row), total);
    }
    async get(caller, id) {
        return this.toResponse(await this.find(this.database, caller, id));
    }
    /** The answer shows the secrets that the service made, this once. */
    async create(caller, input) {
        const channel = this.store.type(input.type);
        if (!channel)
            throw problem_1.Problem.field('type', `must be one of ${this.types()
                .map(({ type }) => type)
                .join(', ')}`);
        const unavailable = channel.unavailableBecause?.();
        if (unavailable)
            throw problem_1.Problem.field('type', unavailable);
        const { settings, shownOnce } = accept(channel, input.settings);
        const id = (0, ids_1.newId)();
        const after = channel.recipient?.(settings) ?? null;
        return this.database.transaction(async (sql) => {
            await (0, possessions_1.holdUser)(sql, caller.userId);
            await this.insert(sql, caller, id, input, {
                sealed: this.store.seal(id, settings),
                lane: (0, lane_1.laneOf)(channel, settings),
            });
            await (0, possessions_1.demandAtMost)(sql, 'channel', caller.userId, this.config.channelsPerUser);
            await this.consent.settle(sql, { id, before: null, after, state: 'ok', confirmed: false, enabling: true });
            await (0, audit_log_1.audit)(sql, caller, 'channel.created', id, { type: input.type });
            const response = this.toResponse(await this.find(sql, caller, id));
            return { ...response, settings: { ...response.settings, ...shownOnce } };
        });
    }
    async update(caller, id, input) {
        return this.database.transaction(async (sql) => {
            const row = await this.find(sql, caller, id, sql.dialect.forUpdate);
            const changes = this.changesOf(row, input);
            const assignments = [...changes.map(([column]) => `${column} = ?`), `updated_at = ${sql.dialect.now}`];
            if (input.enabled === true && row.state !== 'unconfirmed')
                assignments.push(`state = 'ok'`, 'state_reason = NULL', 'consecutive_failures = 0', 'first_failure_at = NULL');
            await sql.execute(`UPDATE channel SET ${assignments.join(', ')} WHERE id = ?`, [
                ...changes.map(([, value]) => value),
                id,
            ]);
            await (0, audit_log_1.audit)(sql, caller, 'channel.updated', id, {
                fields: changes.map(([column]) => column).filter((column) => column !== 'lane'),
            });
            await this.settle(sql, row, await this.find(sql, caller, id), input.enabled === true);
            if (input.digest !== undefined || input.quiet_hours !== undefined)
                await this.holding.channelChanged(sql, id);
            if (input.enabled === false)
                await this.store.cancelQueued(sql, id, 'the channel was switched off');
            return this.toResponse(await this.find(sql, caller, id));
        });
    }
    /** Makes a new secret, shown this once; for a day what is sent is signed with both. */
    async rotateSecret(caller, id) {
        return this.database.transaction(async (sql) => {
            const row = await this.find(sql, caller, id, sql.dialect.forUpdate);
            const channel = this.store.type(row.type);
            if (!channel?.rotate)
                throw new problem_1.Problem('conflict', 'This type of channel has no secret that the service makes.');
            const before = this.store.open(channel, id, row.settings);
            const { settings, shownOnce } = channel.rotate(before);
            await sql.execute(`UPDATE channel SET settings = ?, updated_at = ${sql.dialect.now} WHERE id = ?`, [
                this.store.seal(id, settings, before),
                id,
            ]);
            await (0, audit_log_1.audit)(sql, caller, 'channel.secret-rotated', id);
            const response = this.toResponse(await this.find(sql, caller, id));
            return { ...response, settings: { ...response.settings, ...shownOnce } };
        });
    }
    /** Sends the mail with the link once more. */
    async confirmAgain(caller, id) {
        return this.database.transaction(async (sql) => {
            const row = await this.find(sql, caller, id, sql.dialect.forUpdate);
            const address = row.state === 'unconfirmed' ? this.store.recipientOf(row) : null;
            if (address === null)
                throw new problem_1.Problem('conflict', 'There is nothing to be confirmed about this channel.');
            await this.consent.ask(sql, id, address);
            await (0, audit_log_1.audit)(sql, caller, 'channel.confirmation-requested', id);
            return this.toResponse(await this.find(sql, caller, id));
        });
    }
    async delete(caller, id) {
        await this.database.transaction(async (sql) => {
            const { type } = await this.find(sql, caller, id, sql.dialect.forUpdate);
            await this.store.cancelQueued(sql, id, 'the channel was deleted');
            await sql.execute('DELETE FROM channel WHERE id = ?', [id]);
            await (0, audit_log_1.audit)(sql, caller, 'channel.deleted', id, { type });
        });
    }
    /** The caller's channel. */
    async find(sql, caller, id, ending = '') {
        const [row] = await sql.query(`SELECT ${COLUMNS} FROM channel c WHERE c.id = ? AND c.user_id = ? ${ending}`, [id, caller.userId]);
        if (!row)
            throw problem_1.Problem.notFound('channel');
        return row;
    }
    async settle(sql, before, after, enabling) {
        const { id, state, confirmed_at } = before;
        if (before.settings === after.settings && (!enabling || confirmed_at !== null))
            return;
        await this.consent.settle(sql, {
            id,
            before: this.store.recipientOf(before),
            after: this.store.recipientOf(after),
            state,
            confirmed: confirmed_at !== null,
            enabling,
        });
    }
    async insert(sql, caller, id, input, { sealed, lane }) {
        const { now } = sql.dialect;
        await sql.execute(`INSERT INTO channel (id, user_id, type, name, enabled, is_default, digest, quiet_hours, settings, lane, created_at,
         updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now}, ${now})`, [
            ...[id, caller.userId, input.type, input.name.trim(), input.enabled ?? true, input.is_default ?? true],
            ...[
                (0, stored_timing_1.storeDigest)(input.digest ?? { every: 'instant' }),
                (0, stored_timing_1.storeQuietHours)(input.quiet_hours ?? null),
                sealed,
                lane,
            ],
        ]);
    }
    changesOf(row, input) {
        const changes = [];
        if (input.name !== undefined)
            changes.push(['name', input.name.trim()]);
        if (input.is_default !== undefined)
            changes.push(['is_default', input.is_default]);
        if (input.enabled !== undefined)
            changes.push(['enabled', input.enabled]);
        if (input.digest !== undefined)
            changes.push(['digest', (0, stored_timing_1.storeDigest)(input.digest)]);
        if (input.quiet_hours !== undefined)
            changes.push(['quiet_hours', (0, stored_timing_1.storeQuietHours)(input.quiet_hours)]);
        if (input.settings !== undefined) {
            const channel = this.store.type(row.type);
            if (!channel)
                throw problem_1.Problem.field('settings', `cannot be changed: this version does not know the type ${row.type}`);
            const { settings } = accept(channel, input.settings, this.store.open(channel, row.id, row.settings));
            changes.push(['settings', this.store.seal(row.id, settings)], ['lane', (0, lane_1.laneOf)(channel, settings)]);
        }
        return changes;
    }
    /** One channel whose settings do not open (damaged, or sealed with another key) does not hide the others. */
    masked(channel, row) {
        try {
            return (0, settings_1.maskSettings)(channel.settingsClass, this.store.open(channel, row.id, row.settings));
        }
        catch (error) {
            if (!(error instanceof secret_box_1.SecretError))
                throw error;
            this.logger.error({ msg: 'settings of a channel cannot be opened', channel: row.id, reason: error.reason });
            return {};
        }
    }
    toResponse(row) {
        const channel = this.store.type(row.type);
        return {
            id: row.id,
            type: row.type,
            name: row.name,
            enabled: Boolean(row.enabled),
            is_default: Boolean(row.is_default),
            digest: (0, stored_timing_1.readDigest)(row.digest),
            quiet_hours: (0, stored_timing_1.readQuietHours)(row.quiet_hours),
            settings: channel ? this.masked(channel, row) : {},
            state: row.state,
            state_reason: row.state_reason,
            created_at: (0, moment_1.toApiMoment)(row.created_at),
            updated_at: (0, moment_1.toApiMoment)(row.updated_at),
        };
    }
};
exports.ChannelService = ChannelService;
exports.ChannelService = ChannelService = ChannelService_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        channel_store_1.ChannelStore,
        consent_service_1.ConsentService,
        holding_1.Holding,
        config_1.Config])
], ChannelService);
function accept(channel, input, stored) {
    try {
        return (0, settings_1.acceptSettings)(channel, input, stored);
    }
    catch (error) {
        if (!(error instanceof settings_1.SettingsError))
            throw error;
        const errors = error.problems.map(({ field, message }) => ({ field: `settings.${field}`, message }));
        throw new problem_1.Problem('invalid-body', `${errors[0].field}: ${errors[0].message}`, errors);
    }
}
//# sourceMappingURL=channel.service.js.map