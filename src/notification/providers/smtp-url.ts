import { isLoopback } from '../../config/url';
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
