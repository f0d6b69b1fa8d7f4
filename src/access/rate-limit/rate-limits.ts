import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import ipaddr from 'ipaddr.js';
import { isIPv4 } from 'node:net';
import { Counter } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { formatDuration } from '../../config/duration';
import type { Rate } from '../../config/rate';
import { RateLimitRepository } from './rate-limit.repository';
import { type LimitState, type LimitStore, SharedLimit } from './shared-limit';

type Policy = 'user' | 'failed-auth' | 'no-token' | 'page';

/** Milliseconds between two warnings. */
const WARN_EVERY_MS = 60_000;

/** A limit with its response headers (draft-ietf-httpapi-ratelimit-headers-11). */
class PolicyLimit {
  private readonly policy: string;

  constructor(
    private readonly name: Policy,
    private readonly limit: SharedLimit,
    private readonly refused: (policy: Policy) => void,
  ) {
    this.policy = `"${name}";q=${limit.rate.points};w=${limit.rate.seconds}`;
  }

  /** @param response gets the headers; a request that is refused in any case gets none */
  take(key: string, what: string, response?: Response): void {
    const state = this.limit.take(key);
    if (!state.within) throw this.problem(state, what);
    response?.setHeader('RateLimit-Policy', this.policy).setHeader('RateLimit', this.field(state));
  }

  /** @param key called only when some of the limit is used: making the key takes as long as all the rest */
  isUsedUp(key: () => string): boolean {
    return !this.limit.isUnused && !this.limit.peek(key()).within;
  }

  private problem(state: LimitState, what: string): Problem {
    this.refused(this.name);
    const { points, seconds } = this.limit.rate;
    return new Problem('too-many-requests', `${what}: ${points} in ${formatDuration(seconds)} at most.`, [], {
      'Retry-After': String(state.resetsIn),
      'RateLimit-Policy': this.policy,
      RateLimit: this.field(state),
    });
  }

  private field({ remaining, resetsIn }: LimitState): string {
    return `"${this.name}";r=${remaining};t=${resetsIn}`;
  }
}

/** The rate limits: of a user; of an address without a token, with invalid tokens, or for the pages behind links in messages. */
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
    private readonly config: Config,
    metrics: Metrics,
    private readonly windows: RateLimitRepository,
  ) {
    this.refusals = new Counter({
      name: 'http_requests_limited_total',
      help: 'Requests that were answered with 429, by limit: user, failed-auth, no-token, page.',
      labelNames: ['limit'],
      registers: [metrics.registry],
    });
    this.users = this.open('user', config.rateLimit);
    this.failures = this.open('failed-auth', config.rateLimitFailedAuth);
    this.anonymous = this.open('no-token', config.rateLimitNoToken);
    this.pages = this.open('page', config.rateLimitPages);
  }

  /** Counts a request with a valid token; all tokens of a user count together. @throws Problem too-many-requests */
  useUser(userId: string, response: Response): void {
    this.users?.take(userId, 'Requests of one user', response);
  }

  /** Counts a request for a page. @throws Problem too-many-requests */
  usePage(address: string | undefined, response: Response): void {
    this.pages?.take(addressKey(address), 'Requests from one address', response);
  }

  /** Counts a request that needs a token and has none. @throws Problem too-many-requests */
  noteAnonymous(address: string | undefined): void {
    this.anonymous?.take(addressKey(address), 'Requests from one address without a token');
  }

  /**
   * Counts an invalid token or signature. Valid ones from the same address are never refused because of it.
   * @throws Problem too-many-requests
   */
  noteFailure(address: string | undefined): void {
    this.failures?.take(addressKey(address), 'Requests from one address with a token that is not valid');
  }

  /**
   * Whether this address sent so many invalid tokens that its next one has to wait its turn.
   * @param address called only when some address failed lately: behind a proxy it is parsed from headers
   */
  isSuspect(address: () => string | undefined): boolean {
    return this.failures?.isUsedUp(() => addressKey(address())) ?? false;
  }

  private open(name: Policy, rate: Rate | false): PolicyLimit | null {
    if (rate === false) return null;
    const limit = new SharedLimit(rate, this.storeOf(name, rate), (error) => this.warn(error));
    return new PolicyLimit(name, limit, (policy) => this.refusals.inc({ limit: policy }));
  }

  /** The embedded database has one process: nothing to share. */
  private storeOf(name: Policy, { seconds }: Rate): LimitStore | null {
    if (this.config.database.kind === 'sqlite') return null;
    return { addPoints: (key, points) => this.windows.addPoints(`${name}:${key}`, points, seconds) };
  }

  private warn(error: unknown): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ msg: 'rate limits are not shared: each replica counts for itself', err: error });
  }
}

/** The network that one customer usually gets, with all its addresses (RFC 6177). */
const PREFIX_PARTS = 4;

/** The key that an address is counted by: IPv4 as it is (also when written as IPv6), IPv6 by its /64 network. */
export function addressKey(address: string | undefined): string {
  const bare = address?.replace(/^::ffff:/i, '') ?? '';
  if (isIPv4(bare)) return bare;
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, PREFIX_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
