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
exports.ConsentTokens = void 0;
const node_crypto_1 = require("node:crypto");
const common_1 = require("@nestjs/common");
const uuid_1 = require("uuid");
const token_signer_1 = require("../../common/token-signer");
const config_1 = require("../../config/config");
const UUID_BYTES = 16;
const EXPIRY_BYTES = 6;
const DIGEST_BYTES = 16;
const BODY_BYTES = UUID_BYTES + EXPIRY_BYTES + DIGEST_BYTES;
/**
 * The tokens in the links of mails. Nothing is stored for them: a token is channel, expiry and digest of the address, signed. So one
 * that was sent to another address does not fit.
 */
let ConsentTokens = class ConsentTokens {
    constructor(config) {
        this.signer = new token_signer_1.TokenSigner(config, 'mail-consent v1');
    }
    /** @returns 94 characters of base64url */
    make(purpose, channelId, address, expires = 0) {
        const body = Buffer.alloc(BODY_BYTES);
        body.set((0, uuid_1.parse)(channelId), 0);
        body.writeUIntBE(expires, UUID_BYTES, EXPIRY_BYTES);
        body.set(this.digest(address), UUID_BYTES + EXPIRY_BYTES);
        return this.signer.sign(purpose, body);
    }
    /** null unless this service made it, for this purpose. Whether it has expired is the caller's to say. */
    read(purpose, token) {
        const body = this.signer.open(purpose, token, BODY_BYTES);
        if (!body)
            return null;
        return {
            channelId: (0, uuid_1.stringify)(body.subarray(0, UUID_BYTES)),
            expires: body.readUIntBE(UUID_BYTES, EXPIRY_BYTES),
            addressDigest: body.subarray(UUID_BYTES + EXPIRY_BYTES),
        };
    }
    isFor(claim, address) {
        const digests = this.signer.digests('address', address);
        return digests.some((digest) => (0, node_crypto_1.timingSafeEqual)(claim.addressDigest, digest.subarray(0, DIGEST_BYTES)));
    }
    /**
     * What the limits count an address by: letters of either size and what follows a `+` reach the same mailbox with most providers,
     * so they would make many addresses of one.
     * @returns 64 hexadecimal digits
     */
    addressKey(address) {
        const at = address.lastIndexOf('@');
        const mailbox = address.slice(0, at).replace(/(?<=.)\+.*$/, '') + address.slice(at);
        return this.signer.digest('limit', mailbox.toLowerCase()).toString('hex');
    }
    digest(address) {
        return this.signer.digest('address', address).subarray(0, DIGEST_BYTES);
    }
};
exports.ConsentTokens = ConsentTokens;
exports.ConsentTokens = ConsentTokens = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config])
], ConsentTokens);
//# sourceMappingURL=consent-tokens.js.map