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
exports.AuditService = void 0;
const common_1 = require("@nestjs/common");
const list_page_1 = require("../../common/list/list-page");
const list_sql_1 = require("../../common/list/list-sql");
const database_1 = require("../../database/database");
const audit_response_1 = require("../dto/audit.response");
const audit_list_1 = require("./audit.list");
/** The audit log, for those who read it. */
let AuditService = class AuditService {
    constructor(database) {
        this.database = database;
    }
    async list(request) {
        const from = 'audit_entry a LEFT JOIN user u ON u.id = a.user_id';
        const statement = { select: audit_response_1.AUDIT_COLUMNS, from, where: [], whereParameters: [] };
        const rows = await this.database.page((0, list_sql_1.pageSql)(audit_list_1.auditList, request, statement));
        const total = request.includeTotal ? await this.database.count((0, list_sql_1.totalSql)(request, statement)) : undefined;
        return (0, list_page_1.toPage)(request, rows, audit_response_1.toAuditResponse, total);
    }
};
exports.AuditService = AuditService;
exports.AuditService = AuditService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database])
], AuditService);
//# sourceMappingURL=audit.service.js.map