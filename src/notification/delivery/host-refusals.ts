import type { Outcome } from '../providers/channel';

/** Milliseconds in which refusals are counted, and for which the destination is then paused. */
const WINDOW = 600_000;
/**
 * Discord bans an address from which 10,000 invalid requests (401, 403, 429) come in ten minutes
 * (https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans); four replicas share it.
 */
const MOST = 2_500;

/** Counts refusals of a destination, so that the channels of some users do not get this process banned for all. */
export class HostRefusals {
  private readonly counts = new Map<string, { since: number; count: number }>();

  /** @returns milliseconds for which the destination is to be paused; null = go on */
  count(destination: string, { code }: Outcome, now: number = performance.now()): number | null {
    if (code !== 401 && code !== 403 && code !== 429) return null;
    this.forget(now);
    const entry = this.counts.get(destination) ?? { since: now, count: 0 };
    this.counts.set(destination, entry);
    return ++entry.count < MOST ? null : entry.since + WINDOW - now;
  }

  private forget(now: number): void {
    for (const [destination, { since }] of this.counts) if (now - since >= WINDOW) this.counts.delete(destination);
  }
}
