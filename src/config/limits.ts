import type { Config } from './config';
import type { EnvironmentReader } from './environment-reader';
import { parseDuration } from './duration';
import { parseRate, RATE, type Rate } from './rate';
import { ESCAPES, parseUrl, undecodablePart } from './url';

/** How much of everything one caller may have, and how long what is over is kept. */
export class Limits {
  /** Requests of one user, with all of the user's tokens together; false = any number. */
  rateLimit!: Rate | false;
  /** Requests from one address with a token or signature that is not valid. */
  rateLimitFailedAuth!: Rate | false;
  /** Requests from one address that need a token and have none. */
  rateLimitNoToken!: Rate | false;
  /** Requests from one address for the pages that links in messages open. */
  rateLimitPages!: Rate | false;
  /** Where replicas share what they count; null = in the database. */
  redisUrl!: string | null;
  /** Largest request body in bytes (the catalogue upload has its own limit). */
  bodyLimit!: number;
  /** Largest catalogue in one request, in bytes as sent. */
  catalogueLimit!: number;
  /** Longest query of an address, in bytes. */
  queryLimit!: number;
  /** Request line and headers together, in bytes. */
  headerLimit!: number;
  /** Bytes of answers that clients have not taken yet, for all connections of a process together. */
  unsentLimit!: number;
  favoritesPerUser!: number;
  channelsPerUser!: number;
  tokensPerUser!: number;
  /** Mails that ask for the consent of an address, of the whole installation in one hour of the clock. */
  confirmationsPerHour!: number;
  /** Deliveries of one user in an hour; the others wait for the next one. null = any number. */
  deliveriesPerHour!: number | null;
  /** Deliveries of one user to one host; false = any number. */
  deliveriesPerHost!: Rate | false;
  /** Seconds for which notifications that are over are kept; null = for ever. */
  keepNotifications!: number | null;
}

/** Deliveries go on for a week, and whoever looks for one that failed should still find it. */
const SHORTEST_KEPT = '14d';

const REDIS = `redis://… or rediss://…; in the user and the password write ${ESCAPES}`;

export function readLimits(config: Config, reader: EnvironmentReader): void {
  config.rateLimit = readRate(reader, 'RATE_LIMIT', { points: 6_000, seconds: 60 });
  config.rateLimitFailedAuth = readRate(reader, 'RATE_LIMIT_FAILED_AUTH', { points: 30, seconds: 60 });
  config.rateLimitNoToken = readRate(reader, 'RATE_LIMIT_NO_TOKEN', { points: 600, seconds: 60 });
  config.rateLimitPages = readRate(reader, 'RATE_LIMIT_PAGES', { points: 120, seconds: 60 });
  config.redisUrl = reader.read<string | null>('REDIS_URL', null, parseRedisUrl, REDIS);
  config.bodyLimit = reader.integer('BODY_LIMIT', 262_144, 1_024, 16_777_216);
  config.catalogueLimit = reader.integer('CATALOGUE_LIMIT', 10_485_760, 1_024, 2_147_483_647);
  config.queryLimit = reader.integer('QUERY_LIMIT', 8_192, 256, 65_536);
  config.headerLimit = reader.integer('HEADER_LIMIT', 16_384, 4_096, 131_072);
  config.unsentLimit = reader.integer('UNSENT_LIMIT', 134_217_728, 1_048_576, 17_179_869_184);
  config.favoritesPerUser = reader.integer('FAVORITES_PER_USER', 10_000, 1, 1_000_000);
  config.channelsPerUser = reader.integer('CHANNELS_PER_USER', 100, 1, 10_000);
  config.tokensPerUser = reader.integer('TOKENS_PER_USER', 100, 1, 10_000);
  config.confirmationsPerHour = reader.integer('CONFIRMATIONS_PER_HOUR', 100, 1, 1_000_000);
  config.deliveriesPerHour = readPerHour(reader);
  config.deliveriesPerHost = readRate(reader, 'DELIVERIES_PER_HOST', { points: 5, seconds: 1 });
  config.keepNotifications = readKept(reader);
}

function readPerHour(reader: EnvironmentReader): number | null {
  const parse = (text: string) => {
    if (text.toLowerCase() === 'off') return Infinity;
    return /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000 ? Number(text) : null;
  };
  const most = reader.read('DELIVERIES_PER_HOUR', 1_000, parse, 'a whole number from 1 to 1000000, or off');
  return most === Infinity ? null : most;
}

function readRate(reader: EnvironmentReader, name: string, fallback: Rate): Rate | false {
  return reader.read<Rate | false>(name, fallback, parseRate, RATE);
}

function readKept(reader: EnvironmentReader): number | null {
  const least = parseDuration(SHORTEST_KEPT)!;
  const parse = (text: string) => {
    if (text.toLowerCase() === 'forever') return Infinity;
    const seconds = parseDuration(text);
    return seconds !== null && seconds >= least ? seconds : null;
  };
  const expected = `a duration such as 90d, at least ${SHORTEST_KEPT}, or forever`;
  const seconds = reader.read('KEEP_NOTIFICATIONS', parseDuration('180d')!, parse, expected);
  return seconds === Infinity ? null : seconds;
}

function parseRedisUrl(text: string): string | null {
  const url = parseUrl(text);
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || !url.hostname) return null;
  return undecodablePart(url) ? null : text;
}
