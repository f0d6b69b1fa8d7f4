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
exports.FavoriteChannel = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const favorite_entity_1 = require("./favorite.entity");
/** A channel that a favorite names for itself; used when it does not take the profile's defaults. */
let FavoriteChannel = class FavoriteChannel {
};
exports.FavoriteChannel = FavoriteChannel;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], FavoriteChannel.prototype, "favoriteId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => favorite_entity_1.Favorite, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_channel_favorite' }),
    __metadata("design:type", favorite_entity_1.Favorite)
], FavoriteChannel.prototype, "favorite", void 0);
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], FavoriteChannel.prototype, "channelId", void 0);
exports.FavoriteChannel = FavoriteChannel = __decorate([
    (0, typeorm_1.Entity)('favorite_channel')
], FavoriteChannel);
//# sourceMappingURL=favorite-channel.entity.js.map