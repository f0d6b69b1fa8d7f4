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
exports.PublisherService = void 0;
const common_1 = require("@nestjs/common");
const list_page_1 = require("../common/list/list-page");
const list_sql_1 = require("../common/list/list-sql");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const publisher_response_1 = require("./dto/publisher.response");
const publisher_list_1 = require("./publisher.list");
const COLUMNS = publisher_response_1.PUBLISHER_COLUMNS.map((column) => `p.${column}`).join(', ');
/** Reads publishers; who writes them is `PublisherWriter`. */
let PublisherService = class PublisherService {
    constructor(database) {
        this.database = database;
    }
    async list(request, links) {
        const statement = { select: COLUMNS, from: 'publisher p', rows: 'publisher p', where: [], whereParameters: [] };
        const page = (0, list_sql_1.pageSql)(publisher_list_1.publisherList, request, statement);
        const rows = await this.database.page(page);
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, (row) => (0, publisher_response_1.toPublisherResponse)(row, links), total);
    }
    async get(id, links) {
        return this.one('publisher p WHERE p.id = ?', id, links, 'publisher');
    }
    async ofSoftware(softwareId, links) {
        const from = 'software s JOIN publisher p ON p.id = s.publisher_id WHERE s.id = ?';
        return this.one(from, softwareId, links, 'software');
    }
    async one(from, id, links, what) {
        const [row] = await this.database.queryPrepared(`SELECT ${COLUMNS} FROM ${from}`, [id]);
        if (!row)
            throw problem_1.Problem.notFound(what);
        return (0, publisher_response_1.toPublisherResponse)(row, links);
    }
};
exports.PublisherService = PublisherService;
exports.PublisherService = PublisherService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], PublisherService);
//# sourceMappingURL=publisher.service.js.map