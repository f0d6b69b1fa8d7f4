import { firstCharacters } from 'small-parts';
import { isTlsCode } from '../../common/outgoing-http/outgoing-error';
import type { Outcome } from './channel';

/** The fields of nodemailer's errors. */
export interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  timeoutType?: string;
  originalCode?: string;
}

/** Refusals of MAIL FROM that concern only this message: it is too large. */
const TOO_LARGE = [523, 552];
const RELAY_AWAY = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * 4yz is transient, 5yz is permanent (RFC 5321, section 4.2.1). Failures of the relay itself (no connection, no TLS, wrong password, unknown
 * sender) are the operator's, so the attempt does not count.
 */
export function outcomeOfSmtpError(error: SmtpError): Outcome {
  const { code, responseCode } = error;
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return refused(error);
  const relay = relayFault(error);
  if (relay) return { kind: 'retry', reason: relay, code: responseCode ?? code ?? 'smtp', transport: true };
  // The connection was lost, or timed out, midway: the relay may have accepted the message.
  const reason = 'The connection to the mail relay ended without a verdict';
  return { kind: 'retry', reason, code: responseCode ?? code ?? 'smtp', unknown: true };
}

function refused(error: SmtpError): Outcome {
  const { responseCode, command } = error;
  if (responseCode === undefined)
    return { kind: 'dead', reason: 'The message could not be made', code: error.code ?? 'smtp' };
  const said = { code: responseCode, ...(error.response ? { excerpt: excerptOfReply(error.response) } : {}) };
  // 503 (bad sequence of commands) concerns the session: the message may succeed in a new one.
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

function relayFault({ code, responseCode, timeoutType, originalCode, command }: SmtpError): string | null {
  if (code === 'EAUTH') return `The mail relay does not accept our login (${responseCode ?? 'no code'})`;
  if (code === 'ETLS' || isTlsCode(originalCode ?? '')) return 'The mail relay offers no valid TLS';
  if (code === 'EDNS') return 'The name of the mail relay was not found';
  if (code === 'EPROTOCOL') return `The mail relay does not serve us (${responseCode ?? 'no code'})`;
  if (code === 'ETIMEDOUT' && timeoutType !== 'SOCKET_TIMEOUT') return 'The mail relay does not answer';
  if (code === 'EPROXY') return 'The outgoing proxy gives no way to the mail relay';
  // Not wrapped by the mail library: of its connection to the proxy.
  if (RELAY_AWAY.includes(code ?? '')) return 'The outgoing proxy cannot be reached';
  if (code === 'ESOCKET' && RELAY_AWAY.includes(originalCode ?? '')) return 'The mail relay cannot be reached';
  // Without a command: closed before the greeting, repeatedly.
  if (code === 'ECONNECTION' && command === undefined) return 'The mail relay closes our connections';
  return null;
}

function excerptOfReply(response: string): string {
  const printable = response
    .slice(0, 1000)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return firstCharacters(printable, 500);
}
