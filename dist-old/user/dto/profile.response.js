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
exports.ProfileResponse = void 0;
const swagger_1 = require("@nestjs/swagger");
class ProfileResponse {
}
exports.ProfileResponse = ProfileResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'ada' }),
    __metadata("design:type", String)
], ProfileResponse.prototype, "user", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, format: 'email', example: 'ada@example.org' }),
    __metadata("design:type", Object)
], ProfileResponse.prototype, "email", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'false: nothing is sent and nothing is queued.' }),
    __metadata("design:type", Boolean)
], ProfileResponse.prototype, "notifications_enabled", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: Boolean,
        nullable: true,
        description: "Takes the place of `notify_always` in favorites that use the profile's defaults; null: each its own.",
    }),
    __metadata("design:type", Object)
], ProfileResponse.prototype, "notify_always", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'Europe/Berlin' }),
    __metadata("design:type", String)
], ProfileResponse.prototype, "time_zone", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], ProfileResponse.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], ProfileResponse.prototype, "updated_at", void 0);
//# sourceMappingURL=profile.response.js.map