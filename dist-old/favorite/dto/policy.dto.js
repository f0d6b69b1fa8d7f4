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
exports.WritePolicyDto = exports.PolicyResponse = exports.SKIPPED_AT_MOST = void 0;
const swagger_1 = require("@nestjs/swagger");
const class_validator_1 = require("class-validator");
const validation_1 = require("../../common/api/validation");
exports.SKIPPED_AT_MOST = 200;
const CHANNELS_AT_MOST = 50;
const SNOOZED = 'Nothing is offered until then. At its end, an update that was told before is told again, once.';
class PolicyResponse {
}
exports.PolicyResponse = PolicyResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Whether pre-releases are offered too.' }),
    __metadata("design:type", Boolean)
], PolicyResponse.prototype, "include_prereleases", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: 'Stay on this series.', example: '16' }),
    __metadata("design:type", Object)
], PolicyResponse.prototype, "series", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: [String], description: 'Versions that are not offered.', example: ['16.2'] }),
    __metadata("design:type", Array)
], PolicyResponse.prototype, "skip", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time', description: SNOOZED }),
    __metadata("design:type", Object)
], PolicyResponse.prototype, "snoozed_until", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: Number, nullable: true, description: 'Days after its release before a version is offered.' }),
    __metadata("design:type", Object)
], PolicyResponse.prototype, "minimum_age_days", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: [String],
        description: 'Ids of the channels that are used when `use_default_notification` is false.',
    }),
    __metadata("design:type", Array)
], PolicyResponse.prototype, "channels", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: String,
        nullable: true,
        description: "Time between reminders (`notify_always`); null: the service's own.",
        example: '7d',
    }),
    __metadata("design:type", Object)
], PolicyResponse.prototype, "remind_every", void 0);
/** What is left out: `PATCH` leaves it, `PUT` sets it to its default. */
class WritePolicyDto {
}
exports.WritePolicyDto = WritePolicyDto;
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ default: false }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], WritePolicyDto.prototype, "include_prereleases", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: String, nullable: true, maxLength: 64, example: '16' }),
    (0, class_validator_1.IsOptional)(),
    (0, validation_1.IsText)(1, 64),
    __metadata("design:type", Object)
], WritePolicyDto.prototype, "series", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: [String], maxItems: exports.SKIPPED_AT_MOST, example: ['16.2'] }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsArray)(),
    (0, class_validator_1.ArrayMaxSize)(exports.SKIPPED_AT_MOST),
    (0, class_validator_1.ArrayUnique)(),
    (0, validation_1.IsText)(1, 255, { each: true }),
    __metadata("design:type", Array)
], WritePolicyDto.prototype, "skip", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: String, nullable: true, format: 'date-time', description: SNOOZED }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsString)(),
    __metadata("design:type", Object)
], WritePolicyDto.prototype, "snoozed_until", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: Number, nullable: true, minimum: 0, maximum: 3_650 }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsInt)(),
    (0, class_validator_1.Min)(0),
    (0, class_validator_1.Max)(3_650),
    __metadata("design:type", Object)
], WritePolicyDto.prototype, "minimum_age_days", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: [String], maxItems: CHANNELS_AT_MOST }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsArray)(),
    (0, class_validator_1.ArrayMaxSize)(CHANNELS_AT_MOST),
    (0, class_validator_1.ArrayUnique)(),
    (0, class_validator_1.IsUUID)('all', { each: true, message: 'must be ids of channels' }),
    __metadata("design:type", Array)
], WritePolicyDto.prototype, "channels", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: String, nullable: true, description: 'A duration such as 12h or 7d, at least 1m.' }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsString)(),
    __metadata("design:type", Object)
], WritePolicyDto.prototype, "remind_every", void 0);
//# sourceMappingURL=policy.dto.js.map