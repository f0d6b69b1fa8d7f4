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
exports.SoftwareSourceService = void 0;
const common_1 = require("@nestjs/common");
const moment_1 = require("../../common/moment");
const problem_1 = require("../../common/problem/problem");
const settings_1 = require("../../common/settings/settings");
const config_1 = require("../../config/config");
const duration_1 = require("../../config/duration");
const database_1 = require("../../database/database");
const software_writer_1 = require("../../software/software.writer");
const audit_log_1 = require("../../user/audit/audit-log");
const poll_times_1 = require("./poll-times");
const source_store_1 = require("./source-store");
const PAGE = 500;
const SELECT = `SELECT s.software_id, s.type, s.settings, s.interval_seconds, s.last_attempt_at, s.last_success_at,
  s.last_error, s.failures, s.failing_since, s.next_at, h.rest_until
  FROM software_source s LEFT JOIN source_host h ON h.host = s.host`;
/** The source of a product, for people. */
let SoftwareSourceService = class SoftwareSourceService {
    constructor(config, database, software, store) {
        this.config = config;
        this.database = database;
        this.software = software;
        this.store = store;
    }
    /** @throws Problem not-found */
    async read(softwareId) {
        const [row] = await this.database.query(`${SELECT} WHERE s.software_id = ?`, [softwareId]);
        if (!row)
            throw problem_1.Problem.notFound('source of this software');
        return this.toResponse(row);
    }
    /** Replaces it. It is asked at once, also when it is the same again. @throws Problem not-found, invalid-body */
    async replace(caller, softwareId, input) {
        const interval = readInterval(input.interval);
        await asProblem(async () => {
            await this.database.transaction(async (sql) => {
                if (!(await this.software.hold(sql, softwareId)))
                    throw problem_1.Problem.notFound('software');
                const accepted = await this.store.accept(sql, softwareId, { ...input, interval });
                const written = await this.store.write(sql, softwareId, accepted, 0);
                if (!written)
                    await this.store.ask(sql, softwareId, accepted.lane);
                await (0, audit_log_1.audit)(sql, caller, 'software.source-set', softwareId, { type: input.type });
            });
        });
        return this.read(softwareId);
    }
    /** @throws Problem not-found */
    async remove(caller, softwareId) {
        await this.database.transaction(async (sql) => {
            const found = await this.software.hold(sql, softwareId);
            if (!found || !(await this.store.remove(sql, softwareId)))
                throw problem_1.Problem.notFound('source of this software');
            await (0, audit_log_1.audit)(sql, caller, 'software.source-removed', softwareId);
        });
    }
    /** All of them in pages, or those that fail. */
    async *list(failingOnly) {
        const only = failingOnly ? 'AND s.failing_since IS NOT NULL' : '';
        for (let after = '';;) {
            const rows = await this.database.query(`${SELECT.replace('SELECT ', 'SELECT p.name, ')} JOIN software p ON p.id = s.software_id
         WHERE s.software_id > ? ${only} ORDER BY s.software_id LIMIT ${PAGE}`, [after]);
            for (const row of rows)
                yield { software: row.software_id, name: row.name, ...this.toResponse(row) };
            if (rows.length < PAGE)
                return;
            after = rows.at(-1).software_id;
        }
    }
    toResponse(row) {
        const source = this.store.find(row.type);
        const { rest_until: rest, next_at: next } = row;
        const nextAt = rest !== null && rest > next ? rest : next;
        return {
            type: row.type,
            settings: source
                ? (0, settings_1.maskSettings)(source.settingsClass, this.store.open(row.software_id, source, row.settings))
                : {},
            interval: row.interval_seconds === null ? null : (0, duration_1.formatDuration)(row.interval_seconds),
            state: this.stateOf(row),
            last_attempt: (0, moment_1.toApiMoment)(row.last_attempt_at),
            last_success: (0, moment_1.toApiMoment)(row.last_success_at),
            last_error: row.last_error,
            failures: row.failures,
            failing_since: (0, moment_1.toApiMoment)(row.failing_since),
            next_attempt: this.config.sourcesEnabled ? (0, moment_1.toApiMoment)(nextAt) : null,
        };
    }
    stateOf(row) {
        if (row.failures > 0)
            return 'failing';
        if (!this.config.sourcesEnabled)
            return 'off';
        return row.last_attempt_at === null ? 'new' : 'ok';
    }
};
exports.SoftwareSourceService = SoftwareSourceService;
exports.SoftwareSourceService = SoftwareSourceService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        database_1.Database,
        software_writer_1.SoftwareWriter,
        source_store_1.SourceStore])
], SoftwareSourceService);
function readInterval(text) {
    if (text === null || text === undefined)
        return null;
    const seconds = (0, poll_times_1.parseInterval)(text);
    if (seconds === null)
        throw problem_1.Problem.field('interval', poll_times_1.INTERVAL_RULE);
    return seconds;
}
async function asProblem(work) {
    try {
        await work();
    }
    catch (error) {
        if (!(error instanceof settings_1.SettingsError))
            throw error;
        const name = (field) => (field === 'type' || field === 'settings' ? field : `settings.${field}`);
        const errors = error.problems.map(({ field, message }) => ({ field: name(field), message }));
        throw new problem_1.Problem('invalid-body', `${errors[0].field}: ${errors[0].message}`, errors);
    }
}
//# sourceMappingURL=software-source.service.js.map