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
exports.ManageService = exports.SNOOZES = void 0;
const common_1 = require("@nestjs/common");
const links_1 = require("../../common/api/links");
const moment_1 = require("../../common/moment");
const problem_1 = require("../../common/problem/problem");
const config_1 = require("../../config/config");
const database_1 = require("../../database/database");
const favorite_service_1 = require("../../favorite/favorite.service");
const policy_service_1 = require("../../favorite/policy.service");
const actor_1 = require("../../user/actor");
const manage_links_1 = require("./manage-links");
const DAY = 86_400;
/** For how many seconds each of them snoozes a favorite. */
exports.SNOOZES = { 'snooze-day': DAY, 'snooze-week': 7 * DAY, 'snooze-month': 30 * DAY };
/** What whoever has a message may do about its update: what the favorite's owner may do by the API, and nothing else. */
let ManageService = class ManageService {
    constructor(database, favorites, policies, links, config) {
        this.database = database;
        this.favorites = favorites;
        this.policies = policies;
        this.links = links;
        this.apiLinks = links_1.Links.withoutRequest(config);
    }
    async find(token, requestId) {
        const claim = this.links.read(token);
        if (!claim || (await this.hasExpired(claim)))
            return 'no-link';
        const { favoriteId, versionId } = claim;
        const [row] = await this.database.query(`SELECT f.user_id, s.name AS software, tv.version AS tracked, v.version,
         (tv.version_key >= v.version_key) AS reached
       FROM favorite f
         JOIN software s ON s.id = f.software_id
         JOIN version tv ON tv.id = f.version_id
         JOIN version v ON v.id = ? AND v.software_id = f.software_id
       WHERE f.id = ?`, [versionId, favoriteId]);
        if (!row)
            return 'gone';
        const { user_id: userId, software, tracked, version, reached } = row;
        const by = (0, actor_1.byLink)(userId, requestId);
        return { favoriteId, versionId, by, software, tracked, version, reached: Number(reached) === 1 };
    }
    /** @returns the versions that the policy skipped before; null when its list has no room */
    async skip({ by, favoriteId, version }) {
        try {
            const { skip } = await this.policies.skip(by, favoriteId, version);
            return skip.filter((label) => label !== version);
        }
        catch (error) {
            if (error instanceof problem_1.Problem && error.type === 'invalid-body')
                return null;
            throw error;
        }
    }
    /** @returns until when nothing of the favorite is offered, as the API shows it */
    async snooze({ by, favoriteId }, seconds) {
        const [row] = await this.database.query(`SELECT ${this.database.dialect.nowPlus} AS until`, [
            seconds,
        ]);
        const until = (0, moment_1.toApiMoment)(row.until);
        await this.policies.update(by, favoriteId, { snoozed_until: until });
        return until;
    }
    /** @returns false when the version in use is as new, and stays */
    updated({ by, favoriteId, versionId }) {
        return this.favorites.updateTo(by, favoriteId, versionId);
    }
    async mute({ by, favoriteId }) {
        await this.favorites.update(by, favoriteId, { notifications_enabled: false }, this.apiLinks);
    }
    async hasExpired({ expires }) {
        const { now, unixSeconds } = this.database.dialect;
        const [row] = await this.database.query(`SELECT (${unixSeconds(now)} >= ?) AS expired`, [
            expires,
        ]);
        return Number(row.expired) === 1;
    }
};
exports.ManageService = ManageService;
exports.ManageService = ManageService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        favorite_service_1.FavoriteService,
        policy_service_1.PolicyService,
        manage_links_1.ManageLinks,
        config_1.Config])
], ManageService);
//# sourceMappingURL=manage.service.js.map