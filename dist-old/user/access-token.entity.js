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
exports.AccessToken = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
const user_entity_1 = require("./user.entity");
/** A bearer token. Only its SHA-256 is stored; revoking deletes the row. */
let AccessToken = class AccessToken {
};
exports.AccessToken = AccessToken;
__decorate([
    (0, columns_1.UuidPrimaryColumn)(),
    __metadata("design:type", String)
], AccessToken.prototype, "id", void 0);
__decorate([
    (0, columns_1.UuidColumn)(),
    __metadata("design:type", String)
], AccessToken.prototype, "userId", void 0);
__decorate([
    (0, typeorm_1.ManyToOne)(() => user_entity_1.User, { onDelete: 'CASCADE', nullable: false }),
    (0, typeorm_1.JoinColumn)({ name: 'user_id', foreignKeyConstraintName: 'fk_access_token_user' }),
    __metadata("design:type", user_entity_1.User)
], AccessToken.prototype, "user", void 0);
__decorate([
    (0, columns_1.TextColumn)(100),
    __metadata("design:type", String)
], AccessToken.prototype, "name", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(64),
    __metadata("design:type", String)
], AccessToken.prototype, "hash", void 0);
__decorate([
    (0, columns_1.AsciiColumn)(255),
    __metadata("design:type", String)
], AccessToken.prototype, "scopes", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], AccessToken.prototype, "expiresAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], AccessToken.prototype, "lastUsedAt", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], AccessToken.prototype, "createdAt", void 0);
exports.AccessToken = AccessToken = __decorate([
    (0, typeorm_1.Entity)('access_token'),
    (0, typeorm_1.Index)('access_token_hash', ['hash'], { unique: true }) // the lookup of every request
    ,
    (0, typeorm_1.Index)('access_token_user', ['userId', 'createdAt', 'id']) // the list of a user's tokens
], AccessToken);
//# sourceMappingURL=access-token.entity.js.map