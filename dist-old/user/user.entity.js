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
exports.User = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
/** A person (or a team) who calls the API: the owner of tokens, favorites and channels, with the profile's defaults. */
let User = class User {
};
exports.User = User;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], User.prototype, "id", void 0);
__decorate([
    (0, columns_1.TextColumn)(100),
    __metadata("design:type", String)
], User.prototype, "name", void 0);
__decorate([
    (0, columns_1.TextColumn)(254, { nullable: true }),
    __metadata("design:type", Object)
], User.prototype, "email", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], User.prototype, "issuer", void 0);
__decorate([
    (0, columns_1.TextColumn)(255, { nullable: true }),
    __metadata("design:type", Object)
], User.prototype, "subject", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ default: true }),
    __metadata("design:type", Boolean)
], User.prototype, "notificationsEnabled", void 0);
__decorate([
    (0, columns_1.FlagColumn)({ nullable: true }),
    __metadata("design:type", Object)
], User.prototype, "notifyAlways", void 0);
__decorate([
    (0, columns_1.TextColumn)(64, { default: 'UTC' }),
    __metadata("design:type", String)
], User.prototype, "timeZone", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], User.prototype, "createdAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], User.prototype, "updatedAt", void 0);
exports.User = User = __decorate([
    (0, typeorm_1.Entity)('user'),
    (0, typeorm_1.Index)('user_name', ['name'], { unique: true }),
    (0, typeorm_1.Index)('user_subject', ['issuer', 'subject'], { unique: true }) // whose a token of OpenID Connect is; two replicas make one user
], User);
//# sourceMappingURL=user.entity.js.map