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
exports.SoftwareSource = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../../database/columns");
const software_entity_1 = require("../../software/software.entity");
/** Where the releases of a product come from, when it is asked, and what came of it. Polling changes this row, never the product's. */
let SoftwareSource = class SoftwareSource {
};
exports.SoftwareSource = SoftwareSource;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], SoftwareSource.prototype, "softwareId", void 0);
__decorate([
    (0, typeorm_1.OneToOne)(() => software_entity_1.Software, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'software_id', foreignKeyConstraintName: 'fk_software_source_software' }),
    __metadata("design:type", software_entity_1.Software)
], SoftwareSource.prototype, "software", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(32),
    __metadata("design:type", String)
], SoftwareSource.prototype, "type", void 0);
__decorate([
    (0, columns_1.LongTextColumn)(),
    __metadata("design:type", String)
], SoftwareSource.prototype, "settings", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], SoftwareSource.prototype, "revision", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255),
    __metadata("design:type", String)
], SoftwareSource.prototype, "host", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "repository", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'int', nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "intervalSeconds", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], SoftwareSource.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "againAt", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "etag", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "lastModified", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(43, { nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "answerHash", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "lastAttemptAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "lastSuccessAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "releasedAt", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], SoftwareSource.prototype, "failures", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "failingSince", void 0);
__decorate([
    (0, columns_1.TextColumn)(500, { nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "lastError", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "reportedAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SoftwareSource.prototype, "reportId", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], SoftwareSource.prototype, "createdAt", void 0);
exports.SoftwareSource = SoftwareSource = __decorate([
    (0, typeorm_1.Entity)('software_source'),
    (0, typeorm_1.Index)('software_source_due', ['host', 'nextAt', 'softwareId']) // what a host is asked next
    ,
    (0, typeorm_1.Index)('software_source_repository', ['repository']) // release webhooks
    ,
    (0, typeorm_1.Index)('software_source_failing', ['failingSince', 'softwareId']) // health
    ,
    (0, typeorm_1.Index)('software_source_unreported', ['reportedAt', 'failingSince']) // what the operator is to be told
    ,
    (0, typeorm_1.Index)('software_source_report', ['reportId']) // what a report tells
], SoftwareSource);
//# sourceMappingURL=software-source.entity.js.map