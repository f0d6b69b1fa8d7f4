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
exports.ConfirmationMail = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../../database/columns");
/** One mail that asks the owner of an address whether a channel may use it. Kept for a day at least: the limits count them. */
let ConfirmationMail = class ConfirmationMail {
};
exports.ConfirmationMail = ConfirmationMail;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], ConfirmationMail.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], ConfirmationMail.prototype, "channelId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(64),
    __metadata("design:type", String)
], ConfirmationMail.prototype, "addressKey", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], ConfirmationMail.prototype, "slot", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], ConfirmationMail.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], ConfirmationMail.prototype, "claimId", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], ConfirmationMail.prototype, "attempts", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ConfirmationMail.prototype, "expiresAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ConfirmationMail.prototype, "createdAt", void 0);
exports.ConfirmationMail = ConfirmationMail = __decorate([
    (0, typeorm_1.Entity)('confirmation_mail'),
    (0, typeorm_1.Index)('confirmation_mail_slot', ['addressKey', 'slot'], { unique: true }) // the limit for an address
    ,
    (0, typeorm_1.Index)('confirmation_mail_channel', ['channelId', 'createdAt']) // the limit for a channel
    ,
    (0, typeorm_1.Index)('confirmation_mail_due', ['nextAt', 'id']) // the claim
], ConfirmationMail);
//# sourceMappingURL=confirmation-mail.entity.js.map