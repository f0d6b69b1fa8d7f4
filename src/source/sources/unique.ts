import { TimeSlice } from 'small-parts';
import type { Release } from './source';
import { SourceError } from '../../common/fetch/source-error';

/** More than any product has. More is an error, as the newest could be among those left out. */
export const MAX_RELEASES = 50_000;
/** UTF-16 units. What is longer exceeds the 255 characters of a label and cannot be stored. */
export const MAX_LABEL = 510;

/**
 * The releases of a response, each label once: the first one counts.
 * @param toReleases the releases of one item; must not take long
 * @throws SourceError when there are more than `MAX_RELEASES`
 */
export async function uniqueReleases<T>(items: Iterable<T>, toReleases: (item: T) => Release[]): Promise<Release[]> {
  const found = new Map<string, Release>();
  const slice = new TimeSlice();
  for (const item of items) {
    if (slice.isOver) await slice.next();
    for (const release of toReleases(item))
      if (release.version.length <= MAX_LABEL && !found.has(release.version)) found.set(release.version, release);
    if (found.size > MAX_RELEASES) throw tooMany();
  }
  return [...found.values()];
}

export const tooMany = () => new SourceError(`There are more than ${MAX_RELEASES} releases`, null, 'size');
