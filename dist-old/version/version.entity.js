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
exports.Standing = exports.Version = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const software_entity_1 = require("../software/software.entity");
/** One released version of a product. */
let Version = class Version {
};
exports.Version = Version;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], Version.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Version.prototype, "softwareId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => software_entity_1.Software, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'software_id', foreignKeyConstraintName: 'fk_version_software' }),
    __metadata("design:type", software_entity_1.Software)
], Version.prototype, "software", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Version.prototype, "version", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255),
    __metadata("design:type", String)
], Version.prototype, "versionKey", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Version.prototype, "sourcePrerelease", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], Version.prototype, "prerelease", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'tinyint' }),
    __metadata("design:type", Number)
], Version.prototype, "standing", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Version.prototype, "releasedAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Version.prototype, "removedAt", void 0);
__decorate([
    (0, columns_1.TextColumn)(2048, { nullable: true }),
    __metadata("design:type", Object)
], Version.prototype, "notesUrl", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], Version.prototype, "sourceSeen", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Version.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Version.prototype, "addedAt", void 0);
exports.Version = Version = __decorate([
    (0, typeorm_1.Entity)('version'),
    (0, typeorm_1.Index)('version_label', ['softwareId', 'version'], { unique: true }) // a label once in a product
    ,
    (0, typeorm_1.Index)('version_order', ['softwareId', 'versionKey', 'id']) // newest first, version filters
    ,
    (0, typeorm_1.Index)('version_latest', ['softwareId', 'standing', 'versionKey', 'id']) // the latest version, the update check
    ,
    (0, typeorm_1.Index)('version_created', ['softwareId', 'createdAt', 'id']) // list by created_at
], Version);
/** The order of standing is the order of preference for "latest". */
exports.Standing = {
    /** Withdrawn by its source, or matched by the product's ignore pattern: never offered. */
    Out: 0,
    /** Offered as the latest only when there is no release. */
    Prerelease: 1,
    Release: 2,
};
//# sourceMappingURL=version.entity.js.map