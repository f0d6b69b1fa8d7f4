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
exports.UpdateFavoriteDto = exports.CreateFavoriteDto = void 0;
const swagger_1 = require("@nestjs/swagger");
const class_validator_1 = require("class-validator");
const validation_1 = require("../../common/api/validation");
const NOTES_AT_MOST = 10_000;
class FavoriteSettings {
}
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: String,
        nullable: true,
        maxLength: NOTES_AT_MOST,
        description: 'Any Unicode; null clears.',
    }),
    (0, class_validator_1.IsOptional)(),
    (0, validation_1.IsText)(0, NOTES_AT_MOST),
    __metadata("design:type", Object)
], FavoriteSettings.prototype, "notes", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ default: true }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], FavoriteSettings.prototype, "notifications_enabled", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ default: true }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], FavoriteSettings.prototype, "use_default_notification", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ default: false }),
    (0, validation_1.IsFlag)(),
    __metadata("design:type", Boolean)
], FavoriteSettings.prototype, "notify_always", void 0);
class CreateFavoriteDto extends FavoriteSettings {
}
exports.CreateFavoriteDto = CreateFavoriteDto;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid', description: 'Id of the software.' }),
    (0, class_validator_1.IsUUID)('all', { message: 'must be a uuid' }),
    __metadata("design:type", String)
], CreateFavoriteDto.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        maxLength: 255,
        description: 'The version in use: its id, or its label within the software.',
        example: '142.0.1',
    }),
    (0, validation_1.IsText)(1, 255),
    __metadata("design:type", String)
], CreateFavoriteDto.prototype, "version", void 0);
class UpdateFavoriteDto extends FavoriteSettings {
}
exports.UpdateFavoriteDto = UpdateFavoriteDto;
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ format: 'uuid', description: 'Id of the software.' }),
    (0, validation_1.MayBeAbsent)(),
    (0, class_validator_1.IsUUID)('all', { message: 'must be a uuid' }),
    __metadata("design:type", String)
], UpdateFavoriteDto.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ maxLength: 255, description: 'The version in use: its id, or its label within the software.' }),
    (0, validation_1.MayBeAbsent)(),
    (0, validation_1.IsText)(1, 255),
    __metadata("design:type", String)
], UpdateFavoriteDto.prototype, "version", void 0);
//# sourceMappingURL=write-favorite.dto.js.map