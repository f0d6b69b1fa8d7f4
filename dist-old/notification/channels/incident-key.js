"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.incidentKey = incidentKey;
const node_crypto_1 = require("node:crypto");
/**
 * The key by which a provider of incidents merges what is about the same thing: one version of one product, whoever follows it
 * and however often it is told. Anything else has the key of its delivery. At most 72 ASCII characters.
 */
function incidentKey(id, message) {
    const [update] = message.updates;
    if (!update || message.kind === 'update.digest')
        return `fr-${id}`;
    // Hashed: the provider's limits hold whatever a version is called, and two long ones never look alike.
    const version = (0, node_crypto_1.createHash)('sha256').update(update.version.version.toWellFormed()).digest('hex').slice(0, 32);
    return `fr-${update.software.id}-${version}`;
}
//# sourceMappingURL=incident-key.js.map