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
exports.ChannelNotice = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../../database/columns");
/**
 * Tells the owner of a channel that the service switched it off, through another channel of his. It is here until it was sent,
 * refused or given up; what it tells stays in the state of the channel.
 */
let ChannelNotice = class ChannelNotice {
};
exports.ChannelNotice = ChannelNotice;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], ChannelNotice.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], ChannelNotice.prototype, "aboutChannelId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(32),
    __metadata("design:type", String)
], ChannelNotice.prototype, "aboutType", void 0);
__decorate([
    (0, columns_1.TextColumn)(100),
    __metadata("design:type", String)
], ChannelNotice.prototype, "aboutName", void 0);
__decorate([
    (0, columns_1.TextColumn)(500),
    __metadata("design:type", String)
], ChannelNotice.prototype, "reason", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], ChannelNotice.prototype, "channelId", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(32),
    __metadata("design:type", String)
], ChannelNotice.prototype, "type", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ChannelNotice.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], ChannelNotice.prototype, "claimId", void 0);
__decorate([
    (0, columns_1.CountColumn)(),
    __metadata("design:type", Number)
], ChannelNotice.prototype, "attempts", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ChannelNotice.prototype, "expiresAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], ChannelNotice.prototype, "createdAt", void 0);
exports.ChannelNotice = ChannelNotice = __decorate([
    (0, typeorm_1.Entity)('channel_notice'),
    (0, typeorm_1.Index)('channel_notice_once', ['aboutChannelId', 'channelId'], { unique: true }) // a channel that goes on and off fills no queue
    ,
    (0, typeorm_1.Index)('channel_notice_due', ['nextAt', 'id']) // the claim
], ChannelNotice);
//# sourceMappingURL=channel-notice.entity.js.map