import type { Rate } from './rate';

/** Quotas of a caller, and retention of finished work. Declared in `limit.variables.ts`. */
export class Limits {
  /** false = no limit. */
  rateLimit!: Rate | false;
  rateLimitFailedAuth!: Rate | false;
  rateLimitNoToken!: Rate | false;
  rateLimitPages!: Rate | false;
  favoritesPerUser!: number;
  channelsPerUser!: number;
  tokensPerUser!: number;
  feedsPerUser!: number;
  confirmationsPerHour!: number;
  /** null = no limit. */
  deliveriesPerHour!: number | null;
  deliveriesPerHost!: Rate | false;
  /** Seconds; null = forever. */
  keepNotifications!: number | null;
  /** Bytes, like those that follow. */
  bodyLimit!: number;
  catalogueLimit!: number;
  queryLimit!: number;
  headerLimit!: number;
  unsentLimit!: number;
}
