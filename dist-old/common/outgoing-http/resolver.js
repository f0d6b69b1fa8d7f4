"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.systemResolve = void 0;
exports.cappedResolver = cappedResolver;
const promises_1 = require("node:dns/promises");
const outgoing_error_1 = require("./outgoing-error");
/** The system's own resolver: it knows /etc/hosts and the search domains of the network. */
const systemResolve = (hostname) => (0, promises_1.lookup)(hostname, { all: true });
exports.systemResolve = systemResolve;
/**
 * Adds a time limit, and one look-up at a time for each name: `getaddrinfo` holds a thread of the few that Node has, and
 * five hundred channels on one dead zone must not hold them all.
 */
function cappedResolver(resolve, capMs) {
    const running = new Map();
    return async (hostname) => {
        const found = running.get(hostname) ?? resolve(hostname).finally(() => running.delete(hostname));
        running.set(hostname, found);
        return withCap(found, capMs);
    };
}
async function withCap(found, capMs) {
    let timer;
    const cap = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new outgoing_error_1.LookupError('timeout')), capMs);
    });
    try {
        return await Promise.race([found, cap]);
    }
    catch (error) {
        throw error instanceof outgoing_error_1.LookupError ? error : new outgoing_error_1.LookupError(error.code ?? 'failed');
    }
    finally {
        clearTimeout(timer);
    }
}
//# sourceMappingURL=resolver.js.map