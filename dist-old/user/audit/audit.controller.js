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
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.AuditController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../../common/api/docs");
const request_1 = require("../../common/api/request");
const audit_response_1 = require("../dto/audit.response");
const principal_1 = require("../principal");
const audit_list_1 = require("./audit.list");
const audit_service_1 = require("./audit.service");
let AuditController = class AuditController {
    constructor(entries) {
        this.entries = entries;
    }
    list(request) {
        return this.entries.list(request);
    }
};
exports.AuditController = AuditController;
__decorate([
    (0, common_1.Get)(),
    (0, principal_1.NeedsScope)('admin'),
    (0, swagger_1.ApiOperation)({
        summary: 'List what was changed, by whom',
        description: 'Of all users. Entries are kept for `AUDIT_RETENTION`; nobody can change or remove one.',
    }),
    (0, docs_1.ApiList)(audit_response_1.AuditResponse, audit_list_1.auditList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, request_1.ListQuery)(audit_list_1.auditList)),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object]),
    __metadata("design:returntype", void 0)
], AuditController.prototype, "list", null);
exports.AuditController = AuditController = __decorate([
    (0, swagger_1.ApiTags)('Audit'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/audit'),
    __metadata("design:paramtypes", [audit_service_1.AuditService])
], AuditController);
//# sourceMappingURL=audit.controller.js.map