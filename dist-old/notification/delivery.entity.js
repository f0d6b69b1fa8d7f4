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
exports.Delivery = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const notification_entity_1 = require("./notification.entity");
/** A notification on its way through one channel. */
let Delivery = class Delivery {
};
exports.Delivery = Delivery;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], Delivery.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Delivery.prototype, "notificationId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => notification_entity_1.Notification, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'notification_id', foreignKeyConstraintName: 'fk_delivery_notification' }),
    __metadata("design:type", notification_entity_1.Notification)
], Delivery.prototype, "notification", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Delivery.prototype, "channelId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(32),
    __metadata("design:type", String)
], Delivery.prototype, "type", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16, { default: '' }),
    __metadata("design:type", String)
], Delivery.prototype, "lane", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16),
    __metadata("design:type", String)
], Delivery.prototype, "state", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Delivery.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Delivery.prototype, "collectAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Delivery.prototype, "digestId", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], Delivery.prototype, "atOnce", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Delivery.prototype, "claimId", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], Delivery.prototype, "attempts", void 0);
__decorate([
    (0, columns_1.TextColumn)(500, { nullable: true }),
    __metadata("design:type", Object)
], Delivery.prototype, "lastError", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Delivery.prototype, "expiresAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Delivery.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Delivery.prototype, "updatedAt", void 0);
exports.Delivery = Delivery = __decorate([
    (0, typeorm_1.Entity)('delivery'),
    (0, typeorm_1.Index)('delivery_once', ['notificationId', 'channelId'], { unique: true }),
    (0, typeorm_1.Index)('delivery_due', ['nextAt', 'id']) // the claim
    ,
    (0, typeorm_1.Index)('delivery_channel', ['channelId', 'nextAt']) // cancel what a channel still has queued
    ,
    (0, typeorm_1.Index)('delivery_collect', ['collectAt', 'channelId']) // channels whose digest is due
    ,
    (0, typeorm_1.Index)('delivery_channel_collect', ['channelId', 'collectAt']) // what goes into the digest of a channel
    ,
    (0, typeorm_1.Index)('delivery_digest', ['digestId', 'nextAt']) // the members of a digest, and its head
], Delivery);
//# sourceMappingURL=delivery.entity.js.map