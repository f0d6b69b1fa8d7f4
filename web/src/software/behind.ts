import type { ListedVersionResponse, TimelineResponse } from '../api/generated';

type Row = ListedVersionResponse;

const isListed = ({ details }: Row) => !details?.withdrawn_at && !details?.left_out;

/**
 * How many releases the version in use is behind the one on offer. Pre-releases are counted apart, unless one is on offer.
 * @param newer the versions above the one in use, newest first, as the service orders them; as far as they are read
 * @param total how many of them there are
 */
export function behindOf(newer: readonly Row[], total: number, available: { id: string; prerelease: boolean }) {
  const place = Math.max(
    0,
    newer.findIndex(({ id }) => id === available.id),
  );
  const between = newer.slice(place).filter(isListed);
  const prereleases = available.prerelease ? 0 : between.filter(({ details }) => details?.prerelease).length;
  const unread = total - newer.length;
  return { releases: between.length + unread - prereleases, prereleases };
}

/** The newest release of the series that the version in use is of; null where it is the newest itself, or no series is known. */
export function newestOfSeries(newer: readonly Row[], timeline: TimelineResponse | undefined) {
  const inUse = timeline?.flags.findIndex((flags) => flags.includes('in_use')) ?? -1;
  const place = timeline?.series_no[inUse];
  if (!timeline || place == null) return null;
  const ids = new Set(timeline.id.filter((_, index) => timeline.series_no[index] === place));
  const row = newer.find((one) => ids.has(one.id) && isListed(one) && !one.details?.prerelease);
  return row ? { row, series: timeline.series[place]! } : null;
}
