import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { Counter } from 'prom-client';
import { Metrics } from '../../common/metrics';
import type {} from '../../common/api/api-response'; // giveHeader
import { Problem } from '../../common/problem/problem';
import { Config } from '../../config/config';
import { formatDuration } from '../../config/duration';
import type { Rate } from '../../config/rate';
import { addressKey } from './address-key';
import { LimitStores } from './limit-stores';
import { SharedLimit, type Standing } from './shared-limit';

type Policy = 'token' | 'failed-auth' | 'page';

/** Not told more often than this. */
const WARN_EVERY_MS = 60_000;

/** One limit of the service, as its callers meet it: draft-ietf-httpapi-ratelimit-headers-11. */
class PolicyLimit {
  private readonly policy: string;

  constructor(
    private readonly name: Policy,
    private readonly limit: SharedLimit,
    private readonly refused: (policy: Policy) => void,
  ) {
    this.policy = `"${name}";q=${limit.rate.points};w=${limit.rate.seconds}`;
  }

  take(key: string, what: string, response: Response): void {
    const standing = this.limit.take(key);
    if (!standing.within) throw this.problem(standing, what);
    response.giveHeader('RateLimit-Policy', this.policy);
    response.giveHeader('RateLimit', this.field(standing));
  }

  look(key: string, what: string, unless: () => boolean): void {
    const standing = this.limit.look(key);
    if (!standing.within && !unless()) throw this.problem(standing, what);
  }

  /** Known without the key, which takes as long as all the rest. */
  get isWhole(): boolean {
    return this.limit.isWhole;
  }

  count(key: string): void {
    this.limit.take(key);
  }

  private problem(standing: Standing, what: string): Problem {
    this.refused(this.name);
    const { points, seconds } = this.limit.rate;
    return new Problem('too-many-requests', `${what}: ${points} in ${formatDuration(seconds)} at most.`, [], {
      'Retry-After': String(standing.resetsIn),
      'RateLimit-Policy': this.policy,
      RateLimit: this.field(standing),
    });
  }

  private field({ remaining, resetsIn }: Standing): string {
    return `"${this.name}";r=${remaining};t=${resetsIn}`;
  }
}

/** How often somebody may ask: a token, an address whose tokens are not valid, an address that opens the pages of messages. */
@Injectable()
export class RateLimits {
  private readonly logger = new Logger('rate-limit');
  private readonly refusals: Counter;
  private readonly tokens: PolicyLimit | null;
  private readonly failures: PolicyLimit | null;
  private readonly pages: PolicyLimit | null;
  private warnedAt = -Infinity;

  constructor(
    config: Config,
    metrics: Metrics,
    private readonly stores: LimitStores,
  ) {
    this.refusals = new Counter({
      name: 'http_requests_limited_total',
      help: 'Requests that were answered with 429, by limit.',
      labelNames: ['limit'],
      registers: [metrics.registry],
    });
    this.tokens = this.open('token', config.rateLimit);
    this.failures = this.open('failed-auth', config.rateLimitFailedAuth);
    this.pages = this.open('page', config.rateLimitPages);
  }

  /** A request with a valid token. @throws Problem too-many-requests */
  useToken(tokenId: string, response: Response): void {
    this.tokens?.take(tokenId, 'Requests with one token', response);
  }

  /** A request for a page. @throws Problem too-many-requests */
  usePage(address: string | undefined, response: Response): void {
    this.pages?.take(addressKey(address), 'Requests from one address', response);
  }

  /**
   * Before a token is looked up, and when a signature does not fit.
   * @param address is asked for only where somebody failed lately: behind a proxy it is looked for in headers
   * @param isProven whether it was valid before, and so is no guess
   * @throws Problem too-many-requests when too many from this address were not valid
   */
  demandFewFailures(address: () => string | undefined, isProven = () => false): void {
    if (!this.failures || this.failures.isWhole) return;
    this.failures.look(addressKey(address()), 'Requests from one address with a token that is not valid', isProven);
  }

  /** A token or a signature from this address was not valid. */
  noteFailure(address: string | undefined): void {
    this.failures?.count(addressKey(address));
  }

  private open(name: Policy, rate: Rate | false): PolicyLimit | null {
    if (rate === false) return null;
    const limit = new SharedLimit(rate, this.stores.open(name, rate), (error) => this.warn(error));
    return new PolicyLimit(name, limit, (policy) => this.refusals.inc({ limit: policy }));
  }

  private warn(error: unknown): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ msg: 'rate limits are not shared: each replica counts for itself', err: error });
  }
}
