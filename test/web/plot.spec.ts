import type { TimelineResponse } from '../../web/src/api/generated';
import {
  defaultRange,
  isDateless,
  isOutside,
  type Mark,
  nearest,
  plotOf,
  spanOf,
  startOf,
  visiblePlot,
} from '../../web/src/plot/timeline-model';

import { dateLabels } from '../../web/src/plot/timeline-dates';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-23T00:00:00Z');
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();

/** Columns as the service gives them, of `[version, series, days ago, …flags]`. */
const columns = (...rows: [string, string | null, number, ...string[]][]): TimelineResponse => {
  const series = [...new Set(rows.flatMap(([, one]) => (one === null ? [] : [one])))];
  return {
    series,
    id: rows.map(([version]) => `id of ${version}`),
    version: rows.map(([version]) => version),
    released_at: rows.map(([, , days]) => ago(days)),
    series_no: rows.map(([, one]) => (one === null ? null : series.indexOf(one))),
    kind: rows.map(() => 'patch'),
    flags: rows.map(([, , , ...flags]) => flags as TimelineResponse['flags'][number]),
  };
};

const HISTORY = columns(
  ['1.31.0', '1.31', 10, 'latest', 'newer'],
  ['1.30.1', '1.30', 60, 'available', 'newer'],
  ['1.30.0', '1.30', 120, 'newer'],
  ['1.29.4', '1.29', 500, 'in_use'],
  ['0.9', null, 3_000],
);

describe('the model of the timeline', () => {
  it('makes marks of columns, in the order of time, with a last lane for older series', () => {
    const { lanes, marks } = plotOf(HISTORY);
    expect(lanes).toEqual(['1.31', '1.30', '1.29', null]);
    expect(marks.map(({ version, lane }) => [version, lane])).toEqual([
      ['0.9', 3],
      ['1.29.4', 2],
      ['1.30.0', 1],
      ['1.30.1', 1],
      ['1.31.0', 0],
    ]);
    expect(plotOf(columns()).marks).toEqual([]);
    expect(plotOf(columns(['1.0', '1.0', 1])).lanes).toEqual(['1.0']);
  });

  it('begins with the shortest range that has the version in use and enough releases', () => {
    const { marks } = plotOf(HISTORY);
    expect(defaultRange(marks, NOW)).toBe('2y');
    expect(
      defaultRange(
        marks.filter(({ version }) => version !== '1.29.4'),
        NOW,
      ),
    ).toBe('1y');
    expect(defaultRange(plotOf(columns(['1.0', '1.0', 2_000])).marks, NOW)).toBe('all');
    expect(defaultRange([], NOW)).toBe('1y');
  });

  it('shows what lies in the range, up to today, and no lane without a mark', () => {
    const plot = plotOf(HISTORY);
    const span = spanOf('1y', plot.marks, NOW);
    expect(span.start).toBeLessThan(NOW - 120 * DAY);
    expect(span.start).toBeGreaterThan(startOf('1y', NOW));
    expect(span.end).toBeGreaterThan(NOW);
    const seen = visiblePlot(plot, span);
    expect(seen.lanes).toEqual(['1.31', '1.30']);
    expect(seen.marks.map(({ version, lane }) => [version, lane])).toEqual([
      ['1.30.0', 1],
      ['1.30.1', 1],
      ['1.31.0', 0],
    ]);
    expect(visiblePlot(plot, spanOf('all', plot.marks, NOW)).marks).toHaveLength(5);
  });

  it('has at least a month, also where all dates are one', () => {
    const { marks } = plotOf(columns(['1', '1', 0], ['2', '2', 0], ['3', '3', 0]));
    const { start, end } = spanOf('all', marks, NOW);
    expect(end - start).toBeGreaterThanOrEqual(30 * DAY);
    expect(isDateless(marks)).toBe(true);
    expect(isDateless(plotOf(HISTORY).marks)).toBe(false);
    expect(isDateless(marks.slice(0, 1))).toBe(false);
  });

  it('knows the lanes that a series leaves out by their names', () => {
    expect(isOutside('1.30', '1.30')).toBe(false);
    expect(isOutside('1.30', '1')).toBe(false);
    expect(isOutside('1', '1.30')).toBe(false);
    expect(isOutside('1.30', '1.3')).toBe(true);
    expect(isOutside('1.29', '1.30')).toBe(true);
    expect(isOutside('1.29', null)).toBe(false);
    expect(isOutside(null, '1.30')).toBe(false);
  });

  it('finds the mark that a finger means', () => {
    const marks = [
      { x: 10, y: 10 },
      { x: 20, y: 10 },
    ];
    expect(nearest(marks, 16, 12, 24)).toBe(marks[1]);
    expect(nearest(marks, 16, 60, 24)).toBeUndefined();
    expect(nearest([] as Mark[] as never[], 0, 0, 24)).toBeUndefined();
  });
});

describe('the dates of the time axis', () => {
  const at = (...days: string[]) => dateLabels(days.map((day) => new Date(`${day}Z`)));

  it.each([
    [
      ['2026-08-02T00:00', '2026-08-16T00:00', '2026-09-01T00:00', '2026-09-13T00:00'],
      ['Aug 2', 'Aug 16', 'Sep 1', 'Sep 13'],
    ],
    [
      ['2025-11-01T00:00', '2025-12-01T00:00', '2026-01-01T00:00', '2026-02-01T00:00'],
      ['Nov', 'Dec', '2026', 'Feb'],
    ],
    [
      ['2024-01-01T00:00', '2025-01-01T00:00'],
      ['2024', '2025'],
    ],
    [
      ['2026-08-02T00:00', '2026-08-02T12:00', '2026-08-03T00:00'],
      ['Aug 2', '', 'Aug 3'],
    ],
    [['2026-08-02T00:00'], ['Aug 2']],
    [[], []],
  ])('%j: %j', (ticks, labels) => {
    const said = at(...ticks);
    if (ticks.length !== 1) expect(said).toEqual(labels);
    expect(said.some((label, index) => label !== '' && label === said[index - 1])).toBe(false);
  });
});
