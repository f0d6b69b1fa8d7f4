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
exports.SecretBox = exports.SecretError = void 0;
const node_crypto_1 = require("node:crypto");
const common_1 = require("@nestjs/common");
const config_1 = require("../config/config");
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;
/** A sealed text does not open. `wrong-key`: SECRET_KEY is not the one it was sealed with; `damaged`: changed, or moved. */
class SecretError extends Error {
    constructor(reason, message) {
        super(message);
        this.reason = reason;
    }
}
exports.SecretError = SecretError;
/**
 * Seals the secrets that are stored in the database: AES-256-GCM under a key derived from SECRET_KEY (HKDF-SHA256).
 * What was sealed with a key of SECRET_KEY_OLD opens too. Text form: `v1.<key id>.<base64url of iv, ciphertext and tag>`.
 */
let SecretBox = class SecretBox {
    constructor({ secretKey, oldSecretKeys }) {
        const keys = [secretKey, ...oldSecretKeys].map((secret) => derive(secret));
        this.keys = new Map(keys.map((key) => [idOf(key), key]));
        [this.keyId, this.key] = [idOf(keys[0]), keys[0]];
    }
    /** Of all keys that open something; the first one also seals. */
    get keyIds() {
        return [...this.keys.keys()];
    }
    /** Whether it was sealed with the key that seals now. */
    isCurrent(sealed) {
        return SEALED.exec(sealed)?.[1] === this.keyId;
    }
    /** 8 hexadecimal digits that tell secrets apart and tell nothing of them to whoever does not have the key. */
    fingerprint(secret) {
        return (0, node_crypto_1.createHmac)('sha256', this.key).update('fingerprint').update(secret).digest('hex').slice(0, 8);
    }
    /** @param aad what the secret belongs to, such as `channel:<id>`; it opens only with the same text */
    seal(plaintext, aad) {
        const iv = (0, node_crypto_1.randomBytes)(IV_BYTES);
        const cipher = (0, node_crypto_1.createCipheriv)('aes-256-gcm', this.key, iv).setAAD(Buffer.from(aad));
        const sealed = Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
        return `v1.${this.keyId}.${sealed.toString('base64url')}`;
    }
    /** @throws SecretError when another key sealed it, it was changed, or it belongs to something else */
    open(sealed, aad) {
        const [, keyId, payload] = SEALED.exec(sealed) ?? [];
        if (keyId === undefined || payload === undefined)
            throw new SecretError('damaged', 'This is not a sealed secret');
        const key = this.keys.get(keyId);
        if (!key)
            throw new SecretError('wrong-key', `The secret was sealed with key ${keyId}, but SECRET_KEY gives key ${this.keyId}`);
        return decrypt(key, Buffer.from(payload, 'base64url'), aad);
    }
};
exports.SecretBox = SecretBox;
exports.SecretBox = SecretBox = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config])
], SecretBox);
const derive = (secret) => Buffer.from((0, node_crypto_1.hkdfSync)('sha256', secret, '', 'secret-box v1', 32));
const idOf = (key) => (0, node_crypto_1.createHash)('sha256').update('key id').update(key).digest('hex').slice(0, 8);
function decrypt(key, bytes, aad) {
    try {
        const decipher = (0, node_crypto_1.createDecipheriv)('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    }
    catch {
        throw new SecretError('damaged', 'The sealed secret was changed, or belongs to something else');
    }
}
//# sourceMappingURL=secret-box.js.map