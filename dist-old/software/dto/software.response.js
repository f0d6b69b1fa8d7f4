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
exports.toVersionResponse = exports.PublisherSoftwareResponse = exports.SoftwareResponse = exports.SoftwareLinks = exports.VersionResponse = void 0;
exports.toSoftwareResponse = toSoftwareResponse;
exports.toPublisherSoftwareResponse = toPublisherSoftwareResponse;
const swagger_1 = require("@nestjs/swagger");
const moment_1 = require("../../common/moment");
const publisher_response_1 = require("../../publisher/dto/publisher.response");
class VersionResponse {
}
exports.VersionResponse = VersionResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], VersionResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'The label, exactly as its source writes it.', example: '143.0.1' }),
    __metadata("design:type", String)
], VersionResponse.prototype, "version", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        format: 'date-time',
        description: 'The release date when the source gives one, else the moment it was added.',
        example: '2026-11-18T00:00:00.000000Z',
    }),
    __metadata("design:type", String)
], VersionResponse.prototype, "created_at", void 0);
class SoftwareLinks {
}
exports.SoftwareLinks = SoftwareLinks;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], SoftwareLinks.prototype, "self", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], SoftwareLinks.prototype, "versions", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], SoftwareLinks.prototype, "publisher", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ format: 'uri', description: 'Only where `is_favorite` is true.' }),
    __metadata("design:type", String)
], SoftwareLinks.prototype, "favorite", void 0);
class SoftwareResponse {
}
exports.SoftwareResponse = SoftwareResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], SoftwareResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'Firefox' }),
    __metadata("design:type", String)
], SoftwareResponse.prototype, "name", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], SoftwareResponse.prototype, "description", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], SoftwareResponse.prototype, "short_description", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true, example: 'https://www.mozilla.org/firefox/' }),
    __metadata("design:type", Object)
], SoftwareResponse.prototype, "url", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], SoftwareResponse.prototype, "last_update", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Boolean)
], SoftwareResponse.prototype, "is_favorite", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ description: 'With `includePublisher`.' }),
    __metadata("design:type", publisher_response_1.PublisherResponse)
], SoftwareResponse.prototype, "publisher", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ type: VersionResponse, nullable: true, description: 'With `includeLatestVersion`.' }),
    __metadata("design:type", Object)
], SoftwareResponse.prototype, "latest_version", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: [VersionResponse],
        description: 'With `includeVersions`: newest first, at most 1,000.',
    }),
    __metadata("design:type", Array)
], SoftwareResponse.prototype, "versions", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", SoftwareLinks)
], SoftwareResponse.prototype, "links", void 0);
/** The entries of a publisher's software, with the field names that the specification gives them. */
class PublisherSoftwareResponse {
}
exports.PublisherSoftwareResponse = PublisherSoftwareResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], PublisherSoftwareResponse.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'Firefox' }),
    __metadata("design:type", String)
], PublisherSoftwareResponse.prototype, "title", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], PublisherSoftwareResponse.prototype, "ShortDescription", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], PublisherSoftwareResponse.prototype, "description", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], PublisherSoftwareResponse.prototype, "url", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], PublisherSoftwareResponse.prototype, "last_update", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Boolean)
], PublisherSoftwareResponse.prototype, "is_favorite", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", SoftwareLinks)
], PublisherSoftwareResponse.prototype, "links", void 0);
const toVersionResponse = (row) => ({
    id: row.id,
    version: row.version,
    created_at: (0, moment_1.toApiMoment)(row.created_at),
});
exports.toVersionResponse = toVersionResponse;
function softwareLinks(row, links) {
    const all = {
        self: links.software(row.id),
        versions: links.versions(row.id),
        publisher: links.publisher(row.publisher_id),
    };
    if (row.favorite_id !== null)
        all.favorite = links.favorite(row.favorite_id);
    return all;
}
const publisherOf = (row) => ({
    id: row.publisher_id,
    name: row.publisher_name,
    url: row.publisher_url,
    support_url: row.publisher_support_url,
    privacy_url: row.publisher_privacy_url,
    created_at: row.publisher_created_at,
    updated_at: row.publisher_updated_at,
});
const latestOf = (row) => row.latest_id == null
    ? null
    : (0, exports.toVersionResponse)({ id: row.latest_id, version: row.latest_version, created_at: row.latest_created_at });
function toSoftwareResponse(row, links, includes, versions = []) {
    // Spreading what may be absent would take longer than all the rest.
    const response = {
        id: row.id,
        name: row.name,
        description: row.description,
        short_description: row.short_description,
        url: row.url,
        last_update: (0, moment_1.toApiMoment)(row.updated_at),
        is_favorite: row.favorite_id !== null,
    };
    if (includes.has('includePublisher'))
        response.publisher = (0, publisher_response_1.toPublisherResponse)(publisherOf(row), links);
    if (includes.has('includeLatestVersion'))
        response.latest_version = latestOf(row);
    if (includes.has('includeVersions'))
        response.versions = versions;
    response.links = softwareLinks(row, links);
    return response;
}
function toPublisherSoftwareResponse(row, links) {
    return {
        id: row.id,
        title: row.name,
        ShortDescription: row.short_description,
        description: row.description,
        url: row.url,
        last_update: (0, moment_1.toApiMoment)(row.updated_at),
        is_favorite: row.favorite_id !== null,
        links: softwareLinks(row, links),
    };
}
//# sourceMappingURL=software.response.js.map