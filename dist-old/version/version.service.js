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
exports.VersionService = void 0;
const common_1 = require("@nestjs/common");
const list_page_1 = require("../common/list/list-page");
const list_sql_1 = require("../common/list/list-sql");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const software_response_1 = require("../software/dto/software.response");
const ordering_settings_1 = require("./ordering-settings");
const version_list_1 = require("./version.list");
/** Reads versions; who writes them is `VersionWriter`. */
let VersionService = class VersionService {
    constructor(database) {
        this.database = database;
    }
    async listOfSoftware(softwareId, asked) {
        const request = await this.withKeys(softwareId, asked);
        const statement = {
            select: 'v.id, v.version, v.created_at',
            from: 'version v',
            where: ['v.software_id = ?'],
            whereParameters: [softwareId],
        };
        const page = (0, list_sql_1.pageSql)(version_list_1.versionList, request, statement);
        const rows = await this.database.page(page);
        // Software without a version on this page is rare, software that is not there is not worth a statement in front of each list.
        if (rows.length === 0)
            await this.orderingFor(softwareId);
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, software_response_1.toVersionResponse, total);
    }
    /** Filters on the version compare keys, which only the software's scheme can make. */
    async withKeys(softwareId, request) {
        if (!request.filters.some(({ kind }) => kind === 'version'))
            return request;
        const ordering = await this.orderingFor(softwareId);
        return { ...request, filters: request.filters.map((filter) => withKey(filter, ordering)) };
    }
    /** @throws Problem 404 when there is no such software */
    async orderingFor(softwareId) {
        const [row] = await this.database.queryPrepared(`SELECT ${ordering_settings_1.ORDERING_COLUMNS} FROM software s WHERE s.id = ?`, [softwareId]);
        if (!row)
            throw problem_1.Problem.notFound('software');
        return (0, ordering_settings_1.orderingOf)(row);
    }
};
exports.VersionService = VersionService;
exports.VersionService = VersionService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], VersionService);
/** A filter on the version compares keys; a label that a strict scheme cannot read has no place in its order. */
function withKey(filter, ordering) {
    if (filter.kind !== 'version')
        return filter;
    const { key, valid } = ordering.read(String(filter.value));
    if (!valid)
        throw problem_1.Problem.parameter(`${filter.field}[${filter.operator}]`, "is no version in this software's version scheme");
    return { ...filter, value: key };
}
//# sourceMappingURL=version.service.js.map