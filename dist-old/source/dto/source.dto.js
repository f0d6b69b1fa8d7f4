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
exports.SourceResponse = exports.WriteSourceDto = void 0;
const swagger_1 = require("@nestjs/swagger");
const class_validator_1 = require("class-validator");
const validation_1 = require("../../common/api/validation");
class WriteSourceDto {
}
exports.WriteSourceDto = WriteSourceDto;
__decorate([
    (0, swagger_1.ApiProperty)({ maxLength: 32, description: 'One of `GET /source-type`.', example: 'github-releases' }),
    (0, validation_1.IsText)(1, 32),
    __metadata("design:type", String)
], WriteSourceDto.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: Object,
        description: 'As the JSON Schema of the type says. A secret that is left out keeps its value while type and host stay the same.',
        example: { repository: 'nginx/nginx' },
    }),
    (0, class_validator_1.IsDefined)({ message: 'is required' }),
    __metadata("design:type", Object)
], WriteSourceDto.prototype, "settings", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: String,
        nullable: true,
        description: 'Time between two polls, 10m to 1d; null or left out: by how recently the product was released, up to a day.',
        example: '6h',
    }),
    (0, class_validator_1.IsOptional)(),
    (0, class_validator_1.IsString)(),
    __metadata("design:type", Object)
], WriteSourceDto.prototype, "interval", void 0);
class SourceResponse {
}
exports.SourceResponse = SourceResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'github-releases' }),
    __metadata("design:type", String)
], SourceResponse.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: Object, description: 'Secrets are masked.' }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "settings", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: 'null: by how recently the product was released.' }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "interval", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        enum: ['off', 'new', 'ok', 'failing'],
        description: '`off`: the operator lets this service ask no sources (`SOURCES_ENABLED`); `new`: not asked yet.',
    }),
    __metadata("design:type", String)
], SourceResponse.prototype, "state", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time' }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "last_attempt", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time' }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "last_success", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, description: 'Why the last poll failed; null when it did not.' }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "last_error", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Polls that failed in a row.' }),
    __metadata("design:type", Number)
], SourceResponse.prototype, "failures", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time', description: 'When the first of them was.' }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "failing_since", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: String,
        nullable: true,
        format: 'date-time',
        description: 'Not before this; null while sources are off. A host may have asked to be left alone until then.',
    }),
    __metadata("design:type", Object)
], SourceResponse.prototype, "next_attempt", void 0);
//# sourceMappingURL=source.dto.js.map