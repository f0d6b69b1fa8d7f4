"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.HOOK_TOKENS = exports.HOOK_SECRETS = void 0;
exports.parseHookSecrets = parseHookSecrets;
exports.parseHookTokens = parseHookTokens;
const MOST = 10;
const SHORTEST = 16;
const LONGEST = 255;
const PRINTABLE = /^[\x21-\x7e]+$/;
const SIGNING_TOKEN = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;
/** What they must be, for the person who wrote something else. */
exports.HOOK_SECRETS = `at most ${MOST} secrets of ${SHORTEST} to ${LONGEST} printable characters, with commas between them`;
exports.HOOK_TOKENS = `${exports.HOOK_SECRETS} (of a signing token: whsec_ and base64)`;
/** Several while one is exchanged for another, or where repositories have their own. */
function parseHookSecrets(text) {
    const secrets = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    const usable = (secret) => secret.length >= SHORTEST && secret.length <= LONGEST && PRINTABLE.test(secret);
    return secrets.length > 0 && secrets.length <= MOST && secrets.every(usable) ? secrets : null;
}
/** Secret tokens of GitLab, and signing tokens by Standard Webhooks: with one that is not well-formed no signature would ever fit. */
function parseHookTokens(text) {
    const tokens = parseHookSecrets(text);
    return tokens?.every((token) => !token.startsWith('whsec_') || SIGNING_TOKEN.test(token)) ? tokens : null;
}
//# sourceMappingURL=hook-secrets.js.map