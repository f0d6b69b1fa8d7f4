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
exports.Upkeep = void 0;
const typeorm_1 = require("typeorm");
const columns_1 = require("../database/columns");
/** Work that one replica does now and then: when it is due next. */
let Upkeep = class Upkeep {
};
exports.Upkeep = Upkeep;
__decorate([
    (0, typeorm_1.PrimaryColumn)({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' }),
    __metadata("design:type", String)
], Upkeep.prototype, "name", void 0);
__decorate([
    (0, columns_1.MomentColumn)(),
    __metadata("design:type", String)
], Upkeep.prototype, "nextAt", void 0);
exports.Upkeep = Upkeep = __decorate([
    (0, typeorm_1.Entity)('upkeep')
], Upkeep);
//# sourceMappingURL=upkeep.entity.js.map