import type { Pace } from '../../common/concurrency/semaphore';
import type { SourceError } from '../../common/fetch/source-error';
import type { ClaimedHost, SourceHostRepository } from './source-host.repository';

/** Milliseconds after which a claim is renewed before the next fetch. */
const RENEW_AFTER = 60_000;
/** After so many failures in a row a host is paused, so that its sources do not keep others waiting. */
const MAX_FAILURES = 5;
/** Milliseconds that failures in a row may take before a host is paused. */
const MAX_WASTED = 30_000;
const FAILING_PAUSE = 300;
/** Codes of errors that are about the host rather than one address. */
const HOST_ERRORS = new Set(['unreachable', 'dns', 'connect', 'tls', 'timeout', 'reset']);

/** A claimed host while its sources are polled: its health, and whether to go on. */
export class HostSession implements ClaimedHost {
  readonly host: string;
  readonly claim: string;
  /** Seconds for which the host is to be left alone; null = go on. */
  pause: number | null = null;
  /** Another process has taken the claim over. */
  isLost = false;
  private renewedAt = performance.now();
  private failuresInRow = 0;
  private wastedMs = 0;

  constructor(
    { host, claim }: ClaimedHost,
    readonly pace: Pace,
    private readonly hosts: SourceHostRepository,
  ) {
    this.host = host;
    this.claim = claim;
  }

  noteSuccess(): void {
    this.failuresInRow = 0;
    this.wastedMs = 0;
  }

  noteFailure({ code }: SourceError, tookMs: number): void {
    const isOfHost = typeof code === 'string' ? HOST_ERRORS.has(code) : (code ?? 0) >= 500;
    this.failuresInRow = isOfHost ? this.failuresInRow + 1 : 0;
    this.wastedMs += tookMs;
    if (this.failuresInRow >= MAX_FAILURES || this.wastedMs >= MAX_WASTED) this.pauseFor(FAILING_PAUSE);
  }

  /** @param seconds null = the host did not ask for a pause */
  pauseFor(seconds: number | null): void {
    if (seconds !== null) this.pause = Math.max(this.pause ?? 0, seconds);
  }

  /** Makes the next `renew` ask the database: a write did not count, so the claim may be lost. */
  doubtClaim(): void {
    this.renewedAt = -Infinity;
  }

  /** Renews the claim when it is time, so that it outlasts a fetch. @returns whether the host is still claimed */
  async renew(): Promise<boolean> {
    if (performance.now() - this.renewedAt < RENEW_AFTER) return !this.isLost;
    const before = performance.now();
    this.isLost ||= !(await this.hosts.renew(this));
    this.renewedAt = before;
    return !this.isLost;
  }
}
