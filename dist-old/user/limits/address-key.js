"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.addressKey = addressKey;
const node_net_1 = require("node:net");
const ipaddr_js_1 = __importDefault(require("ipaddr.js"));
/** What one customer of a provider usually gets of IPv6: whoever has one address of it has them all (RFC 6177). */
const PREFIX_PARTS = 4;
/** What an address is counted by: itself, and of IPv6 the network of 64 bits. IPv4 that is written as IPv6 is IPv4. */
function addressKey(address) {
    const bare = address?.replace(/^::ffff:/i, '') ?? '';
    if ((0, node_net_1.isIPv4)(bare))
        return bare;
    if (address === undefined || !ipaddr_js_1.default.isValid(address))
        return 'unknown';
    const parsed = ipaddr_js_1.default.process(address);
    if (!(parsed instanceof ipaddr_js_1.default.IPv6))
        return parsed.toString();
    const network = parsed.parts.slice(0, PREFIX_PARTS).map((part) => part.toString(16));
    return `${network.join(':')}::/64`;
}
//# sourceMappingURL=address-key.js.map