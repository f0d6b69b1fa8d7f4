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
exports.FavoriteSkip = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const favorite_entity_1 = require("./favorite.entity");
/** A version that a favorite's owner does not want to be offered. */
let FavoriteSkip = class FavoriteSkip {
};
exports.FavoriteSkip = FavoriteSkip;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], FavoriteSkip.prototype, "favoriteId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => favorite_entity_1.Favorite, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_skip_favorite' }),
    __metadata("design:type", favorite_entity_1.Favorite)
], FavoriteSkip.prototype, "favorite", void 0);
__decorate([
    (0, typeorm_1.PrimaryColumn)({ type: 'varchar', length: 255, charset: 'utf8mb4', collation: 'utf8mb4_bin' }),
    __metadata("design:type", String)
], FavoriteSkip.prototype, "version", void 0);
exports.FavoriteSkip = FavoriteSkip = __decorate([
    (0, typeorm_1.Entity)('favorite_skip')
], FavoriteSkip);
//# sourceMappingURL=favorite-skip.entity.js.map