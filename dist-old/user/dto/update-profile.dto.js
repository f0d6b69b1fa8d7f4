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
exports.UpdateProfileDto = void 0;
const swagger_1 = require("@nestjs/swagger");
const class_validator_1 = require("class-validator");
const validation_1 = require("../../common/api/validation");
/** Only what is here is written: the names are columns of the user table. */
class UpdateProfileDto {
}
exports.UpdateProfileDto = UpdateProfileDto;
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: String, nullable: true, format: 'email', maxLength: 254 }),
    (0, class_validator_1.IsOptional)(),
    (0, validation_1.IsMailAddress)(),
    __metadata("design:type", Object)
], UpdateProfileDto.prototype, "email", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)(),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], UpdateProfileDto.prototype, "notifications_enabled", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: Boolean, nullable: true }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsBoolean)({ message: 'must be true, false or null' }),
    __metadata("design:type", Object)
], UpdateProfileDto.prototype, "notify_always", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ description: 'IANA name.', example: 'Europe/Berlin', maxLength: 64 }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsTimeZone)({ message: 'must be an IANA time zone such as Europe/Berlin' }),
    (0, class_validator_1.MaxLength)(64),
    __metadata("design:type", String)
], UpdateProfileDto.prototype, "time_zone", void 0);
//# sourceMappingURL=update-profile.dto.js.map