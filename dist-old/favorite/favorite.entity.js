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
exports.Favorite = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const software_entity_1 = require("../software/software.entity");
const user_entity_1 = require("../user/user.entity");
const version_entity_1 = require("../version/version.entity");
/** Software that a user tracks, with the version in use. */
let Favorite = class Favorite {
};
exports.Favorite = Favorite;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], Favorite.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Favorite.prototype, "userId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => user_entity_1.User, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'user_id', foreignKeyConstraintName: 'fk_favorite_user' }),
    __metadata("design:type", user_entity_1.User)
], Favorite.prototype, "user", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Favorite.prototype, "softwareId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => software_entity_1.Software, { nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'software_id', foreignKeyConstraintName: 'fk_favorite_software' }),
    __metadata("design:type", software_entity_1.Software)
], Favorite.prototype, "software", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], Favorite.prototype, "versionId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => version_entity_1.Version, { nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'version_id', foreignKeyConstraintName: 'fk_favorite_version' }),
    __metadata("design:type", version_entity_1.Version)
], Favorite.prototype, "version", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "availableVersionId", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "knownVersionId", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], Favorite.prototype, "hasPolicy", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "evaluateAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "wakeAt", void 0);
__decorate([
    (0, columns_1.LongTextColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "notes", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], Favorite.prototype, "updateAvailable", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "notifiedVersionId", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: true }),
    __metadata("design:type", Boolean)
], Favorite.prototype, "notificationsEnabled", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: true }),
    __metadata("design:type", Boolean)
], Favorite.prototype, "useDefaultNotification", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: false }),
    __metadata("design:type", Boolean)
], Favorite.prototype, "notifyAlways", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], Favorite.prototype, "dueAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Favorite.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Favorite.prototype, "updatedAt", void 0);
exports.Favorite = Favorite = __decorate([
    (0, typeorm_1.Entity)('favorite'),
    (0, typeorm_1.Index)('favorite_user_software', ['userId', 'softwareId'], { unique: true }) // one a user and software; is_favorite
    ,
    (0, typeorm_1.Index)('favorite_user_created', ['userId', 'createdAt', 'id']) // list by created_at
    ,
    (0, typeorm_1.Index)('favorite_user_updated', ['userId', 'updatedAt', 'id']) // list and filter by last_update
    ,
    (0, typeorm_1.Index)('favorite_software', ['softwareId', 'id']) // the update check's pages
    ,
    (0, typeorm_1.Index)('favorite_due', ['dueAt', 'id']) // reminders
    ,
    (0, typeorm_1.Index)('favorite_evaluate', ['evaluateAt', 'id']) // policies that become due by themselves
    ,
    (0, typeorm_1.Index)('favorite_version', ['versionId']) // serves the foreign key
], Favorite);
//# sourceMappingURL=favorite.entity.js.map