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
exports.NotificationResponse = exports.DeliveryResponse = exports.AttemptResponse = exports.DELIVERY_STATES = void 0;
exports.toNotificationResponse = toNotificationResponse;
const swagger_1 = require("@nestjs/swagger");
const moment_1 = require("../../common/moment");
const software_response_1 = require("../../software/dto/software.response");
const notification_state_1 = require("../notification-state");
exports.DELIVERY_STATES = ['queued', 'sent', 'failed', 'cancelled', 'expired'];
class AttemptResponse {
}
exports.AttemptResponse = AttemptResponse;
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Number)
], AttemptResponse.prototype, "no", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time' }),
    __metadata("design:type", String)
], AttemptResponse.prototype, "started_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Milliseconds.' }),
    __metadata("design:type", Number)
], AttemptResponse.prototype, "duration", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ enum: ['ok', 'retry', 'dead', 'disable'] }),
    __metadata("design:type", String)
], AttemptResponse.prototype, "outcome", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: "The receiver's status or error code." }),
    __metadata("design:type", Object)
], AttemptResponse.prototype, "code", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], AttemptResponse.prototype, "reason", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: 'The beginning of the answer.' }),
    __metadata("design:type", Object)
], AttemptResponse.prototype, "excerpt", void 0);
class DeliveryResponse {
}
exports.DeliveryResponse = DeliveryResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], DeliveryResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid', description: 'Id of the channel, which may have been deleted since.' }),
    __metadata("design:type", String)
], DeliveryResponse.prototype, "channel", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'email' }),
    __metadata("design:type", String)
], DeliveryResponse.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ enum: exports.DELIVERY_STATES }),
    __metadata("design:type", String)
], DeliveryResponse.prototype, "state", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'How often it was tried.' }),
    __metadata("design:type", Number)
], DeliveryResponse.prototype, "attempts", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time' }),
    __metadata("design:type", Object)
], DeliveryResponse.prototype, "next_attempt_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: String,
        format: 'uuid',
        nullable: true,
        description: 'Id of the digest that it is part of: for a webhook the `webhook-id`. Null when it is sent by itself.',
    }),
    __metadata("design:type", Object)
], DeliveryResponse.prototype, "digest", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], DeliveryResponse.prototype, "last_error", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: [AttemptResponse],
        description: 'Where one notification is read: each try, the first first.',
    }),
    __metadata("design:type", Array)
], DeliveryResponse.prototype, "log", void 0);
class NotificationResponse {
}
exports.NotificationResponse = NotificationResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], NotificationResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid', description: 'Id of the favorite.' }),
    __metadata("design:type", String)
], NotificationResponse.prototype, "favorite", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Name of the software.', example: 'Firefox' }),
    __metadata("design:type", String)
], NotificationResponse.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'The version that it tells of.' }),
    __metadata("design:type", software_response_1.VersionResponse)
], NotificationResponse.prototype, "version", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ enum: notification_state_1.NOTIFICATION_STATES, description: '`sent` as soon as one channel accepted it.' }),
    __metadata("design:type", String)
], NotificationResponse.prototype, "state", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], NotificationResponse.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: [DeliveryResponse], description: 'One for each channel.' }),
    __metadata("design:type", Array)
], NotificationResponse.prototype, "deliveries", void 0);
const toAttempt = (row) => ({
    no: row.no,
    started_at: (0, moment_1.toApiMoment)(row.started_at),
    duration: row.ms,
    outcome: row.outcome,
    code: row.code,
    reason: row.reason,
    excerpt: row.excerpt,
});
/** @param attempts of all its deliveries; left out in lists */
function toNotificationResponse(row, deliveries, attempts) {
    return {
        id: row.id,
        favorite: row.favorite_id,
        software: row.software,
        version: { id: row.version_id, version: row.version, created_at: (0, moment_1.toApiMoment)(row.version_created_at) },
        state: row.state,
        created_at: (0, moment_1.toApiMoment)(row.created_at),
        deliveries: deliveries.map((delivery) => ({
            id: delivery.id,
            channel: delivery.channel_id,
            type: delivery.type,
            state: delivery.state,
            attempts: delivery.attempts,
            next_attempt_at: (0, moment_1.toApiMoment)(delivery.next_at),
            digest: delivery.digest_id === delivery.id ? null : delivery.digest_id,
            last_error: delivery.last_error,
            ...(attempts ? { log: attempts.filter((one) => one.delivery_id === delivery.id).map(toAttempt) } : {}),
        })),
    };
}
//# sourceMappingURL=notification.response.js.map