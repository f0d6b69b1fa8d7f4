import { Injectable, Logger } from '@nestjs/common';
import {
  type CompactJWSHeaderParameters,
  createLocalJWKSet,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
} from 'jose';
import { parseUrl } from 'small-parts';
import { type OutgoingError, OutgoingHttp } from '../../../common/outgoing-http/outgoing-http';
import { Config } from '../../../config/config';
import { isSafeIssuerUrl } from '../../../config/oidc';

/** The issuer does not respond, or not as it should, and the cached keys do not fit. */
export class IssuerAwayError extends Error {}

/** Keys are refreshed in the background after the first time, and used up to the second while the issuer is down. */
const FRESH_MS = 600_000;
const USABLE_MS = 3_600_000;
/** Between two requests to the issuer: made-up key ids cannot cause more. */
const REST_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;

/**
 * The public keys of the issuer, by OpenID Connect Discovery 1.0. A token that fits none of them triggers a refresh, so new keys work within
 * seconds. Cached keys outlive an issuer that is down for a while, and a silent issuer delays requests once, not each time.
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
   * The key that a token names.
   * @throws IssuerAwayError, or what jose throws when the issuer has no such key
   */
  async find(header: CompactJWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const age = performance.now() - this.fetchedAt;
    if (age > USABLE_MS) await this.refresh();
    // Failures are logged; the cached keys still work.
    else if (age > FRESH_MS) this.refresh().catch(() => undefined);
    return this.keys!(header, token);
  }

  /**
   * For a token that no cached key fits. One request at a time, then a rest, during which the last response counts.
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

  /** Milliseconds until the next request to the issuer is allowed. */
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

  /** @throws Error when the document names another issuer (Discovery 1.0, section 4.3) */
  private async keysUrl(): Promise<string> {
    const { issuer, allowHttp } = this.config.oidc!;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const said = (await this.read(address)) as { issuer?: unknown; jwks_uri?: unknown } | null;
    if (said?.issuer !== issuer) throw new Error(`${address} is about another issuer than OIDC_ISSUER`);
    const url = typeof said.jwks_uri === 'string' ? parseUrl(said.jwks_uri) : null;
    if (!url || !isSafeIssuerUrl(url, allowHttp)) throw new Error(`${address} has no usable jwks_uri`);
    return url.href;
  }

  /** The keys may be on another host than the issuer, which is then subject to OUTBOUND_ALLOW like any other. */
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
