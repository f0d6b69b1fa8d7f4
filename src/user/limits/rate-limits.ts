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

type Policy = 'user' | 'failed-auth' | 'no-token' | 'page';

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

  /** As `take`, for what is refused in any case: nothing is left to say about the limit. */
  count(key: string, what: string): void {
    const standing = this.limit.take(key);
    if (!standing.within) throw this.problem(standing, what);
  }

  /** @param key is made only where somebody used some of the limit: that takes as long as all the rest */
  isUsedUp(key: () => string): boolean {
    return !this.limit.isWhole && !this.limit.look(key()).within;
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

/** How often somebody may ask: a user; an address without a token, with tokens that are not valid, or for the pages of messages. */
@Injectable()
export class RateLimits {
  private readonly logger = new Logger('rate-limit');
  private readonly refusals: Counter;
  private readonly users: PolicyLimit | null;
  private readonly failures: PolicyLimit | null;
  private readonly anonymous: PolicyLimit | null;
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
    this.users = this.open('user', config.rateLimit);
    this.failures = this.open('failed-auth', config.rateLimitFailedAuth);
    this.anonymous = this.open('no-token', config.rateLimitNoToken);
    this.pages = this.open('page', config.rateLimitPages);
  }

  /** A request with a valid token; all tokens of a user count together. @throws Problem too-many-requests */
  useUser(userId: string, response: Response): void {
    this.users?.take(userId, 'Requests of one user', response);
  }

  /** A request for a page. @throws Problem too-many-requests */
  usePage(address: string | undefined, response: Response): void {
    this.pages?.take(addressKey(address), 'Requests from one address', response);
  }

  /** A request that needs a token and has none. @throws Problem too-many-requests */
  noteAnonymous(address: string | undefined): void {
    this.anonymous?.count(addressKey(address), 'Requests from one address without a token');
  }

  /**
   * A token or a signature from this address was not valid. Valid ones are never refused for those of others.
   * @throws Problem too-many-requests
   */
  noteFailure(address: string | undefined): void {
    this.failures?.count(addressKey(address), 'Requests from one address with a token that is not valid');
  }

  /**
   * Whether so many tokens from this address were not valid that looking the next one up has to wait its turn.
   * @param address is asked for only where somebody failed lately: behind a proxy it is looked for in headers
   */
  isSuspect(address: () => string | undefined): boolean {
    return this.failures?.isUsedUp(() => addressKey(address())) ?? false;
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
