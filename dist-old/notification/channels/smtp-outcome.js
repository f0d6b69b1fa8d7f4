"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.outcomeOfSmtpError = outcomeOfSmtpError;
const outgoing_error_1 = require("../../common/outgoing-http/outgoing-error");
const text_1 = require("../../common/text");
/** Refusals of MAIL FROM that are about this one message: too large. */
const TOO_LARGE = [523, 552];
const RELAY_AWAY = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/**
 * 4yz is transient, 5yz is permanent (RFC 5321 4.2.1). What concerns the relay and not the message (no connection, no
 * TLS, wrong password, unknown sender) is the operator's: the attempt does not count.
 */
function outcomeOfSmtpError(error) {
    const { code, responseCode } = error;
    if (code === 'EENVELOPE' || code === 'EMESSAGE')
        return refused(error);
    const relay = relayFault(error);
    if (relay)
        return { kind: 'retry', reason: relay, code: responseCode ?? code ?? 'smtp', transport: true };
    // The connection went, or our own time was over, after we had begun: the relay may have taken the message.
    const reason = 'The connection to the mail relay ended without a verdict';
    return { kind: 'retry', reason, code: responseCode ?? code ?? 'smtp', unknown: true };
}
function refused(error) {
    const { responseCode, command } = error;
    if (responseCode === undefined)
        return { kind: 'dead', reason: 'The message could not be made', code: error.code ?? 'smtp' };
    const said = { code: responseCode, ...(error.response ? { excerpt: excerptOfReply(error.response) } : {}) };
    // 503, bad sequence of commands, is about the session: the same message can pass on a new one.
    if (responseCode < 500 || responseCode === 503)
        return { kind: 'retry', reason: `The mail relay answered ${responseCode}: not now`, ...said };
    if (command === 'MAIL FROM' && !TOO_LARGE.includes(responseCode))
        return {
            kind: 'retry',
            reason: `The mail relay refuses our sender address (${responseCode})`,
            ...said,
            transport: true,
        };
    return { kind: 'dead', reason: `The mail relay answered ${responseCode}: refused for good`, ...said };
}
function relayFault({ code, responseCode, timeoutType, originalCode, command }) {
    if (code === 'EAUTH')
        return `The mail relay does not accept our login (${responseCode ?? 'no code'})`;
    if (code === 'ETLS' || (0, outgoing_error_1.isTlsCode)(originalCode ?? ''))
        return 'The mail relay offers no valid TLS';
    if (code === 'EDNS')
        return 'The name of the mail relay was not found';
    if (code === 'EPROTOCOL')
        return `The mail relay does not serve us (${responseCode ?? 'no code'})`;
    if (code === 'ETIMEDOUT' && timeoutType !== 'SOCKET_TIMEOUT')
        return 'The mail relay does not answer';
    if (code === 'ESOCKET' && RELAY_AWAY.includes(originalCode ?? ''))
        return 'The mail relay cannot be reached';
    // Without a command nothing had been said yet: closed before the greeting, time and again.
    if (code === 'ECONNECTION' && command === undefined)
        return 'The mail relay closes our connections';
    return null;
}
function excerptOfReply(response) {
    const printable = response
        .slice(0, 1000)
        .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
        .trim();
    return (0, text_1.firstCharacters)(printable, 500);
}
//# sourceMappingURL=smtp-outcome.js.map