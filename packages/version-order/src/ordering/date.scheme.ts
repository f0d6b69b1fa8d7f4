import { genericScheme } from './generic.scheme';
import type { KeyHints, VersionScheme } from './scheme';

/**
 * For versions whose text has no order (commit hashes, code names): ordered by release date. Versions without one are equal, and below
 * all others.
 *
 * Key: the time in UTC as RFC 3339 with milliseconds, which has a fixed length and so sorts as text.
 */
const UNDATED = '!';

function key(_version: string, hints?: KeyHints): string {
  const time = hints?.releasedAt ? new Date(withZone(hints.releasedAt)) : undefined;
  if (!time || Number.isNaN(time.getTime())) return UNDATED;
  const year = time.getUTCFullYear();
  return year < 0 || year > 9999 ? UNDATED : time.toISOString();
}

/** A time without a zone is UTC; JavaScript would use the local zone. */
function withZone(time: string): string {
  return /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(time) ? time.replace(' ', 'T') + 'Z' : time;
}

export const dateScheme: VersionScheme = {
  name: 'date',
  key,
  valid: () => true,
  prerelease: (version) => genericScheme.prerelease(version),
  seriesRange: () => null,
};
