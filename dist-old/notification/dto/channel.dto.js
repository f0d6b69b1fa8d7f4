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
exports.ChannelTestResponse = exports.ChannelTypeResponse = exports.ChannelResponse = exports.CHANNEL_STATES = exports.UpdateChannelDto = exports.CreateChannelDto = exports.QuietHoursDto = exports.DigestDto = void 0;
const swagger_1 = require("@nestjs/swagger");
const class_transformer_1 = require("class-transformer");
const class_validator_1 = require("class-validator");
const validation_1 = require("../../common/api/validation");
const timing_1 = require("../digest/timing");
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_MESSAGE = { message: 'must be a time such as 22:00' };
const DIGEST = "How often it tells what it has, by the clock of the profile's time zone; more than one update is one message.";
const QUIET = 'When nothing is sent through it; what was held back goes out at the end. Times of the time zone of the profile.';
class DigestDto {
}
exports.DigestDto = DigestDto;
__decorate([
    (0, swagger_1.ApiProperty)({ enum: timing_1.DIGEST_EVERY }),
    (0, class_validator_1.IsIn)(timing_1.DIGEST_EVERY),
    __metadata("design:type", Object)
], DigestDto.prototype, "every", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ minimum: 0, maximum: 23, default: 9, description: 'For `daily` and `weekly`.' }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsInt)(),
    (0, class_validator_1.Min)(0),
    (0, class_validator_1.Max)(23),
    __metadata("design:type", Number)
], DigestDto.prototype, "hour", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ minimum: 1, maximum: 7, default: 1, description: 'For `weekly`; Monday is 1.' }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsInt)(),
    (0, class_validator_1.Min)(1),
    (0, class_validator_1.Max)(7),
    __metadata("design:type", Number)
], DigestDto.prototype, "weekday", void 0);
class QuietHoursDto {
}
exports.QuietHoursDto = QuietHoursDto;
__decorate([
    (0, swagger_1.ApiProperty)({ pattern: TIME.source, example: '22:00' }),
    (0, class_validator_1.Matches)(TIME, TIME_MESSAGE),
    __metadata("design:type", String)
], QuietHoursDto.prototype, "from", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ pattern: TIME.source, example: '07:00', description: 'May be on the next day.' }),
    (0, class_validator_1.Matches)(TIME, TIME_MESSAGE),
    (0, validation_1.IsOtherThan)('from'),
    __metadata("design:type", String)
], QuietHoursDto.prototype, "to", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        enum: timing_1.QUIET_EXCEPT,
        default: 'none',
        description: 'Steps of this kind or larger (major, minor, patch) are sent all the same.',
    }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsIn)(timing_1.QUIET_EXCEPT),
    __metadata("design:type", Object)
], QuietHoursDto.prototype, "except", void 0);
/** When a channel may be used, as both bodies say it. */
class ChannelTimingDto {
}
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: DigestDto, description: DIGEST }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsObject)({ message: 'must be an object' }),
    (0, class_validator_1.ValidateNested)(),
    (0, class_transformer_1.Type)(() => DigestDto),
    __metadata("design:type", DigestDto)
], ChannelTimingDto.prototype, "digest", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: QuietHoursDto, nullable: true, description: QUIET }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsObject)({ message: 'must be an object' }),
    (0, class_validator_1.ValidateNested)(),
    (0, class_transformer_1.Type)(() => QuietHoursDto),
    __metadata("design:type", Object)
], ChannelTimingDto.prototype, "quiet_hours", void 0);
class CreateChannelDto extends ChannelTimingDto {
}
exports.CreateChannelDto = CreateChannelDto;
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'A type of `GET /channel-type`.', example: 'email', maxLength: 32 }),
    (0, validation_1.IsText)(1, 32),
    __metadata("design:type", String)
], CreateChannelDto.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ maxLength: 100, example: 'Team mailbox' }),
    (0, validation_1.IsText)(1, 100),
    __metadata("design:type", String)
], CreateChannelDto.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: Object,
        description: "The type's own settings: see its JSON Schema.",
        example: { address: 'team@example.org' },
    }),
    (0, class_validator_1.IsDefined)({ message: 'must be an object' }),
    (0, class_validator_1.IsObject)({ message: 'must be an object' }),
    __metadata("design:type", Object)
], CreateChannelDto.prototype, "settings", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ default: true, description: "Whether it is among the profile's default channels." }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], CreateChannelDto.prototype, "is_default", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ default: true }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], CreateChannelDto.prototype, "enabled", void 0);
class UpdateChannelDto extends ChannelTimingDto {
}
exports.UpdateChannelDto = UpdateChannelDto;
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ maxLength: 100 }),
    (0, validation_1.MayBeAbsent)(),
    (0, validation_1.IsText)(1, 100),
    __metadata("design:type", String)
], UpdateChannelDto.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: Object,
        description: 'Replaces the settings; a secret that is left out, or comes back masked, keeps its value.',
    }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsObject)({ message: 'must be an object' }),
    __metadata("design:type", Object)
], UpdateChannelDto.prototype, "settings", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)(),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], UpdateChannelDto.prototype, "is_default", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        description: 'false cancels what is queued. true also ends a state of `disabled`; one that unsubscribed is asked to confirm again.',
    }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], UpdateChannelDto.prototype, "enabled", void 0);
