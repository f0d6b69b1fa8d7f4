"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.guardedConnector = guardedConnector;
const node_net_1 = require("node:net");
const undici_1 = require("undici");
const address_guard_1 = require("./address-guard");
const outgoing_error_1 = require("./outgoing-error");
/**
 * Dials only what the guard allows. The address that is checked is the one that is dialled, so a name that changes
 * between check and dial (DNS rebinding) gains nothing: a literal address never reaches the look-up and is checked
 * first, the look-up hands on good addresses only, and the peer is checked before a byte of the request is written.
 */
function guardedConnector(options) {
    return (target, callback) => {
        const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
        const allowed = (address) => options.guard.reachFor(address, url) === options.reach;
        if ((0, node_net_1.isIP)((0, address_guard_1.hostOf)(url)) && !allowed((0, address_guard_1.hostOf)(url)))
            return callback(new outgoing_error_1.BlockedError('literal'), null);
        const dial = connectorFor(options, allowed);
        dial(target, (error, socket) => {
            if (error)
                return callback(error, null);
            if (!allowed(socket.remoteAddress ?? '')) {
                socket.destroy();
                return callback(new outgoing_error_1.BlockedError('peer'), null);
            }
            options.onSocket(socket);
            callback(null, socket);
        });
    };
}
/** One base connector a dial, since its look-up knows the URL; the price is that TLS sessions are not resumed. */
function connectorFor(options, allowed) {
    const lookup = (hostname, lookupOptions, done) => {
        options.resolve(hostname).then((found) => {
            const good = found.filter(({ address }) => allowed(address));
            if (good.length === 0)
                return done(new outgoing_error_1.BlockedError('lookup'), []);
            answer(good, lookupOptions.all === true, done);
        }, (error) => done(error, []));
    };
    return (0, undici_1.buildConnector)({ lookup, timeout: options.timeoutMs, maxCachedSessions: 0, minVersion: 'TLSv1.2' });
}
function answer(found, all, done) {
    if (all)
        return done(null, found);
    done(null, found[0].address, found[0].family);
}
//# sourceMappingURL=guarded-connector.js.map