"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SECRET_KEYS = void 0;
exports.parseSecretKey = parseSecretKey;
exports.parseSecretKeys = parseSecretKeys;
exports.keptSecretKey = keptSecretKey;
const node_crypto_1 = require("node:crypto");
const node_fs_1 = require("node:fs");
const node_path_1 = require("node:path");
const SHORTEST = 32;
const MOST = 10;
/** What they must be, for the person who wrote something else. */
exports.SECRET_KEYS = `at most ${MOST} keys of at least ${SHORTEST} characters, with commas between them`;
function parseSecretKey(text) {
    return text.length >= SHORTEST ? text : null;
}
/** A key may have commas in it itself, so the whole text counts as one too: a key that sealed nothing opens nothing. */
function parseSecretKeys(text) {
    const keys = text.split(',').map((part) => part.trim());
    const usable = keys.filter((key) => parseSecretKey(key) !== null);
    if (usable.length > MOST || parseSecretKey(text) === null)
        return null;
    return [...new Set([text, ...usable])];
}
/**
 * The key of the embedded database's secrets: made on the first start, kept in the data directory, readable by its owner only.
 * `wx` makes the first of two processes that start together the one whose key counts.
 */
function keptSecretKey(dataDir) {
    (0, node_fs_1.mkdirSync)(dataDir, { recursive: true });
    const file = (0, node_path_1.join)(dataDir, 'secret.key');
    try {
        (0, node_fs_1.writeFileSync)(file, (0, node_crypto_1.randomBytes)(32).toString('base64url') + '\n', { flag: 'wx', mode: 0o600 });
    }
    catch (error) {
        if (error.code !== 'EEXIST')
            throw error;
    }
    return (0, node_fs_1.readFileSync)(file, 'utf8').trim();
}
//# sourceMappingURL=secret-key.js.map