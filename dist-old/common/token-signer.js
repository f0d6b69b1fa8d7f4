"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.TokenSigner = void 0;
const node_crypto_1 = require("node:crypto");
const TAG_BYTES = 32;
/**
 * Signs what a link says, so that nothing has to be stored for it: an HMAC-SHA256 (RFC 2104) of 256 bits, with a key of its own out
 * of SECRET_KEY (HKDF, RFC 5869). A guessed token is refused before the database is asked.
 */
class TokenSigner {
    /**
     * Links that were signed with a key of SECRET_KEY_OLD still work.
     * @param label what the keys are for: a token of another label, or of another purpose under the same one, does not open
     */
    constructor({ secretKey, oldSecretKeys }, label) {
        this.keys = [secretKey, ...oldSecretKeys].map((secret) => Buffer.from((0, node_crypto_1.hkdfSync)('sha256', secret, '', label, 32)));
    }
    /** @returns base64url of the body and its tag */
    sign(purpose, body) {
        return Buffer.concat([body, tag(this.keys[0], purpose, body)]).toString('base64url');
    }
    /** The body that was signed for this purpose; null for anything else. */
    open(purpose, token, bodyBytes) {
        if (token.length !== Math.ceil(((bodyBytes + TAG_BYTES) * 8) / 6))
            return null;
        const bytes = Buffer.from(token, 'base64url');
        // The last character has bits to spare, and what is not base64url is skipped: one token, one text.
        if (bytes.toString('base64url') !== token)
            return null;
        const body = bytes.subarray(0, bodyBytes);
        const given = bytes.subarray(bodyBytes);
        return this.keys.some((key) => (0, node_crypto_1.timingSafeEqual)(given, tag(key, purpose, body))) ? body : null;
    }
    /** A keyed hash of a text: 32 bytes. */
    digest(purpose, text) {
        return this.digests(purpose, text)[0];
    }
    /** The same under each key: of a token that an older one signed, too. */
    digests(purpose, text) {
        return this.keys.map((key) => (0, node_crypto_1.createHmac)('sha256', key).update(`${purpose}\n${text}`).digest());
    }
}
exports.TokenSigner = TokenSigner;
const tag = (key, purpose, body) => (0, node_crypto_1.createHmac)('sha256', key).update(`${purpose}\n`).update(body).digest();
//# sourceMappingURL=token-signer.js.map