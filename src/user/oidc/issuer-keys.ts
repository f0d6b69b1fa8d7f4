import { Injectable, Logger } from '@nestjs/common';
import {
  type CompactJWSHeaderParameters,
  createLocalJWKSet,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
} from 'jose';
import { type OutgoingError, OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Config } from '../../config/config';
import { isSafeIssuerUrl } from '../../config/oidc';
import { parseUrl } from '../../config/url';

/** The issuer does not answer, or not with what it should, and the keys at hand do not do. */
export class IssuerAwayError extends Error {}

/** Keys are asked for again in the background after this time, and used for the second one while the issuer is away. */
const FRESH_MS = 600_000;
const USABLE_MS = 3_600_000;
/** Between two questions to the issuer: whoever makes keys up cannot have it asked more often. */
const REST_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;

/**
 * The public keys of the issuer, by OpenID Connect Discovery 1.0. A token that fits none of them is a reason to ask again (`refresh`), so
 * new keys count within seconds. Keys at hand outlive an issuer that is away for a while; who is waiting for one that is silent waits
 * once, not each time.
 */
@Injectable()
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private keys: ReturnType<typeof createLocalJWKSet> | null = null;
  /** Milliseconds of the monotonic clock. */
  private fetchedAt = -Infinity;
  private askedAt = -Infinity;
  private failure: IssuerAwayError | null = null;
  private asking: Promise<void> | null = null;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {}

  /**
   * The key that a token says it was signed with.
   * @throws IssuerAwayError, or what jose throws when the issuer has no such key
   */
  async find(header: CompactJWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const age = performance.now() - this.fetchedAt;
    if (age > USABLE_MS) await this.refresh();
    // What went wrong is logged; the keys at hand do.
    else if (age > FRESH_MS) this.refresh().catch(() => undefined);
    return this.keys!(header, token);
  }

  /**
   * For a token that none of the keys at hand fits. One question at a time, then a rest, in which the last answer counts.
   * @throws IssuerAwayError
   */
  async refresh(): Promise<void> {
    if (this.asking === null && this.restMs() > 0) {
      if (this.failure) throw this.failure;
      return;
    }
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
      this.askedAt = performance.now();
    });
    await this.asking;
  }

  /** Milliseconds until the issuer may be asked again. */
  restMs(): number {
    return Math.max(0, this.askedAt + REST_MS - performance.now());
  }

  private async ask(): Promise<void> {
    try {
      this.keys = createLocalJWKSet((await this.read(await this.keysUrl())) as JSONWebKeySet);
      this.fetchedAt = performance.now();
      this.failure = null;
    } catch (error) {
      const { message } = error as Error;
      this.logger.warn({ msg: 'keys of the issuer not read', reason: message });
      throw (this.failure = new IssuerAwayError(message));
    }
  }

  /** @throws Error when the issuer says that it is another one (Discovery 1.0, section 4.3) */
  private async keysUrl(): Promise<string> {
    const { issuer, allowHttp } = this.config.oidc!;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const said = (await this.read(address)) as { issuer?: unknown; jwks_uri?: unknown } | null;
    if (said?.issuer !== issuer) throw new Error(`${address} is about another issuer than OIDC_ISSUER`);
    const url = typeof said.jwks_uri === 'string' ? parseUrl(said.jwks_uri) : null;
    if (!url || !isSafeIssuerUrl(url, allowHttp)) throw new Error(`${address} has no usable jwks_uri`);
    return url.href;
  }

  /** Keys may be at another host than the issuer: then it is called as any other address is, within OUTBOUND_ALLOW. */
  private async read(url: string): Promise<unknown> {
    const trusted = new URL(url).origin === new URL(this.config.oidc!.issuer).origin;
    const headers = { accept: 'application/json' };
    const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, trusted } as const;
    const { status, cut, body } = await this.http.request(request).catch((error: OutgoingError) => {
      throw new Error(`${url}: ${error.message}`);
    });
    if (status !== 200 || cut) throw new Error(`${url} answered ${status}${cut ? ', cut off' : ''}`);
    try {
      return JSON.parse(body) as unknown;
    } catch {
      throw new Error(`${url} did not answer with JSON`);
    }
  }
}
