import type { Release } from './source';

/** More than any product has: what is beyond it is left out. */
export const MAX_RELEASES = 50_000;

/** Each label once, the first of it; at most `MAX_RELEASES`. */
export function uniqueReleases(releases: Iterable<Release>): Release[] {
  const found = new Map<string, Release>();
  for (const release of releases) {
    if (found.size >= MAX_RELEASES) break;
    if (!found.has(release.version)) found.set(release.version, release);
  }
  return [...found.values()];
}
