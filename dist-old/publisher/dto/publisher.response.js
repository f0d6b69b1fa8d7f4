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
exports.PUBLISHER_COLUMNS = exports.PublisherResponse = exports.PublisherLinks = void 0;
exports.toPublisherResponse = toPublisherResponse;
const swagger_1 = require("@nestjs/swagger");
const moment_1 = require("../../common/moment");
class PublisherLinks {
}
exports.PublisherLinks = PublisherLinks;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], PublisherLinks.prototype, "self", void 0);
class PublisherResponse {
}
exports.PublisherResponse = PublisherResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], PublisherResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'Mozilla' }),
    __metadata("design:type", String)
], PublisherResponse.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, example: 'https://www.mozilla.org' }),
    __metadata("design:type", Object)
], PublisherResponse.prototype, "url", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], PublisherResponse.prototype, "support_url", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], PublisherResponse.prototype, "privacy_url", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], PublisherResponse.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], PublisherResponse.prototype, "updated_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", PublisherLinks)
], PublisherResponse.prototype, "links", void 0);
exports.PUBLISHER_COLUMNS = [
    'id',
    'name',
    'url',
    'support_url',
    'privacy_url',
    'created_at',
    'updated_at',
];
function toPublisherResponse(row, links) {
    return {
        id: row.id,
        name: row.name,
        url: row.url,
        support_url: row.support_url,
        privacy_url: row.privacy_url,
        created_at: (0, moment_1.toApiMoment)(row.created_at),
        updated_at: (0, moment_1.toApiMoment)(row.updated_at),
        links: { self: links.publisher(row.id) },
    };
}
//# sourceMappingURL=publisher.response.js.map