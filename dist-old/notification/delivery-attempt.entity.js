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
exports.DeliveryAttempt = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const delivery_entity_1 = require("./delivery.entity");
/** One try of a delivery; append-only. */
let DeliveryAttempt = class DeliveryAttempt {
};
exports.DeliveryAttempt = DeliveryAttempt;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], DeliveryAttempt.prototype, "deliveryId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => delivery_entity_1.Delivery, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'delivery_id', foreignKeyConstraintName: 'fk_delivery_attempt_delivery' }),
    __metadata("design:type", delivery_entity_1.Delivery)
], DeliveryAttempt.prototype, "delivery", void 0);
__decorate([
    (0, typeorm_1.PrimaryColumn)({ type: 'int' }),
    __metadata("design:type", Number)
], DeliveryAttempt.prototype, "no", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], DeliveryAttempt.prototype, "startedAt", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], DeliveryAttempt.prototype, "ms", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16),
    __metadata("design:type", String)
], DeliveryAttempt.prototype, "outcome", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(32, { nullable: true }),
    __metadata("design:type", Object)
], DeliveryAttempt.prototype, "code", void 0);
__decorate([
    (0, columns_1.TextColumn)(500, { nullable: true }),
    __metadata("design:type", Object)
], DeliveryAttempt.prototype, "reason", void 0);
__decorate([
    (0, columns_1.TextColumn)(500, { nullable: true }),
    __metadata("design:type", Object)
], DeliveryAttempt.prototype, "excerpt", void 0);
exports.DeliveryAttempt = DeliveryAttempt = __decorate([
    (0, typeorm_1.Entity)('delivery_attempt')
], DeliveryAttempt);
//# sourceMappingURL=delivery-attempt.entity.js.map