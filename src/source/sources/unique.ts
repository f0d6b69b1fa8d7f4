import { TimeSlice } from '../../common/time-slice';
import { type Release, SourceError } from './source';

/** More than any product has. To leave out some of them could be to leave out the newest. */
export const MAX_RELEASES = 50_000;
/** UTF-16 units: what is longer than this has more than the 255 characters of a label, and is stored nowhere. */
const MAX_LABEL = 510;

/**
 * The releases that are in the items of an answer: each label once, the first of it.
 * @param toReleases what one item says; short work
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
