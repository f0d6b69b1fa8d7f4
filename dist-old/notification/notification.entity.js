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
exports.Notification = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const favorite_entity_1 = require("../favorite/favorite.entity");
/** The fact that a favorite's owner is to be told of a version: once, and once more for each reminder. */
let Notification = class Notification {
};
exports.Notification = Notification;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "userId", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "favoriteId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => favorite_entity_1.Favorite, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'favorite_id', foreignKeyConstraintName: 'fk_notification_favorite' }),
    __metadata("design:type", favorite_entity_1.Favorite)
], Notification.prototype, "favorite", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "softwareId", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "versionId", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "trackedVersionId", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], Notification.prototype, "reminder", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16),
    __metadata("design:type", String)
], Notification.prototype, "state", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Notification.prototype, "createdAt", void 0);
exports.Notification = Notification = __decorate([
    (0, typeorm_1.Entity)('notification'),
    (0, typeorm_1.Index)('notification_once', ['favoriteId', 'versionId', 'reminder'], { unique: true }),
    (0, typeorm_1.Index)('notification_user', ['userId', 'createdAt', 'id']) // the user's list
    ,
    (0, typeorm_1.Index)('notification_created', ['createdAt', 'id']) // the oldest, which are the first to go
], Notification);
//# sourceMappingURL=notification.entity.js.map