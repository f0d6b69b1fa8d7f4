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
exports.RekeyService = void 0;
const common_1 = require("@nestjs/common");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const database_clock_1 = require("../database/database-clock");
const favorite_flags_1 = require("../favorite/favorite-flags");
const policy_service_1 = require("../favorite/policy.service");
const software_writer_1 = require("../software/software.writer");
const ordering_settings_1 = require("../version/ordering-settings");
const scheme_1 = require("../version/ordering/scheme");
const actor_1 = require("../user/actor");
const audit_log_1 = require("../user/audit/audit-log");
const version_writer_1 = require("../version/version.writer");
const FAVORITES_AT_ONCE = 500;
/**
 * Makes sort keys anew after a change of a product's ordering or of the algorithm: keys, latest version and the flags of its
 * favorites in one transaction for each product. What was done stays done when it is cut off; run again, `stale` goes on with the rest.
 */
let RekeyService = class RekeyService {
    constructor(database, software, versions, flags, policies, clock) {
        this.database = database;
        this.software = software;
        this.versions = versions;
        this.flags = flags;
        this.policies = policies;
        this.clock = clock;
    }
    /** How many products there are, or how many have keys of another revision. */
    async count(only) {
        const where = only === 'stale' ? `WHERE ordering_revision <> ${scheme_1.ORDERING_REVISION}` : '';
        return this.database.count({ text: `SELECT COUNT(*) AS total FROM software ${where}`, parameters: [] });
    }
    /** Every product (`all`), or those whose keys are of another revision (`stale`). */
    async run(only, progress = () => undefined) {
        const summary = { software: 0, versions: 0, flagged: 0 };
        let after = '';
        for (;;) {
            const [next] = await this.database.query(`SELECT id FROM software WHERE id > ? ${only === 'stale' ? `AND ordering_revision <> ${scheme_1.ORDERING_REVISION}` : ''}
         ORDER BY id LIMIT 1`, [after]);
            if (!next)
                return summary;
            add(summary, await this.rekey(next.id));
            progress(summary.software);
            after = next.id;
        }
    }
    /**
     * One product, optionally with other settings, which the command line gives; settings that are not named stay.
     * @throws Problem 404 for an unknown product, 422 for a bad setting
     */
    async rekey(softwareId, changes = {}) {
        return this.database.transaction(async (sql) => {
            const ordering = { ...(await this.orderingOf(sql, softwareId)), ...changes };
            const problem = (0, ordering_settings_1.orderingProblem)(ordering);
            if (problem)
                throw problem_1.Problem.field(problem.field, problem.message);
            await this.software.holdForRekey(sql, [softwareId], ordering);
            const fields = Object.keys(changes);
            if (fields.length > 0)
                await (0, audit_log_1.audit)(sql, actor_1.COMMAND_LINE, 'software.ordering-changed', softwareId, { fields });
            const [versions] = await this.versions.write(sql, [{ softwareId, isNew: false, versions: [] }]);
            return { software: 1, versions: versions, flagged: await this.evaluateFavorites(sql, softwareId) };
        });
    }
    async orderingOf(sql, softwareId) {
        const [row] = await sql.query(`SELECT ${ordering_settings_1.ORDERING_COLUMN_NAMES.join(', ')} FROM software WHERE id = ? ${sql.dialect.forUpdate}`, [softwareId]);
        if (!row)
            throw problem_1.Problem.notFound('software');
        return row;
    }
    async evaluateFavorites(sql, softwareId) {
        await this.policies.refreshSeries(sql, softwareId);
        const now = await this.clock.now(sql);
        let flagged = 0;
        let page = await this.flags.nextPage(sql, softwareId, '', FAVORITES_AT_ONCE);
        while (page) {
            flagged += await this.flags.evaluate(sql, page, now);
            page = await this.flags.nextPage(sql, softwareId, page.upTo, FAVORITES_AT_ONCE);
        }
        return flagged;
    }
};
exports.RekeyService = RekeyService;
exports.RekeyService = RekeyService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        software_writer_1.SoftwareWriter,
        version_writer_1.VersionWriter,
        favorite_flags_1.FavoriteFlags,
        policy_service_1.PolicyService,
        database_clock_1.DatabaseClock])
], RekeyService);
function add(summary, part) {
    summary.software += part.software;
    summary.versions += part.versions;
    summary.flagged += part.flagged;
}
//# sourceMappingURL=rekey.service.js.map