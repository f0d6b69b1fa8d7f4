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
exports.favoriteTables = exports.favoriteColumns = exports.FAVORITE_INCLUDES = exports.FavoriteResponse = exports.AvailableVersion = exports.FavoriteLinks = exports.FavoriteVersion = void 0;
exports.toFavoriteResponse = toFavoriteResponse;
exports.toWrittenFavoriteResponse = toWrittenFavoriteResponse;
const swagger_1 = require("@nestjs/swagger");
const moment_1 = require("../../common/moment");
const step_1 = require("../../version/ordering/step");
class FavoriteVersion {
}
exports.FavoriteVersion = FavoriteVersion;
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ format: 'uuid', description: 'Only in answers to create and update.' }),
    __metadata("design:type", String)
], FavoriteVersion.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: '142.0.1' }),
    __metadata("design:type", String)
], FavoriteVersion.prototype, "version", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-18T00:00:00.000000Z' }),
    __metadata("design:type", String)
], FavoriteVersion.prototype, "created_at", void 0);
class FavoriteLinks {
}
exports.FavoriteLinks = FavoriteLinks;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], FavoriteLinks.prototype, "self", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], FavoriteLinks.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], FavoriteLinks.prototype, "versions", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uri' }),
    __metadata("design:type", String)
], FavoriteLinks.prototype, "publisher", void 0);
class AvailableVersion {
}
exports.AvailableVersion = AvailableVersion;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], AvailableVersion.prototype, "id", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: '143.0.1' }),
    __metadata("design:type", String)
], AvailableVersion.prototype, "version", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-18T00:00:00.000000Z' }),
    __metadata("design:type", String)
], AvailableVersion.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ enum: step_1.STEPS, description: 'How far it is from the version in use.' }),
    __metadata("design:type", String)
], AvailableVersion.prototype, "kind", void 0);
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Boolean)
], AvailableVersion.prototype, "prerelease", void 0);
class FavoriteResponse {
}
exports.FavoriteResponse = FavoriteResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'uuid' }),
    __metadata("design:type", String)
], FavoriteResponse.prototype, "uuid", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Name of the software.', example: 'Firefox' }),
    __metadata("design:type", String)
], FavoriteResponse.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: "Name of the software's publisher.", example: 'Mozilla' }),
    __metadata("design:type", String)
], FavoriteResponse.prototype, "publisher", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: String, nullable: true }),
    __metadata("design:type", Object)
], FavoriteResponse.prototype, "notes", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'The version in use.' }),
    __metadata("design:type", FavoriteVersion)
], FavoriteResponse.prototype, "version", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Whether a newer version exists that its policy offers.' }),
    __metadata("design:type", Boolean)
], FavoriteResponse.prototype, "update_available", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: FavoriteVersion, nullable: true, description: 'The last version that was notified.' }),
    __metadata("design:type", Object)
], FavoriteResponse.prototype, "notified_version", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'false: nothing is sent and nothing is queued for this favorite.' }),
    __metadata("design:type", Boolean)
], FavoriteResponse.prototype, "notifications_enabled", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: "Whether the profile's channels and its `notify_always` apply." }),
    __metadata("design:type", Boolean)
], FavoriteResponse.prototype, "use_default_notification", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Whether an outstanding update is notified again and again.' }),
    __metadata("design:type", Boolean)
], FavoriteResponse.prototype, "notify_always", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], FavoriteResponse.prototype, "created_at", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' }),
    __metadata("design:type", String)
], FavoriteResponse.prototype, "updated_at", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({
        type: AvailableVersion,
        nullable: true,
        description: 'With `includeAvailableVersion`: what the policy offers; null when there is no update.',
    }),
    __metadata("design:type", Object)
], FavoriteResponse.prototype, "available_version", void 0);
__decorate([
    (0, swagger_1.ApiPropertyOptional)({ description: 'Not in answers to create and update.' }),
    __metadata("design:type", FavoriteLinks)
], FavoriteResponse.prototype, "links", void 0);
const COLUMNS = `f.id, f.software_id, s.publisher_id, s.name AS software, p.name AS publisher, f.notes,
  f.version_id, v.version, v.created_at AS version_created_at, f.update_available,
  nv.id AS notified_id, nv.version AS notified_version, nv.created_at AS notified_created_at,
  f.notifications_enabled, f.use_default_notification, f.notify_always, f.created_at, f.updated_at`;
// Left joins keep the order of the driving index: the database starts at the user's favorites.
const TABLES = `favorite f
  LEFT JOIN software s ON s.id = f.software_id
  LEFT JOIN publisher p ON p.id = s.publisher_id
  LEFT JOIN version v ON v.id = f.version_id
  LEFT JOIN version nv ON nv.id = f.notified_version_id`;
const AVAILABLE = 'includeAvailableVersion';
exports.FAVORITE_INCLUDES = [AVAILABLE];
/** For the joins of `favoriteTables` with the same includes. */
const favoriteColumns = (includes) => includes.has(AVAILABLE)
    ? `${COLUMNS}, av.id AS available_id, av.version AS available_version, av.created_at AS available_created_at,
       av.prerelease AS available_prerelease`
    : COLUMNS;
exports.favoriteColumns = favoriteColumns;
const favoriteTables = (includes) => includes.has(AVAILABLE) ? `${TABLES} LEFT JOIN version av ON av.id = f.available_version_id` : TABLES;
exports.favoriteTables = favoriteTables;
/** The form with `links`, and without the ids of versions. */
function toFavoriteResponse(row, links, includes = new Set()) {
    const response = fieldsOf(row, false);
    if (includes.has(AVAILABLE))
        response.available_version = availableOf(row);
    response.links = linksOf(row, links);
    return response;
}
function availableOf(row) {
    if (row.available_id == null)
        return null;
    return {
        id: row.available_id,
        version: row.available_version,
        created_at: (0, moment_1.toApiMoment)(row.available_created_at),
        kind: (0, step_1.kindOfStep)(row.version, row.available_version),
        prerelease: Boolean(row.available_prerelease),
    };
}
/** The form of answers to create and update: ids of versions, no `links`. */
function toWrittenFavoriteResponse(row) {
    return fieldsOf(row, true);
}
const versionOf = (withId, id, version, createdAt) => withId ? { id, version, created_at: (0, moment_1.toApiMoment)(createdAt) } : { version, created_at: (0, moment_1.toApiMoment)(createdAt) };
/** Without spreading objects: in a page of 50 that took longer than all the rest of its mapping. */
function fieldsOf(row, withIds) {
    return {
        uuid: row.id,
        software: row.software,
        publisher: row.publisher,
        notes: row.notes,
        version: versionOf(withIds, row.version_id, row.version, row.version_created_at),
        update_available: Boolean(row.update_available),
        notified_version: row.notified_id === null
            ? null
            : versionOf(withIds, row.notified_id, row.notified_version, row.notified_created_at),
        notifications_enabled: Boolean(row.notifications_enabled),
        use_default_notification: Boolean(row.use_default_notification),
        notify_always: Boolean(row.notify_always),
        created_at: (0, moment_1.toApiMoment)(row.created_at),
        updated_at: (0, moment_1.toApiMoment)(row.updated_at),
    };
}
const linksOf = (row, links) => ({
    self: links.favorite(row.id),
    software: links.software(row.software_id),
    versions: links.versions(row.software_id),
    publisher: links.publisher(row.publisher_id),
});
//# sourceMappingURL=favorite.response.js.map