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
exports.SourceHost = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../../database/columns");
/**
 * A host that sources are asked at: `host[:port]`, and `#` with a fingerprint of the credentials where a source brings its own, as
 * hosts count by them. One process at a time holds it and asks its sources, so that the limits for a host are kept however many
 * replicas there are.
 */
let SourceHost = class SourceHost {
};
exports.SourceHost = SourceHost;
__decorate([
    (0, typeorm_1.PrimaryColumn)({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' }),
    __metadata("design:type", String)
], SourceHost.prototype, "host", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SourceHost.prototype, "nextAt", void 0);
__decorate([
    (0, columns_1.UuidColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SourceHost.prototype, "claimId", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SourceHost.prototype, "heldUntil", void 0);
__decorate([
    (0, columns_1.MomentColumn)({ nullable: true }),
    __metadata("design:type", Object)
], SourceHost.prototype, "restUntil", void 0);
exports.SourceHost = SourceHost = __decorate([
    (0, typeorm_1.Entity)('source_host'),
    (0, typeorm_1.Index)('source_host_due', ['nextAt', 'host']) // claims
], SourceHost);
//# sourceMappingURL=source-host.entity.js.map