"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.LookupError = exports.BlockedError = exports.OutgoingError = void 0;
exports.isTlsCode = isTlsCode;
exports.toOutgoingError = toOutgoingError;
const TEXTS = {
    blocked: 'The address is not allowed, or nothing answers there',
    dns: 'The name of the host was not found',
    connect: 'The connection was refused',
    tls: 'TLS failed',
    timeout: 'There was no answer in time',
    reset: 'The connection was closed before an answer',
    protocol: 'The answer was not valid HTTP',
};
/**
 * A request that brought no answer. The message is a fixed text and at most an error code: no path, no query and no
 * library's own words, since the URL of a webhook is a secret.
 */
class OutgoingError extends Error {
    /**
     * @param hidden the target is in a range that the operator opened: refused, silent and forbidden all read the same,
     *   or the service would be a port scanner of the network it stands in
     */
    constructor(kind, code, hidden = kind === 'blocked') {
        super(hidden ? TEXTS.blocked : TEXTS[kind] + (code ? ` (${code})` : ''));
        this.kind = kind;
        this.hidden = hidden;
        this.name = 'OutgoingError';
    }
}
exports.OutgoingError = OutgoingError;
/** Raised inside the connector: the address is not one that may be dialled. */
class BlockedError extends Error {
    constructor() {
        super(...arguments);
        this.code = 'EBLOCKED';
    }
}
exports.BlockedError = BlockedError;
/** Raised inside the connector: the name has no address, or the resolver took too long. */
class LookupError extends Error {
    constructor(reason) {
        super('lookup failed');
        this.reason = reason;
        this.code = 'ELOOKUP';
    }
}
exports.LookupError = LookupError;
const CONNECT = new Set([
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL',
    'EACCES',
    'EHOSTDOWN',
    'ENETDOWN',
]);
const TIMEOUT = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|UND_ERR_ABORTED|ETIMEDOUT)$/;
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|EPROTO$)/;
/** The last two: this service is shutting down. */
const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);
/** Whether Node's error code is about a handshake or a certificate. */
function isTlsCode(code) {
    return TLS.test(code);
}
/** The typed form of whatever undici, Node or the connector threw. */
function toOutgoingError(error, hidden) {
    if (error instanceof OutgoingError)
        return error;
    if (error instanceof BlockedError)
        return new OutgoingError('blocked');
    if (error instanceof LookupError)
        return new OutgoingError('dns', error.reason, hidden);
    const { name, code } = rootOf(error);
    const kind = kindOf(name, code, error);
    return new OutgoingError(kind, ['connect', 'tls', 'protocol'].includes(kind) ? code : undefined, hidden);
}
function kindOf(name, code, error) {
    if (name === 'TimeoutError' || name === 'AbortError' || TIMEOUT.test(code))
        return 'timeout';
    if (CONNECT.has(code))
        return 'connect';
    if (isTlsCode(code))
        return 'tls';
    if (RESET.has(code))
        return 'reset';
    // undici gives one code both to a closed connection and to an answer that it will not take (101, 100).
    if (code === 'UND_ERR_SOCKET')
        return /^bad /.test(error.message) ? 'protocol' : 'reset';
    return 'protocol';
}
/** With several addresses Node joins the errors of all dials: the last one speaks. */
function rootOf(error) {
    const last = error instanceof AggregateError ? error.errors.at(-1) : error;
    const { name = '', code = '' } = (last ?? {});
    return { name, code: typeof code === 'string' ? code : '' };
}
//# sourceMappingURL=outgoing-error.js.map