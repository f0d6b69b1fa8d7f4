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
exports.FavoritePolicy = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const favorite_entity_1 = require("./favorite.entity");
/** Which versions a favorite's owner wants to be offered, and when. A favorite without a row wants the latest, at once. */
let FavoritePolicy = class FavoritePolicy {
};
exports.FavoritePolicy = FavoritePolicy;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], FavoritePolicy.prototype, "favoriteId", void 0);
__decorate([
    (0, typeorm_1.OneToOne)(() => favorite_entity_1.Favorite, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_policy_favorite' }),
    __metadata("design:type", favorite_entity_1.Favorite)
], FavoritePolicy.prototype, "favorite", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], FavoritePolicy.prototype, "includePrereleases", void 0);
__decorate([
    (0, columns_1.TextColumn)(64, { nullable: true }),
    __metadata("design:type", Object)
], FavoritePolicy.prototype, "series", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], FavoritePolicy.prototype, "seriesFrom", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], FavoritePolicy.prototype, "seriesTo", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], FavoritePolicy.prototype, "snoozedUntil", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'int', nullable: true }),
    __metadata("design:type", Object)
], FavoritePolicy.prototype, "minimumAgeDays", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'int', nullable: true }),
    __metadata("design:type", Object)
], FavoritePolicy.prototype, "remindEvery", void 0);
exports.FavoritePolicy = FavoritePolicy = __decorate([
    (0, typeorm_1.Entity)('favorite_policy')
], FavoritePolicy);
//# sourceMappingURL=favorite-policy.entity.js.map