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
exports.RateLimitRow = void 0;
const typeorm_1 = require("typeorm");
/**
 * What replicas have used of their limits, written by rate-limiter-flexible (`RateLimiterMySQL`), which wants these columns in this
 * order. Only on a server without Redis; `LimitRows` removes what has ended.
 */
let RateLimitRow = class RateLimitRow {
};
exports.RateLimitRow = RateLimitRow;
__decorate([
    (0, typeorm_1.PrimaryColumn)({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' }),
    __metadata("design:type", String)
], RateLimitRow.prototype, "key", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'int' }),
    __metadata("design:type", Number)
], RateLimitRow.prototype, "points", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'bigint' }),
    __metadata("design:type", String)
], RateLimitRow.prototype, "expire", void 0);
exports.RateLimitRow = RateLimitRow = __decorate([
    (0, typeorm_1.Entity)('rate_limit'),
    (0, typeorm_1.Index)('rate_limit_expire', ['expire']) // what has ended
], RateLimitRow);
//# sourceMappingURL=rate-limit.entity.js.map