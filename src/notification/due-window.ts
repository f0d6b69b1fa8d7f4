import type { Sql } from '../database/database';
import { placeholders } from '../database/rows';
import type { Candidate, Picker } from './delivery-queue';

/** Due deliveries that are looked for at once. */
const LOOK = 500;
/** Those that are remembered: of hosts that have as much under way as they may, too. */
const SEEN_AT_MOST = 4 * LOOK;
/** A look past what cannot be started reads all of that, and may find nothing: a twenty-fifth of the time may go into such looks, and no more. */
const SHARE = 25;
/** Milliseconds until there is another one at the latest. */
const PAUSE_AT_MOST = 250;

/**
 * What was due when somebody looked, the longest due first. A claim then holds a few by their ids, instead of going past all that is
 * due to a host with no place left, again and again. It is no claim: another replica may have them by now.
 */
export class DueWindow {
  private readonly seen = new Map<string, Candidate>();
  /** No look past anything before that, by `performance.now()`. */
  private notBefore = 0;

  /** At most `count` that can be started now. None: nothing of the kind is due. */
  async startable(sql: Sql, picker: Picker, without: Set<string>, count: number): Promise<string[]> {
    const found = this.choose(picker, without, count);
    if (found.length > 0) return found;
    const { channels, lanes } = picker.full();
    const isPast = channels.length + lanes.length > 0;
    const start = performance.now();
    if (isPast && start < this.notBefore) return [];
    await this.look(sql, channels, lanes, without);
    const news = this.choose(picker, without, count);
    const end = performance.now();
    if (news.length === 0 && isPast) this.notBefore = end + Math.min(PAUSE_AT_MOST, (end - start) * SHARE);
    return news;
  }

  /** They were claimed, by this process or another. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.seen.delete(id);
  }

  clear(): void {
    this.seen.clear();
  }

  private choose(picker: Picker, without: Set<string>, count: number): string[] {
    const full = picker.full();
    const [channels, lanes] = [new Set(full.channels), new Set(full.lanes)];
    const found: string[] = [];
    for (const candidate of this.seen.values()) {
      const { id, channel_id, lane } = candidate;
      if (channels.has(channel_id) || lanes.has(lane) || without.has(id) || picker.refuses(candidate)) continue;
      found.push(id);
      if (found.length === count) break;
    }
    return found;
  }

  private async look(sql: Sql, channels: string[], lanes: string[], without: Set<string>): Promise<void> {
    const { now, byIndex } = sql.dialect;
    // When many are due, or entries of the index are still to be purged, MySQL would else read the whole table and sort it.
    const rows = await sql.query<Candidate>(
      `SELECT id, channel_id, lane, type, digest_id FROM delivery ${byIndex('delivery_due')} WHERE next_at <= ${now}
         ${noneOf('channel_id', channels)} ${noneOf('lane', lanes)} ORDER BY next_at, id LIMIT ${LOOK}`,
      [...channels, ...lanes],
    );
    // Those of before stay: they are what cannot be started now.
    if (this.seen.size > SEEN_AT_MOST - LOOK) this.clear();
    for (const row of rows) if (!without.has(row.id)) this.seen.set(row.id, row);
  }
}

const noneOf = (column: string, values: string[]) =>
  values.length === 0 ? '' : `AND ${column} NOT IN (${placeholders(values.length)})`;
