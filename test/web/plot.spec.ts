import type { TimelineResponse } from '../../web/src/api/generated';
import { defaultRange, isDateless, lanesOf, marksOf, spanOf, ticksOf } from '../../web/src/plot/timeline-model';

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
    const marks = marksOf(HISTORY);
    expect(lanesOf(HISTORY, marks)).toEqual(['1.31', '1.30', '1.29', null]);
    expect(marks.map(({ version, series }) => [version, series])).toEqual([
      ['0.9', null],
      ['1.29.4', '1.29'],
      ['1.30.0', '1.30'],
      ['1.30.1', '1.30'],
      ['1.31.0', '1.31'],
    ]);
    expect(marksOf(columns())).toEqual([]);
  });

  it('begins with the shortest range that has the version in use and enough releases', () => {
    const marks = marksOf(HISTORY);
    expect(defaultRange(marks, NOW)).toBe('2y');
    expect(
      defaultRange(
        marks.filter(({ version }) => version !== '1.29.4'),
        NOW,
      ),
    ).toBe('1y');
    expect(defaultRange(marksOf(columns(['1.0', '1.0', 2_000])), NOW)).toBe('all');
    expect(defaultRange([], NOW)).toBe('1y');
  });

  it('shows what lies in the range, up to today, and no lane without a mark', () => {
    const marks = marksOf(HISTORY);
    const { start, end } = spanOf('1y', marks, NOW);
    expect([start < NOW - 120 * DAY, start > NOW - 366 * DAY, end > NOW]).toEqual([true, true, true]);
    expect(
      lanesOf(
        HISTORY,
        marks.filter(({ time }) => time >= start),
      ),
    ).toEqual(['1.31', '1.30']);
    expect(spanOf('all', marks, NOW).start).toBeLessThan(marks[0]!.time);
  });

  it('has at least a month, also where all dates are one', () => {
    const marks = marksOf(columns(['1', '1', 0], ['2', '2', 0], ['3', '3', 0]));
    const { start, end } = spanOf('all', marks, NOW);
    expect(end - start).toBeGreaterThanOrEqual(30 * DAY);
    expect(isDateless(marks)).toBe(true);
    expect(isDateless(marksOf(HISTORY))).toBe(false);
    expect(isDateless(marks.slice(0, 1))).toBe(false);
  });
});

describe('the dates of the time axis', () => {
  const at = (from: string, to: string) =>
    ticksOf({ start: Date.parse(`${from}Z`), end: Date.parse(`${to}Z`) }).map(
      ({ time, label }) => `${new Date(time).toISOString().slice(0, 7)} ${label}`,
    );

  it.each([
    ['2026-07-20', '2026-09-13', ['2026-08 Aug', '2026-09 Sep']],
    ['2025-10-20', '2026-02-13', ['2025-11 Nov', '2025-12 Dec', '2026-01 2026', '2026-02 Feb']],
    ['2025-02-20', '2026-02-13', ['2025-04 Apr', '2025-07 Jul', '2025-10 Oct', '2026-01 2026']],
    ['2018-02-20', '2026-02-13', ['2020-01 2020', '2022-01 2022', '2024-01 2024', '2026-01 2026']],
    ['2026-08-02', '2026-08-30', []],
  ])('from %s to %s: %j', (from, to, labels) => expect(at(from, to)).toEqual(labels));
});
