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
exports.CreatedTokenResponse = exports.TokenResponse = void 0;
const swagger_1 = require("@nestjs/swagger");
const scopes_1 = require("../../config/scopes");
class TokenResponse {
}
exports.TokenResponse = TokenResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], TokenResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'dashboard' }),
    __metadata("design:type", String)
], TokenResponse.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ enum: scopes_1.SCOPES, isArray: true }),
    __metadata("design:type", Array)
], TokenResponse.prototype, "scopes", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time' }),
    __metadata("design:type", Object)
], TokenResponse.prototype, "expires_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'date-time', description: 'Exact to a minute.' }),
    __metadata("design:type", Object)
], TokenResponse.prototype, "last_used_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time' }),
    __metadata("design:type", String)
], TokenResponse.prototype, "created_at", void 0);
class CreatedTokenResponse extends TokenResponse {
}
exports.CreatedTokenResponse = CreatedTokenResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'The token itself: in this answer only.', example: 'sut_…' }),
    __metadata("design:type", String)
], CreatedTokenResponse.prototype, "token", void 0);
//# sourceMappingURL=token.response.js.map