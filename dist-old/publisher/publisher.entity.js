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
exports.Publisher = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
/** Who releases software. */
let Publisher = class Publisher {
};
exports.Publisher = Publisher;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], Publisher.prototype, "id", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Publisher.prototype, "name", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Publisher.prototype, "nameKey", void 0);
__decorate([
    (0, columns_1.TextColumn)(2048, { nullable: true }),
    __metadata("design:type", Object)
], Publisher.prototype, "url", void 0);
__decorate([
    (0, columns_1.TextColumn)(2048, { nullable: true }),
    __metadata("design:type", Object)
], Publisher.prototype, "supportUrl", void 0);
__decorate([
    (0, columns_1.TextColumn)(2048, { nullable: true }),
    __metadata("design:type", Object)
], Publisher.prototype, "privacyUrl", void 0);
__decorate([
    (0, columns_1.TextColumn)(255),
    __metadata("design:type", String)
], Publisher.prototype, "factsFrom", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Publisher.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Publisher.prototype, "updatedAt", void 0);
exports.Publisher = Publisher = __decorate([
    (0, typeorm_1.Entity)('publisher'),
    (0, typeorm_1.Index)('publisher_name', ['nameKey'], { unique: true }) // identity, list by name, name filters
    ,
    (0, typeorm_1.Index)('publisher_updated', ['updatedAt', 'id']) // list by last_update
], Publisher);
//# sourceMappingURL=publisher.entity.js.map