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
exports.SoftwareService = void 0;
const common_1 = require("@nestjs/common");
const list_page_1 = require("../common/list/list-page");
const list_spec_1 = require("../common/list/list-spec");
const list_sql_1 = require("../common/list/list-sql");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const rows_1 = require("../database/rows");
const publisher_response_1 = require("../publisher/dto/publisher.response");
const software_response_1 = require("./dto/software.response");
const software_list_1 = require("./software.list");
const COLUMNS = ['id', 'publisher_id', 'name', 'short_description', 'description', 'url', 'updated_at']
    .map((column) => `s.${column}`)
    .join(', ');
// Left joins keep the order of the driving index: the database cannot start at the publisher and sort afterwards.
const FAVORITE_JOIN = 'LEFT JOIN favorite uf ON uf.user_id = ? AND uf.software_id = s.id';
const PUBLISHER_SELECT = publisher_response_1.PUBLISHER_COLUMNS.filter((column) => column !== 'id')
    .map((column) => `, p.${column} AS publisher_${column}`)
    .join('');
const LATEST_SELECT = ', lv.id AS latest_id, lv.version AS latest_version, lv.created_at AS latest_created_at';
/** Reads software. Tables of other folders (favorite, version) are joined by name: their code is to the right of this. */
let SoftwareService = class SoftwareService {
    constructor(database) {
        this.database = database;
    }
    async list(caller, request, links) {
        const statement = statementFor(caller, request.includes);
        const rows = await this.database.page((0, list_sql_1.pageSql)(software_list_1.softwareList, request, statement));
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, plain)) : undefined;
        const shown = rows.slice(0, request.perPage).map((row) => row.id);
        const versions = request.includes.has('includeVersions') ? await this.versionsOf(shown) : null;
        return (0, list_page_1.toPage)(request, rows, (row) => (0, software_response_1.toSoftwareResponse)(row, links, request.includes, versions?.get(row.id)), total);
    }
    async get(caller, id, includes, links) {
        const { select, from, fromParameters = [] } = statementFor(caller, includes);
        const text = `SELECT ${select} FROM ${from} WHERE s.id = ?`;
        const [row] = await this.database.queryPrepared(text, [...fromParameters, id]);
        if (!row)
            throw problem_1.Problem.notFound('software');
        const versions = includes.has('includeVersions') ? await this.versionsOf([id]) : null;
        return (0, software_response_1.toSoftwareResponse)(row, links, includes, versions?.get(id));
    }
    async listOfPublisher(caller, publisherId, request, links) {
        const statement = {
            ...statementFor(caller, new Set()),
            where: ['s.publisher_id = ?'],
            whereParameters: [publisherId],
        };
        const rows = await this.database.page((0, list_sql_1.pageSql)(software_list_1.publisherSoftwareList, request, statement));
        if (rows.length === 0)
            await this.demandPublisher(publisherId);
        const counted = { ...plain, where: statement.where, whereParameters: statement.whereParameters };
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, counted)) : undefined;
        return (0, list_page_1.toPage)(request, rows, (row) => (0, software_response_1.toPublisherSoftwareResponse)(row, links), total);
    }
    /** Newest first, at most 1,000 of each; one statement for all of them. */
    async versionsOf(softwareIds) {
        const versions = new Map(softwareIds.map((id) => [id, []]));
        if (softwareIds.length === 0)
            return versions;
        const rows = await this.database.query(`SELECT software_id, id, version, created_at FROM (
         SELECT v.software_id, v.id, v.version, v.created_at, v.version_key,
                ROW_NUMBER() OVER (PARTITION BY v.software_id ORDER BY v.version_key DESC, v.id DESC) AS place
         FROM version v WHERE v.software_id IN (${(0, rows_1.placeholders)(softwareIds.length)})) ranked
       WHERE place <= ${list_spec_1.WHOLE_LIST} ORDER BY software_id, place`, softwareIds);
        for (const row of rows)
            versions.get(row.software_id).push((0, software_response_1.toVersionResponse)(row));
        return versions;
    }
    async demandPublisher(id) {
        const found = await this.database.query('SELECT id FROM publisher WHERE id = ?', [id]);
        if (found.length === 0)
            throw problem_1.Problem.notFound('publisher');
    }
};
exports.SoftwareService = SoftwareService;
exports.SoftwareService = SoftwareService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], SoftwareService);
const plain = { select: '', from: 'software s', where: [], whereParameters: [] };
function statementFor(caller, includes) {
    const publisher = includes.has('includePublisher');
    const latest = includes.has('includeLatestVersion');
    return {
        select: `${COLUMNS}, uf.id AS favorite_id${publisher ? PUBLISHER_SELECT : ''}${latest ? LATEST_SELECT : ''}`,
        from: [
            `software s ${FAVORITE_JOIN}`,
            publisher ? 'LEFT JOIN publisher p ON p.id = s.publisher_id' : '',
            latest ? 'LEFT JOIN version lv ON lv.id = s.latest_version_id' : '',
        ].join(' '),
        rows: 'software s',
        fromParameters: [caller.userId],
        where: [],
        whereParameters: [],
    };
}
//# sourceMappingURL=software.service.js.map