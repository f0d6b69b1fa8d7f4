import type { ListedVersionResponse } from '../api/generated';

/**
 * How many releases the version in use is behind the one on offer. Pre-releases are counted apart, unless one is on offer.
 * @param newer the versions above the one in use, newest first, as the service orders them; as far as they are read
 * @param total how many of them there are
 */
export function behindOf(
  newer: readonly ListedVersionResponse[],
  total: number,
  available: { id: string; prerelease: boolean },
): { releases: number; prereleases: number } {
  const place = Math.max(
    0,
    newer.findIndex(({ id }) => id === available.id),
  );
  const between = newer.slice(place).filter(({ details }) => !details?.withdrawn_at && !details?.left_out);
  const prereleases = available.prerelease ? 0 : between.filter(({ details }) => details?.prerelease).length;
  const unread = total - newer.length;
  return { releases: between.length + unread - prereleases, prereleases };
}
