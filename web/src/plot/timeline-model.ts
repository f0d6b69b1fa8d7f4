import type { TimelineResponse } from '../api/generated';

export type Kind = 'major' | 'minor' | 'patch' | 'other';
export type Flag = 'prerelease' | 'withdrawn' | 'latest' | 'in_use' | 'notified' | 'available' | 'newer';

/** One release in the plot. */
export interface Mark {
  id: string;
  version: string;
  /** Milliseconds. */
  time: number;
  /** Place of its lane among all lanes, the newest first. */
  lane: number;
  series: string | null;
  kind: Kind;
  flags: ReadonlySet<Flag>;
}

export interface Plot {
  /** Names of the lanes, the newest first; null = the one of all older series. */
  lanes: (string | null)[];
  /** In the order of time. */
  marks: Mark[];
}

export type Range = '1y' | '2y' | 'all';
export const RANGES: readonly Range[] = ['1y', '2y', 'all'];

const DAY = 86_400_000;
const YEARS: Record<Range, number> = { '1y': 1, '2y': 2, all: Infinity };

/** Rows out of the columns of the service. */
export function plotOf(timeline: TimelineResponse): Plot {
  const marks = timeline.id.map((id, index): Mark => {
    const place = timeline.series_no[index] ?? null;
    return {
      id,
      version: timeline.version[index]!,
      time: Date.parse(timeline.released_at[index]!),
      lane: place ?? timeline.series.length,
      series: place === null ? null : timeline.series[place]!,
      kind: (timeline.kind[index] as Kind | null) ?? 'other',
      flags: new Set(timeline.flags[index] as Flag[]),
    };
  });
  const hasOlder = marks.some(({ series }) => series === null);
  return {
    lanes: hasOlder ? [...timeline.series, null] : [...timeline.series],
    marks: marks.sort((a, b) => a.time - b.time),
  };
}

/** From when on a range shows, in milliseconds. */
export const startOf = (range: Range, now: number) => now - YEARS[range] * 365.25 * DAY;

/** The shortest range in which the version in use can be seen, and enough releases to make a plot. */
export function defaultRange(marks: readonly Mark[], now: number): Range {
  const mine = marks.find(({ flags }) => flags.has('in_use'));
  const shows = (range: Range) => {
    const seen = marks.filter(({ time }) => time >= startOf(range, now));
    return seen.length >= Math.min(3, marks.length) && (mine === undefined || seen.includes(mine));
  };
  return RANGES.find(shows) ?? 'all';
}

export interface Span {
  start: number;
  end: number;
}

/** What is seen of a range: up to today, never less than a month, and with some room at both ends. */
export function spanOf(range: Range, marks: readonly Mark[], now: number): Span {
  const seen = marks.filter(({ time }) => time >= startOf(range, now));
  const last = Math.max(now, seen.at(-1)?.time ?? now);
  const first = Math.min(seen[0]?.time ?? now, last - 30 * DAY);
  const room = (last - first) * 0.03;
  return { start: first - room, end: last + room };
}

/** Only the lanes in which something is to be seen. */
export function visiblePlot({ lanes, marks }: Plot, { start, end }: Span): Plot {
  const seen = marks.filter(({ time }) => time >= start && time <= end);
  const used = [...new Set(seen.map(({ lane }) => lane))].sort((a, b) => a - b);
  const places = new Map(used.map((lane, place) => [lane, place]));
  return {
    lanes: used.map((lane) => lanes[lane] ?? null),
    marks: seen.map((mark) => ({ ...mark, lane: places.get(mark.lane)! })),
  };
}

/** Whether a policy that stays on `series` leaves a whole lane out: neither is a part of the other. */
export function isOutside(lane: string | null, series: string | null): boolean {
  if (series === null || lane === null) return false;
  const contains = (outer: string, inner: string) =>
    inner === outer || (inner.startsWith(outer) && /^[.\-_+~]/.test(inner.slice(outer.length)));
  return !contains(lane, series) && !contains(series, lane);
}

/** The mark nearest to a point; undefined when none is near. */
export function nearest<T extends { x: number; y: number }>(marks: readonly T[], x: number, y: number, within: number) {
  const far = (mark: T) => Math.hypot(mark.x - x, mark.y - y);
  const [best] = marks.filter((mark) => far(mark) <= within).sort((a, b) => far(a) - far(b));
  return best;
}

/** Whether all dates are one: then they are those of an import, since the source gave none. */
export const isDateless = (marks: readonly Mark[]) =>
  marks.length > 2 && marks.at(-1)!.time - marks[0]!.time < 60 * 60_000;