exports.CHANNEL_STATES = ['ok', 'failing', 'unconfirmed', 'disabled'];
class ChannelResponse {
}
exports.ChannelResponse = ChannelResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], ChannelResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'email' }),
    __metadata("design:type", String)
], ChannelResponse.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'Team mailbox' }),
    __metadata("design:type", String)
], ChannelResponse.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Boolean)
], ChannelResponse.prototype, "enabled", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Boolean)
], ChannelResponse.prototype, "is_default", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: DigestDto, description: DIGEST, example: { every: 'daily', hour: 9 } }),
    __metadata("design:type", DigestDto)
], ChannelResponse.prototype, "digest", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: QuietHoursDto,
        nullable: true,
        description: QUIET,
        example: { from: '22:00', to: '07:00', except: 'major' },
    }),
    __metadata("design:type", Object)
], ChannelResponse.prototype, "quiet_hours", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: Object,
        description: 'Secrets are masked; one that the service made is shown once, in the answer to create.',
        example: { address: 'team@example.org' },
    }),
    __metadata("design:type", Object)
], ChannelResponse.prototype, "settings", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        enum: exports.CHANNEL_STATES,
        description: '`unconfirmed`: nothing is sent until the owner of the address has confirmed it.',
    }),
    __metadata("design:type", String)
], ChannelResponse.prototype, "state", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: 'Why it is failing, unconfirmed or disabled.' }),
    __metadata("design:type", Object)
], ChannelResponse.prototype, "state_reason", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], ChannelResponse.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], ChannelResponse.prototype, "updated_at", void 0);
class ChannelTypeResponse {
}
exports.ChannelTypeResponse = ChannelTypeResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'email' }),
    __metadata("design:type", String)
], ChannelTypeResponse.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'E-mail' }),
    __metadata("design:type", String)
], ChannelTypeResponse.prototype, "title", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: Object, description: 'JSON Schema of the settings; secrets are `writeOnly`.' }),
    __metadata("design:type", Object)
], ChannelTypeResponse.prototype, "settings", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: String,
        nullable: true,
        description: 'Why no channel of this type can be made here; null when one can.',
    }),
    __metadata("design:type", Object)
], ChannelTypeResponse.prototype, "unavailable", void 0);
class ChannelTestResponse {
}
exports.ChannelTestResponse = ChannelTestResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ enum: ['sent', 'failed'] }),
    __metadata("design:type", String)
], ChannelTestResponse.prototype, "state", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: "The receiver's status or error code." }),
    __metadata("design:type", Object)
], ChannelTestResponse.prototype, "code", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: 'What went wrong.' }),
    __metadata("design:type", Object)
], ChannelTestResponse.prototype, "error", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Milliseconds.' }),
    __metadata("design:type", Number)
], ChannelTestResponse.prototype, "duration", void 0);
//# sourceMappingURL=channel.dto.js.map