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
exports.ChannelSettings = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const user_entity_1 = require("../user/user.entity");
/** A channel that a user configured: an e-mail address, a webhook, … */
let ChannelSettings = class ChannelSettings {
};
exports.ChannelSettings = ChannelSettings;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], ChannelSettings.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], ChannelSettings.prototype, "userId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => user_entity_1.User, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'user_id', foreignKeyConstraintName: 'fk_channel_user' }),
    __metadata("design:type", user_entity_1.User)
], ChannelSettings.prototype, "user", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(32),
    __metadata("design:type", String)
], ChannelSettings.prototype, "type", void 0);
__decorate([
    (0, columns_1.TextColumn)(100),
    __metadata("design:type", String)
], ChannelSettings.prototype, "name", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: true }),
    __metadata("design:type", Boolean)
], ChannelSettings.prototype, "enabled", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: true }),
    __metadata("design:type", Boolean)
], ChannelSettings.prototype, "isDefault", void 0);
__decorate([
    (0, columns_1.LongTextColumn)(),
    __metadata("design:type", String)
], ChannelSettings.prototype, "settings", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(64, { nullable: true }),
    __metadata("design:type", Object)
], ChannelSettings.prototype, "digest", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(80, { nullable: true }),
    __metadata("design:type", Object)
], ChannelSettings.prototype, "quietHours", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16, { default: '' }),
    __metadata("design:type", String)
], ChannelSettings.prototype, "lane", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(16, { default: 'ok' }),
    __metadata("design:type", String)
], ChannelSettings.prototype, "state", void 0);
__decorate([
    (0, columns_1.TextColumn)(500, { nullable: true }),
    __metadata("design:type", Object)
], ChannelSettings.prototype, "stateReason", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], ChannelSettings.prototype, "consecutiveFailures", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], ChannelSettings.prototype, "firstFailureAt", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], ChannelSettings.prototype, "refusals", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], ChannelSettings.prototype, "blockedUntil", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], ChannelSettings.prototype, "confirmedAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ChannelSettings.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ChannelSettings.prototype, "updatedAt", void 0);
exports.ChannelSettings = ChannelSettings = __decorate([
    (0, typeorm_1.Entity)('channel'),
    (0, typeorm_1.Index)('channel_user', ['userId', 'createdAt', 'id']) // the user's list; fan-out
], ChannelSettings);
//# sourceMappingURL=channel-settings.entity.js.map