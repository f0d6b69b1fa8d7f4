import { Inject, type OnModuleDestroy, Optional } from '@nestjs/common';
import { createTransport, type SMTPPoolOptions } from 'nodemailer';
import { safeUrl, firstCharacters } from 'small-parts';
import { Proxies } from '../../common/outgoing-http/proxies';
import { NotificationChannel } from '../../common/plugin/marks';
import { Config } from '../../config/config';
import { type Outcome, Channel, type Delivery } from './channel';
import type { Message } from '../rendering/message';
import { renderText } from '../rendering/render-text';
import { Setting, parseMailAddress } from '../../common/settings/setting';
import { isLoopback } from '../../config/url';
import { isTlsCode } from '../../common/outgoing-http/outgoing-error';

/** Injection token of shorter limits for tests. */
export const MAIL_LIMITS = Symbol('MAIL_LIMITS');

/** All in milliseconds. */
export interface MailLimits {
  connectMs: number;
  greetingMs: number;
  /** Silence of the relay. */
  socketMs: number;
  /** The whole attempt: a relay that trickles its replies never hits `socketMs`. */
  totalMs: number;
}

const LIMITS: MailLimits = { connectMs: 10_000, greetingMs: 30_000, socketMs: 60_000, totalMs: 60_000 };

export class EmailSettings {
  @Setting({
    title: 'Address',
    description: 'The address that receives the messages.',
    format: 'email',
    maxLength: 254,
    examples: ['name@example.com'],
  })
  address!: string;
}

export interface Mail {
  /** The part of the Message-ID before the `@`: the same on every attempt. */
  id: string;
  subject: string;
  text: string;
  html: string;
  inReplyTo?: string;
  references?: string;
  headers?: Record<string, string>;
}

/** RFC 3834: no vacation responder answers; the second header is for Exchange. */
const BY_A_MACHINE = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

type Transport = ReturnType<typeof transportFor>;

/** Mail through the operator's relay (SMTP_URL). `ok` means that the relay accepted it, not that it was delivered. */
@NotificationChannel()
export class EmailChannel extends Channel<EmailSettings> implements OnModuleDestroy {
  readonly type = 'email';
  readonly title = 'E-mail';
  readonly category = 'mail';
  readonly description = 'A mail to one address, through the mail relay of this installation.';
  readonly settingsClass = EmailSettings;
  readonly retryProfile = 'email';
  private readonly limits: MailLimits;
  private readonly transport: Transport | null;
  private readonly from: { name: string; address: string };
  private readonly domain: string;

  constructor(config: Config, @Optional() @Inject(MAIL_LIMITS) limits?: Partial<MailLimits>) {
    super();
    this.limits = { ...LIMITS, ...limits };
    this.transport = config.smtpUrl ? transportFor(config.smtpUrl, new Proxies(config), this.limits) : null;
    this.from = parseMailbox(config.mailFrom);
    this.domain = this.from.address.slice(this.from.address.lastIndexOf('@') + 1);
  }

  override unavailableBecause(): string | null {
    return this.transport ? null : 'cannot be used here: this installation has no mail relay (SMTP_URL)';
  }

  async send({ id, settings, message }: Delivery<EmailSettings>): Promise<Outcome> {
    return this.sendTo(settings.address, { ...this.mailOf(message), id: `d-${id}` });
  }

  override recipient({ address }: EmailSettings): string | null {
    return parseMailAddress(address);
  }

  /** One attempt of at most 60 seconds to pass a mail to the relay. All mails of the service go this way. */
  async sendTo(to: string, { id, headers, ...content }: Mail): Promise<Outcome> {
    if (!this.transport) return { kind: 'retry', reason: 'SMTP_URL is not configured', transport: true };
    const address = parseMailAddress(to);
    if (address === null) return { kind: 'dead', reason: 'The address is not a valid e-mail address' };
    // The same on every attempt: some mail systems show equal ones once.
    const messageId = `<${id}@${this.domain}>`;
    try {
      await this.transport.sendMail({
        ...content,
        messageId,
        headers: { ...BY_A_MACHINE, ...headers },
        ...this.safely(address),
      });
      return { kind: 'ok', code: 250 };
    } catch (error) {
      return outcomeOfSmtpError(error as SmtpError);
    }
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }

  /** Mails about one product form a thread. */
  private mailOf(message: Message) {
    const [about] = [...message.updates, ...(message.alerts ?? [])];
    const thread = about && message.kind !== 'update.digest' ? `<sw-${about.software.id}@${this.domain}>` : null;
    return {
      ...renderText(message),
      ...(thread === null ? {} : { inReplyTo: thread, references: thread }),
      headers: unsubscribeHeaders(message.links.unsubscribe),
    };
  }

  /**
   * An explicit envelope with one validated recipient, since the library's address parser would find several in a hostile text. No content may
   * come from a file or a URL.
   */
  private safely(address: string) {
    return {
      from: this.from,
      to: { name: '', address },
      envelope: { from: this.from.address, to: [address] },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(this.limits.totalMs),
    };
  }
}

function transportFor(smtpUrl: string, proxies: Proxies, limits: MailLimits) {
  const relay = parseSmtpUrl(smtpUrl);
  const options: SMTPPoolOptions & { pool: true; proxy?: string } = {
    ...relay,
    // A tunnel, as for https:.
    proxy: proxies.for({ protocol: 'https:', hostname: relay.host, port: String(relay.port) })?.href,
    pool: true,
    maxConnections: 5,
    // One immediate retry for a pooled connection that the relay had closed; our schedule does the rest.
    maxRequeues: 1,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.socketMs,
    tls: { minVersion: 'TLSv1.2' },
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options);
}

/**
 * RFC 8058, section 3.1: one HTTPS URI and exactly this value, both covered by the relay's DKIM signature. Without HTTPS, the link is in
 * the text only.
 */
function unsubscribeHeaders(link: string | null | undefined): Record<string, string> {
  const url = safeUrl(link);
  if (!url?.startsWith('https://')) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** MAIL_FROM, validated by the configuration: an address or `Name <address>`. */
function parseMailbox(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^(.*)<([^<>]+)>\s*$/.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/** The operator's relay, as SMTP_URL describes it. */
export interface SmtpRelay {
  host: string;
  port: number;
  /** TLS from the first byte (smtps://, port 465). */
  secure: boolean;
  /** Nothing is sent without STARTTLS. */
  requireTLS: boolean;
  /** No TLS at all. */
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

/**
 * Parses `smtp[s]://user:password@host:port?tls=no|required`. Without `tls`, smtp:// requires STARTTLS except on loopback, where relays mostly
 * have no TLS or a self-signed certificate. The URL is not passed to the mail library, which would accept any of its options from the query.
 */
export function parseSmtpUrl(text: string): SmtpRelay {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls');
  const plain = !secure && (tls === 'no' || (tls === null && isLoopback(host)));
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !plain,
    ignoreTLS: plain,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
  };
}

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
