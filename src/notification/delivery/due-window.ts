import type { Candidate } from './claimed-delivery';
import { type DeliveryRepository, DUE_AT_ONCE, type Unstartable } from './delivery.repository';

/** Due deliveries that are remembered, also those of destinations that take no more now. */
const REMEMBERED_AT_MOST = 2_000;
/**
 * A query that skips full channels and destinations reads all that is due there, which may be a million rows. At most this share of the time goes
 * into those that find nothing. Those between them read what became due since the last one.
 */
const SHARE_OF_TIME = 1 / 25;
/** Milliseconds until the next query, whichever, at the latest. */
const PAUSE_AT_MOST = 250;
/** Seconds after which a transaction that made something due has ended. Longer ones are found by the next query of all. */
const LATE = 5;

/**
 * Due deliveries that this process has read and not claimed, the longest due first. Without it, each claim would read past the whole
 * backlog of a slow destination.
 */
export class DueWindow {
  private readonly known = new Map<string, Candidate>();
  /** By `performance.now()`. */
  private nextQueryAt = 0;
  /** When all that is due is read again, past what is full, and until when it was read. */
  private nextWholeAt = 0;
  private readUntil = 0;

  constructor(private readonly deliveries: DeliveryRepository) {}

  /**
   * At most `count` that could start now. Empty: there are none.
   * @param readFull channels, destinations and types that take no more now
   * @param except ids that turned out not to be claimable just now
   */
  async startable(readFull: () => Unstartable, count: number, except: Set<string>): Promise<Candidate[]> {
    const full = readFull();
    const known = this.choose(full, count);
    if (known.length > 0) return known;
    const skipsSome = full.channels.size + full.destinations.size + full.types.size > 0;
    const start = performance.now();
    if (skipsSome && start < this.nextQueryAt) return [];
    const isWhole = !skipsSome || start >= this.nextWholeAt;
    const due = await this.deliveries.findDue(
      full,
      isWhole ? null : Math.ceil((start - this.readUntil) / 1_000) + LATE,
    );
    const found = due.filter(({ id }) => !except.has(id));
    this.add(found);
    const end = performance.now();
    const pause = (end - start) / SHARE_OF_TIME;
    if (found.length === 0 && skipsSome) this.nextQueryAt = end + Math.min(PAUSE_AT_MOST, pause);
    if (due.length < DUE_AT_ONCE) {
      this.readUntil = start;
      if (isWhole) this.nextWholeAt = end + pause;
    }
    return this.choose(readFull(), count);
  }

  /** They are claimed, by this process or another, or gone. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.known.delete(id);
  }

  clear(): void {
    this.known.clear();
  }

  private add(rows: Candidate[]): void {
    if (this.known.size + rows.length > REMEMBERED_AT_MOST) this.known.clear();
    for (const row of rows) this.known.set(row.id, row);
  }

  private choose({ channels, destinations, types }: Unstartable, count: number): Candidate[] {
    const found: Candidate[] = [];
    for (const candidate of this.known.values()) {
      const { channel_id, destination, type } = candidate;
      if (channels.has(channel_id) || destinations.has(destination) || types.has(type)) continue;
      found.push(candidate);
      if (found.length === count) break;
    }
    return found;
  }
}
