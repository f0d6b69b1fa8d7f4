import type { Outcome } from './channels/outcome';

/** Milliseconds in which refusals are counted, and for which a host then rests. */
const WINDOW = 600_000;
/**
 * Discord bans an address from which 10,000 invalid requests (401, 403, 429) come in ten minutes
 * (https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans); four replicas share it.
 */
const MOST = 2_500;

/** Counts what a host refused of this process, so that the channels of some do not get the messages of all banned. */
export class HostRefusals {
  private readonly counts = new Map<string, { since: number; count: number }>();

  /** @returns milliseconds for which the host is to be left alone; null = go on */
  count(lane: string, { code }: Outcome, now: number = performance.now()): number | null {
    if (code !== 401 && code !== 403 && code !== 429) return null;
    this.forget(now);
    const entry = this.counts.get(lane) ?? { since: now, count: 0 };
    this.counts.set(lane, entry);
    return ++entry.count < MOST ? null : entry.since + WINDOW - now;
  }

  private forget(now: number): void {
    for (const [lane, { since }] of this.counts) if (now - since >= WINDOW) this.counts.delete(lane);
  }
}
