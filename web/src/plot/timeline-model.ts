import type { TimelineResponse } from '../api/generated';
import { dateFormat } from '../messages/locale';

export type Flag = TimelineResponse['flags'][number][number];

/** One release in the plot. */
export interface Mark {
  id: string;
  version: string;
  /** Milliseconds. */
  time: number;
  /** null = one of the older ones, which have a lane together. */
  series: string | null;
  kind: string;
  flags: ReadonlySet<Flag>;
}

export type Range = '1y' | '2y' | 'all';
export const RANGES: readonly Range[] = ['1y', '2y', 'all'];

const DAY = 86_400_000;
const YEARS: Record<Range, number> = { '1y': 1, '2y': 2, all: Infinity };

/** Rows out of the columns of the service, in the order of time. */
export const marksOf = (timeline: TimelineResponse): Mark[] =>
  timeline.id
    .map((id, index) => ({
      id,
      version: timeline.version[index]!,
      time: Date.parse(timeline.released_at[index]!),
      series: timeline.series[timeline.series_no[index] ?? -1] ?? null,
      kind: timeline.kind[index] ?? 'other',
      flags: new Set(timeline.flags[index]),
    }))
    .sort((a, b) => a.time - b.time);

/** Only the lanes in which something is to be seen, the newest first. */
export const lanesOf = ({ series }: TimelineResponse, marks: readonly Mark[]): (string | null)[] =>
  [...series, null].filter((lane) => marks.some((mark) => mark.series === lane));

/** From when on a range shows, in milliseconds. */
const startOf = (range: Range, now: number) => now - YEARS[range] * 365.25 * DAY;

/** The shortest range in which the version in use can be seen, and enough releases to make a plot. */
export function defaultRange(marks: readonly Mark[], now: number): Range {
  const mine = marks.find(({ flags }) => flags.has('in_use'));
  const shows = (range: Range) => {
    const seen = marks.filter(({ time }) => time >= startOf(range, now));
    return seen.length >= Math.min(3, marks.length) && (mine === undefined || seen.includes(mine));
  };
  return RANGES.find(shows) ?? 'all';
}

interface Span {
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

/** Whether all dates are one: then they are those of an import, since the source gave none. */
export const isDateless = (marks: readonly Mark[]) =>
  marks.length > 2 && marks.at(-1)!.time - marks[0]!.time < 60 * 60_000;

/** For which there is room on a phone. */
const TICKS = 7;
const year = dateFormat({ year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', timeZone: 'UTC' });

const monthsOf = (time: number) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth();

/** Beginnings of months or of years, as many as have room. */
export function ticksOf({ start, end }: Span): { time: number; label: string }[] {
  const [first, last] = [monthsOf(start) + 1, monthsOf(end)];
  const step = [1, 3, 6, 12, 24, 60].find((one) => (last - first) / one < TICKS) ?? 120;
  const from = Math.ceil(first / step) * step;
  const count = Math.max(0, Math.floor((last - from) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const months = from + index * step;
    const time = Date.UTC(Math.floor(months / 12), months % 12);
    return { time, label: (months % 12 === 0 ? year : month).format(time) };
  });
}
