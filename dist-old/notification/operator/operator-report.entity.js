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
exports.OperatorReport = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../../database/columns");
/**
 * One message to the operator, of sources that fail: those whose `report_id` it is, and that still fail when it is sent. Kept for a
 * week after its end: the next one waits for a while.
 */
let OperatorReport = class OperatorReport {
};
exports.OperatorReport = OperatorReport;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], OperatorReport.prototype, "id", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], OperatorReport.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], OperatorReport.prototype, "claimId", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], OperatorReport.prototype, "attempts", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], OperatorReport.prototype, "expiresAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], OperatorReport.prototype, "createdAt", void 0);
exports.OperatorReport = OperatorReport = __decorate([
    (0, typeorm_1.Entity)('operator_report'),
    (0, typeorm_1.Index)('operator_report_due', ['nextAt', 'id']) // the claim
], OperatorReport);
//# sourceMappingURL=operator-report.entity.js.map