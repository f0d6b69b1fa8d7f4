import { compareKeys } from '../ordering/scheme';

/**
 * Sets of versions as spans of the line of all versions. Each end of a span is a cut right before or right after a version, so that `<` and
 * `<=`, `>` and `>=` need no cases: a span is everything between two cuts.
 */
export interface Cut {
  key: string;
  after: boolean;
  /** As it is written. */
  version: string;
}

export interface Span {
  low: Cut;
  high: Cut;
}

/** Disjoint, in order, with something between each two. */
export type Spans = readonly Span[];

/** No key is empty, and none begins with the highest of all UTF-16 units. */
export const LOWEST: Cut = { key: '', after: false, version: '' };
export const HIGHEST: Cut = { key: '\uffff', after: true, version: '' };

export const EVERYTHING: Spans = [{ low: LOWEST, high: HIGHEST }];

export const compareCuts = (a: Cut, b: Cut): number => compareKeys(a.key, b.key) || Number(a.after) - Number(b.after);

export const isSame = (a: Spans, b: Spans): boolean =>
  a.length === b.length &&
  a.every(({ low, high }, at) => compareCuts(low, b[at]!.low) === 0 && compareCuts(high, b[at]!.high) === 0);

/** @param spans in any order; they may overlap, and empty ones are left out */
export function unite(spans: Spans): Spans {
  const united: Span[] = [];
  const inOrder = spans.filter(isNotEmpty).sort((a, b) => compareCuts(a.low, b.low));
  for (const span of inOrder) {
    const last = united.at(-1);
    if (last === undefined || compareCuts(last.high, span.low) < 0) united.push({ ...span });
    else if (compareCuts(last.high, span.high) < 0) last.high = span.high;
  }
  return united;
}

const isNotEmpty = ({ low, high }: Span) => compareCuts(low, high) < 0;

/** What is in all of them. Halves are intersected first, so that the work does not grow with the square of their number. */
export function intersect(sets: readonly Spans[]): Spans {
  if (sets.length < 2) return sets[0] ?? EVERYTHING;
  const half = sets.length >> 1;
  return intersectTwo(intersect(sets.slice(0, half)), intersect(sets.slice(half)));
}

function intersectTwo(a: Spans, b: Spans): Spans {
  const common: Span[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i]!, b[j]!];
    const low = compareCuts(one.low, other.low) > 0 ? one.low : other.low;
    const oneEndsFirst = compareCuts(one.high, other.high) < 0;
    const span = { low, high: oneEndsFirst ? one.high : other.high };
    if (isNotEmpty(span)) common.push(span);
    if (oneEndsFirst) i += 1;
    else j += 1;
  }
  return common;
}

export function complement(spans: Spans): Spans {
  const lows = [LOWEST, ...spans.map(({ high }) => high)];
  const highs = [...spans.map(({ low }) => low), HIGHEST];
  return lows.map((low, at) => ({ low, high: highs[at]! })).filter(isNotEmpty);
}

export const isIn = (spans: Spans, key: string): boolean => {
  const before = { key, after: false, version: '' };
  return spans.some(({ low, high }) => compareCuts(low, before) <= 0 && compareCuts(before, high) < 0);
};
