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
exports.ManageLinks = void 0;
const common_1 = require("@nestjs/common");
const uuid_1 = require("uuid");
const links_1 = require("../../common/api/links");
const moment_1 = require("../../common/moment");
const token_signer_1 = require("../../common/token-signer");
const config_1 = require("../../config/config");
const WORKS_FOR = 90 * 86_400;
const PURPOSE = 'update';
const UUID_BYTES = 16;
const EXPIRY_BYTES = 6;
const BODY_BYTES = 2 * UUID_BYTES + EXPIRY_BYTES;
/**
 * The links with which whoever has a message may skip or snooze the update that it tells of, without a login. Nothing is stored for
 * them: the token is favorite, version and expiry, signed.
 */
let ManageLinks = class ManageLinks {
    constructor(config) {
        this.links = links_1.Links.withoutRequest(config);
        this.signer = new token_signer_1.TokenSigner(config, 'manage-update v1');
        this.enabled = config.manageLinks;
    }
    /**
     * null when the operator wants no such links.
     * @param notifiedAt when the update was noticed: 90 days after it the link ends. The same link on every attempt.
     */
    make(favoriteId, versionId, notifiedAt) {
        if (!this.enabled)
            return null;
        const body = Buffer.alloc(BODY_BYTES);
        body.set((0, uuid_1.parse)(favoriteId), 0);
        body.set((0, uuid_1.parse)(versionId), UUID_BYTES);
        const noticed = Math.floor(Date.parse((0, moment_1.toApiMoment)(notifiedAt)) / 1_000);
        body.writeUIntBE(noticed + WORKS_FOR, 2 * UUID_BYTES, EXPIRY_BYTES);
        return this.links.manage(this.signer.sign(PURPOSE, body));
    }
    /** null unless this service made it, and the operator wants such links. Whether it has expired is the caller's to say. */
    read(token) {
        const body = this.enabled ? this.signer.open(PURPOSE, token, BODY_BYTES) : null;
        if (!body)
            return null;
        return {
            favoriteId: (0, uuid_1.stringify)(body.subarray(0, UUID_BYTES)),
            versionId: (0, uuid_1.stringify)(body.subarray(UUID_BYTES, 2 * UUID_BYTES)),
            expires: body.readUIntBE(2 * UUID_BYTES, EXPIRY_BYTES),
        };
    }
    /** Addresses of the API, to name in a page. */
    favorite(id) {
        return this.links.favorite(id);
    }
};
exports.ManageLinks = ManageLinks;
exports.ManageLinks = ManageLinks = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config])
], ManageLinks);
//# sourceMappingURL=manage-links.js.map