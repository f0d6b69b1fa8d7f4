import { type Release, SourceError } from './source';

/** More than any product has. To leave out some of them could be to leave out the newest. */
export const MAX_RELEASES = 50_000;

/**
 * Each label once, the first of it.
 * @throws SourceError when there are more than `MAX_RELEASES`
 */
export function uniqueReleases(releases: Iterable<Release>): Release[] {
  const found = new Map<string, Release>();
  for (const release of releases) {
    if (!found.has(release.version)) found.set(release.version, release);
    if (found.size > MAX_RELEASES) throw tooMany();
  }
  return [...found.values()];
}

export const tooMany = () => new SourceError(`There are more than ${MAX_RELEASES} releases`, null, 'size');
