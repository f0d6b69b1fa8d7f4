import { Pace } from '../../common/turns';
import type { SourceError } from '../sources/source';
import type { HeldHost, HostQueue } from './host-queue';

/** Milliseconds after which a claim is confirmed before another fetch begins. */
const RENEW_AFTER = 60_000;
/** A host that did not answer so many times in a row is left alone for a while, so that its sources do not keep others waiting. */
const SILENCES_AT_MOST = 5;
const SILENT_REST = 300;
/** Milliseconds that it may keep us waiting for nothing, all its failures in a row together. */
const WASTED_AT_MOST = 30_000;
/** Codes of errors that say something of the host rather than of one address. */
const SILENT = new Set(['unreachable', 'dns', 'connect', 'tls', 'timeout', 'reset']);

/** A host that this process holds and whose sources it asks: how it behaves, and when to leave it. */
export class HostVisit implements HeldHost {
  readonly host: string;
  readonly claim: string;
  readonly pace: Pace;
  /** Seconds for which it is to be left alone; null = go on. */
  rest: number | null = null;
  /** Somebody else holds it. */
  lost = false;
  private confirmedAt = performance.now();
  /** Unanswered requests in a row. */
  private silences = 0;
  /** Milliseconds that failures in a row have taken. */
  private wastedMs = 0;

  constructor(
    { host, claim }: HeldHost,
    delayMs: number,
    private readonly queue: HostQueue,
  ) {
    this.host = host;
    this.claim = claim;
    this.pace = new Pace(delayMs);
  }

  answered(): void {
    this.silences = 0;
    this.wastedMs = 0;
  }

  failed({ code }: SourceError, tookMs: number): void {
    const silent = typeof code === 'string' ? SILENT.has(code) : (code ?? 0) >= 500;
    this.silences = silent ? this.silences + 1 : 0;
    this.wastedMs += tookMs;
    if (this.silences >= SILENCES_AT_MOST || this.wastedMs >= WASTED_AT_MOST) this.restFor(SILENT_REST);
  }

  /** @param seconds null = the host did not say */
  restFor(seconds: number | null): void {
    if (seconds !== null) this.rest = Math.max(this.rest ?? 0, seconds);
  }

  /** A write did not count: somebody else may hold the host by now. */
  doubt(): void {
    this.confirmedAt = -Infinity;
  }

  /** Whether the host is still ours, for as long as a fetch may take. */
  async confirm(): Promise<boolean> {
    if (performance.now() - this.confirmedAt < RENEW_AFTER) return !this.lost;
    const before = performance.now();
    this.lost ||= !(await this.queue.renew(this));
    this.confirmedAt = before;
    return !this.lost;
  }
}
