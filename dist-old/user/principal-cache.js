"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.PrincipalCache = exports.sha256 = void 0;
const node_crypto_1 = require("node:crypto");
/** A revoked token is refused on every replica at most this much later (the promise is 5 seconds). */
const CACHE_MS = 3_000;
const CACHE_SIZE = 10_000;
const sha256 = (text) => (0, node_crypto_1.createHash)('sha256').update(text).digest('hex');
exports.sha256 = sha256;
/** Whose a token is, or that it is nobody's, for some seconds. By hash: the tokens themselves are not kept. */
class PrincipalCache {
    constructor() {
        this.entries = new Map();
    }
    /** undefined = not known */
    get(hash) {
        const entry = this.entries.get(hash);
        return entry && entry.until > performance.now() ? entry.principal : undefined;
    }
    /** @param validMs for how long the token is good at most */
    set(hash, principal, validMs = Infinity) {
        // The oldest entry goes first: nobody can fill the memory with made-up tokens.
        if (this.entries.size >= CACHE_SIZE)
            this.entries.delete(this.entries.keys().next().value);
        this.entries.delete(hash);
        this.entries.set(hash, { principal, until: performance.now() + Math.min(CACHE_MS, validMs) });
    }
    clear() {
        this.entries.clear();
    }
}
exports.PrincipalCache = PrincipalCache;
//# sourceMappingURL=principal-cache.js.map