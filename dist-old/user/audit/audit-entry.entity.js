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
exports.AuditEntry = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../../database/columns");
/** Who did what to which resource. Rows are added, and removed by age; they outlive what they are about, so there are no foreign keys. */
let AuditEntry = class AuditEntry {
};
exports.AuditEntry = AuditEntry;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], AuditEntry.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], AuditEntry.prototype, "userId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16),
    __metadata("design:type", String)
], AuditEntry.prototype, "means", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], AuditEntry.prototype, "credential", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(40),
    __metadata("design:type", String)
], AuditEntry.prototype, "action", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16),
    __metadata("design:type", String)
], AuditEntry.prototype, "resourceType", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], AuditEntry.prototype, "resourceId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(100, { nullable: true }),
    __metadata("design:type", Object)
], AuditEntry.prototype, "requestId", void 0);
__decorate([
    (0, columns_1.TextColumn)(2_000),
    __metadata("design:type", String)
], AuditEntry.prototype, "details", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], AuditEntry.prototype, "createdAt", void 0);
exports.AuditEntry = AuditEntry = __decorate([
    (0, typeorm_1.Entity)('audit_entry'),
    (0, typeorm_1.Index)('audit_entry_created', ['createdAt', 'id']) // the list, and what is too old
    ,
    (0, typeorm_1.Index)('audit_entry_user', ['userId', 'createdAt', 'id']) // what one user did
    ,
    (0, typeorm_1.Index)('audit_entry_action', ['action', 'createdAt', 'id']) // one kind of change
    ,
    (0, typeorm_1.Index)('audit_entry_type', ['resourceType', 'createdAt', 'id']) // changes of one kind of resource
    ,
    (0, typeorm_1.Index)('audit_entry_resource', ['resourceId', 'createdAt', 'id']) // what became of one resource
], AuditEntry);
//# sourceMappingURL=audit-entry.entity.js.map