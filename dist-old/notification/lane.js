"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.laneOf = laneOf;
const node_crypto_1 = require("node:crypto");
const url_1 = require("../config/url");
const setting_1 = require("../common/settings/setting");
/**
 * What a channel shares with others: the host of its first URL, else its type (one relay, one provider). 16 hexadecimal digits of a
 * hash, so that the stored settings tell nothing in clear.
 */
function laneOf(channel, settings) {
    return (0, node_crypto_1.createHash)('sha256')
        .update(hostOf(channel, settings) ?? channel.type)
        .digest('hex')
        .slice(0, 16);
}
function hostOf(channel, settings) {
    for (const [name, { format }] of (0, setting_1.settingsOf)(channel.settingsClass)) {
        const value = settings[name];
        const text = format === 'urls' && Array.isArray(value) ? value[0] : value;
        if ((format === 'url' || format === 'urls') && typeof text === 'string')
            return (0, url_1.parseUrl)(text)?.host ?? null;
    }
    return null;
}
//# sourceMappingURL=lane.js.map