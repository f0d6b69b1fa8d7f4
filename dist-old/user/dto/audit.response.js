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
exports.AUDIT_COLUMNS = exports.AuditResponse = void 0;
exports.toAuditResponse = toAuditResponse;
const swagger_1 = require("@nestjs/swagger");
const moment_1 = require("../../common/moment");
const actor_1 = require("../actor");
const audit_log_1 = require("../audit/audit-log");
class AuditedResource {
}
__decorate([
    (0, swagger_1.ApiProperty)({ enum: audit_log_1.RESOURCE_TYPES }),
    __metadata("design:type", String)
], AuditedResource.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'uuid', description: 'Also of what is not there any more.' }),
    __metadata("design:type", Object)
], AuditedResource.prototype, "id", void 0);
class AuditedUser {
}
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], AuditedUser.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, example: 'ada' }),
    __metadata("design:type", Object)
], AuditedUser.prototype, "name", void 0);
class AuditResponse {
}
exports.AuditResponse = AuditResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], AuditResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time' }),
    __metadata("design:type", String)
], AuditResponse.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ enum: audit_log_1.AUDIT_ACTIONS, example: 'favorite.updated' }),
    __metadata("design:type", String)
], AuditResponse.prototype, "action", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: AuditedResource }),
    __metadata("design:type", AuditedResource)
], AuditResponse.prototype, "resource", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: AuditedUser, nullable: true, description: 'null: the command line, or the service by itself.' }),
    __metadata("design:type", Object)
], AuditResponse.prototype, "user", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        enum: actor_1.MEANS,
        description: '`token` of the service, `oidc` token, `link` in a message that this user got, `cli`, or the `service` by itself.',
    }),
    __metadata("design:type", String)
], AuditResponse.prototype, "means", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: String,
        nullable: true,
        description: 'The id of the token, or the subject of one of OpenID Connect.',
    }),
    __metadata("design:type", Object)
], AuditResponse.prototype, "credential", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: '`X-Request-Id` of the request.' }),
    __metadata("design:type", Object)
], AuditResponse.prototype, "request_id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: Object,
        description: 'Depends on the action: names of the fields that were given, ids, counts. No values of settings.',
        example: { fields: ['version'], version: '01890a5d-ac96-774b-bcce-b302099a8057' },
    }),
    __metadata("design:type", Object)
], AuditResponse.prototype, "details", void 0);
exports.AUDIT_COLUMNS = `a.id, a.user_id, u.name AS user_name, a.means, a.credential, a.action, a.resource_type, a.resource_id,
  a.request_id, a.details, a.created_at`;
function toAuditResponse(row) {
    return {
        id: row.id,
        created_at: (0, moment_1.toApiMoment)(row.created_at),
        action: row.action,
        resource: { type: row.resource_type, id: row.resource_id },
        user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
        means: row.means,
        credential: row.credential,
        request_id: row.request_id,
        details: JSON.parse(row.details),
    };
}
//# sourceMappingURL=audit.response.js.map