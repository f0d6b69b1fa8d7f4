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
exports.ConsentLinks = void 0;
const common_1 = require("@nestjs/common");
const links_1 = require("../../common/api/links");
const config_1 = require("../../config/config");
const consent_tokens_1 = require("./consent-tokens");
/** The links with which the owner of an address says yes or no, without a login. */
let ConsentLinks = class ConsentLinks {
    constructor(config, tokens) {
        this.tokens = tokens;
        this.links = links_1.Links.withoutRequest(config);
        this.origin = this.links.origin;
    }
    /** @param expires seconds since 1970 */
    confirm(channelId, address, expires) {
        return this.links.confirm(this.tokens.make('confirm', channelId, address, expires));
    }
    unsubscribe(channelId, address) {
        return this.links.unsubscribe(this.tokens.make('unsubscribe', channelId, address));
    }
};
exports.ConsentLinks = ConsentLinks;
exports.ConsentLinks = ConsentLinks = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        consent_tokens_1.ConsentTokens])
], ConsentLinks);
//# sourceMappingURL=consent-links.js.map