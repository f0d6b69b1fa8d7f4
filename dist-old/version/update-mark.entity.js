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
exports.UpdateMark = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const software_entity_1 = require("../software/software.entity");
/**
 * Says "the versions of this software changed". Written in the transaction that changes them, taken up by the update check;
 * gone when the check has seen to every favorite of the software.
 */
let UpdateMark = class UpdateMark {
};
exports.UpdateMark = UpdateMark;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], UpdateMark.prototype, "softwareId", void 0);
__decorate([
    (0, typeorm_1.OneToOne)(() => software_entity_1.Software, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'software_id', foreignKeyConstraintName: 'fk_update_mark_software' }),
    __metadata("design:type", software_entity_1.Software)
], UpdateMark.prototype, "software", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], UpdateMark.prototype, "revision", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], UpdateMark.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], UpdateMark.prototype, "claimId", void 0);
exports.UpdateMark = UpdateMark = __decorate([
    (0, typeorm_1.Entity)('update_mark'),
    (0, typeorm_1.Index)('update_mark_due', ['nextAt']) // the claim
], UpdateMark);
//# sourceMappingURL=update-mark.entity.js.map