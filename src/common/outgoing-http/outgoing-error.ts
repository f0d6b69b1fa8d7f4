export type OutgoingErrorKind = 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'proxy';

const TEXTS: Record<OutgoingErrorKind, string> = {
  blocked: 'The address is unknown or not allowed, or nothing answers there',
  dns: 'The name of the host was not found',
  connect: 'The connection was refused',
  tls: 'TLS failed',
  timeout: 'There was no answer in time',
  reset: 'The connection was closed before an answer',
  protocol: 'The answer was not valid HTTP',
  proxy: 'The outgoing proxy of this service cannot be used',
};

/**
 * A request that brought no answer. The message is a fixed text and at most an error code: no path, no query and no
 * library's own words, since the URL of a webhook is a secret.
 */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  /** For the operator's log. */
  readonly detail: string;

  /**
   * @param hidden whether the reason is for the operator only. A name that does not exist, a name of a forbidden address and, in a
   *   range that the operator opened, a silent or closed port all read the same: or users could look around in the network inside
   */
  constructor(
    readonly kind: OutgoingErrorKind,
    private readonly code?: string,
    readonly hidden: boolean = kind === 'blocked' || kind === 'dns',
  ) {
    const detail = TEXTS[kind] + (code ? ` (${code})` : '');
    super(hidden ? TEXTS.blocked : detail);
    this.detail = detail;
  }

  /** The fault may be our own network rather than this host. */
  get isOfNetwork(): boolean {
    return this.kind === 'proxy' ? this.code !== REFUSED : this.code !== undefined && NETWORK.has(this.code);
  }
}

/** Raised inside the connector: the address is not one that may be dialled. */
export class BlockedError extends Error {
  readonly code = 'EBLOCKED';
}

/** Raised inside the connector: the name has no address, or the resolver took too long. */
export class LookupError extends Error {
  readonly code = 'ELOOKUP';

  constructor(readonly reason: string) {
    super('lookup failed');
  }
}

/** Raised inside the connector: the proxy is not there, or does not take our credentials (407). */
export class ProxyError extends Error {
  constructor(readonly reason: string) {
    super('proxy failed');
  }
}

/** Raised inside the connector: the proxy gives no way to this target, for whatever reason of its own. */
export class TunnelError extends Error {
  constructor(readonly reason: string) {
    super('no tunnel');
  }
}

const REFUSED = '407';
/** Of the resolver and of the kernel; `timeout` is that of a look-up. */
const NETWORK = new Set(['EAI_AGAIN', 'ENOTFOUND', 'timeout', 'ENETUNREACH', 'ENETDOWN']);
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
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|EPROTO$)/;
/** The last two: this service is shutting down. */
const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

/** Whether Node's error code is about a handshake or a certificate. */
export function isTlsCode(code: string): boolean {
  return TLS.test(code);
}

/**
 * Converts an error of undici, Node or the connector.
 * @param reach the policy that the target falls under; `trusted` is the operator's own address, about which there is nothing to hide
 */
export function toOutgoingError(error: unknown, reach: 'public' | 'opened' | 'trusted'): OutgoingError {
  if (error instanceof OutgoingError) return error;
  if (error instanceof BlockedError) return new OutgoingError('blocked');
  if (error instanceof LookupError) return new OutgoingError('dns', error.reason, reach !== 'trusted');
  if (error instanceof ProxyError) return new OutgoingError('proxy', error.reason);
  if (error instanceof TunnelError) return new OutgoingError('blocked', `proxy: ${error.reason}`, reach !== 'trusted');
  const hidden = reach === 'opened';
  const { name, code } = rootOf(error);
  const kind = kindOf(name, code, error);
  return new OutgoingError(kind, ['connect', 'tls', 'protocol'].includes(kind) ? code : undefined, hidden);
}

function kindOf(name: string, code: string, error: unknown): OutgoingErrorKind {
  if (name === 'TimeoutError' || name === 'AbortError' || TIMEOUT.test(code)) return 'timeout';
  if (CONNECT.has(code)) return 'connect';
  if (isTlsCode(code)) return 'tls';
  if (RESET.has(code)) return 'reset';
  // undici gives one code both to a closed connection and to an answer that it will not take (101, 100).
  if (code === 'UND_ERR_SOCKET') return /^bad /.test((error as Error).message) ? 'protocol' : 'reset';
  return 'protocol';
}

/** With several addresses Node joins the errors of all dials: the last one speaks. */
function rootOf(error: unknown): { name: string; code: string } {
  const last = error instanceof AggregateError ? (error.errors as unknown[]).at(-1) : error;
  const { name = '', code = '' } = (last ?? {}) as { name?: string; code?: unknown };
  return { name, code: typeof code === 'string' ? code : '' };
}
