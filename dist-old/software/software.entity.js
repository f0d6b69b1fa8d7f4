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
exports.Software = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const publisher_entity_1 = require("../publisher/publisher.entity");
/** A product of the catalogue. */
let Software = class Software {
};
exports.Software = Software;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], Software.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Software.prototype, "publisherId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => publisher_entity_1.Publisher, { nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'publisher_id', foreignKeyConstraintName: 'fk_software_publisher' }),
    __metadata("design:type", publisher_entity_1.Publisher)
], Software.prototype, "publisher", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Software.prototype, "identity", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Software.prototype, "name", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Software.prototype, "nameKey", void 0);
__decorate([
    (0, columns_1.TextColumn)(1000, { nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "shortDescription", void 0);
__decorate([
    (0, columns_1.LongTextColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "description", void 0);
__decorate([
    (0, columns_1.TextColumn)(2048, { nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "url", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "latestVersionId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16, { default: 'generic' }),
    __metadata("design:type", String)
], Software.prototype, "scheme", void 0);
__decorate([
    (0, columns_1.TextColumn)(64, { nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "calverPattern", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "tagPattern", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "ignorePattern", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], Software.prototype, "prereleasePattern", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], Software.prototype, "orderingRevision", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Software.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Software.prototype, "updatedAt", void 0);
exports.Software = Software = __decorate([
    (0, typeorm_1.Entity)('software'),
    (0, typeorm_1.Index)('software_identity', ['identity'], { unique: true }) // import
    ,
    (0, typeorm_1.Index)('software_name', ['nameKey', 'id']) // list by name, name filters
    ,
    (0, typeorm_1.Index)('software_updated', ['updatedAt', 'id']) // list by last_update
    ,
    (0, typeorm_1.Index)('software_publisher', ['publisherId', 'nameKey', 'id']) // software of a publisher; identity by name
], Software);
//# sourceMappingURL=software.entity.js.map