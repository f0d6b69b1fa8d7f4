"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseOperatorChannel = parseOperatorChannel;
const class_validator_1 = require("class-validator");
const url_1 = require("./url");
/** An http(s) URL, which may be inside, or `mailto:` and one plain address. A name and password in a URL would not be sent. */
function parseOperatorChannel(text) {
    const url = (0, url_1.parseUrl)(text);
    if (!url || url.hash)
        return null;
    if (url.protocol === 'http:' || url.protocol === 'https:')
        return url.username || url.password ? null : { kind: 'webhook', url: url.href };
    const address = url.pathname;
    const plain = (0, class_validator_1.isEmail)(address, { require_tld: false }) && !/["\s%]/.test(address);
    return url.protocol === 'mailto:' && !url.search && plain ? { kind: 'email', address } : null;
}
//# sourceMappingURL=operator-channel.js.map