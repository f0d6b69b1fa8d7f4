import type { UtcTimestamp } from '../../common/time/utc-timestamp';

/** A source whose time has come. */
export interface DueSource {
  software_id: string;
  type: string;
  settings: string;
  revision: number;
  interval_seconds: number | null;
  etag: string | null;
  last_modified: string | null;
  answer_hash: string | null;
  next_at: UtcTimestamp;
  /** Somebody asked for this poll; null = nobody. */
  again_at: UtcTimestamp | null;
  /** Somebody tracks the product, or has asked for this poll. */
  is_wanted: number;
  /** Somebody tracks the product, and its release notes are read from its source. */
  takes_notes: number;
  failures: number;
  /** Seconds since the last release of the product; null = unknown. */
  age: number | null;
  /** Of `fetchMany`, which has seen that it changed: stored with the answer, in place of those of the answer. */
  validator?: string;
}
