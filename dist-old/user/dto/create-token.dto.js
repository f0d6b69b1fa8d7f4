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
exports.CreateTokenDto = void 0;
const swagger_1 = require("@nestjs/swagger");
const class_validator_1 = require("class-validator");
const validation_1 = require("../../common/api/validation");
const scopes_1 = require("../../config/scopes");
class CreateTokenDto {
}
exports.CreateTokenDto = CreateTokenDto;
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'What the token is for.', maxLength: 100, example: 'dashboard' }),
    (0, validation_1.IsText)(1, 100),
    __metadata("design:type", String)
], CreateTokenDto.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        enum: scopes_1.SCOPES,
        isArray: true,
        description: 'At most the scopes of the token that asks.',
        example: ['read'],
    }),
    (0, class_validator_1.IsArray)(),
    (0, class_validator_1.ArrayNotEmpty)(),
    (0, class_validator_1.ArrayMaxSize)(scopes_1.SCOPES.length),
    (0, class_validator_1.ArrayUnique)(),
    (0, class_validator_1.IsIn)(scopes_1.SCOPES, { each: true }),
    __metadata("design:type", Array)
], CreateTokenDto.prototype, "scopes", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: String,
        nullable: true,
        format: 'date-time',
        description: 'When it ends; without it, never.',
    }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsString)(),
    __metadata("design:type", Object)
], CreateTokenDto.prototype, "expires_at", void 0);
//# sourceMappingURL=create-token.dto.js.map