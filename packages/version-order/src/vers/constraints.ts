import { compareKeys } from '../ordering/scheme';
import {
  complement,
  type Cut,
  EVERYTHING,
  HIGHEST,
  intersect,
  isSame,
  LOWEST,
  type Span,
  type Spans,
  unite,
} from './spans';
import { lineOf, type VersionLine } from './version-line';

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '*';

export interface Constraint {
  comparator: Comparator;
  /** Decoded; empty for `*`. */
  version: string;
}

export const ANY: Constraint = { comparator: '*', version: '' };

/** A constraint with the place of its version on the line. */
interface Placed extends Constraint {
  key: string;
}

const beginsSpan = ({ comparator }: Constraint) => comparator === '>' || comparator === '>=';
const endsSpan = ({ comparator }: Constraint) => comparator === '<' || comparator === '<=';

export interface Ordered {
  constraints: Constraint[];
  /** A version with two constraints that contradict each other; null = there is none. */
  contradiction: string | null;
}

/**
 * Sorts constraints by their versions and drops repeated ones. Those of a type without an order stay as they are.
 * @throws VersError when a version cannot have a place
 */
export function inOrder(type: string, given: readonly Constraint[]): Ordered {
  if (given.some(({ comparator }) => comparator === '*')) return { constraints: [ANY], contradiction: null };
  const line = lineOf(type);
  const placed = given.map((one) => ({ ...one, key: line === null ? one.version : line.placeOf(one.version) }));
  if (line !== null) placed.sort((a, b) => compareKeys(a.key, b.key));
  const distinct = withoutRepeated(placed);
  return {
    constraints: distinct.map(({ comparator, version }) => ({ comparator, version })),
    contradiction: distinct.find((one, at) => at > 0 && contradicts(distinct[at - 1]!, one))?.version ?? null,
  };
}

function withoutRepeated(placed: readonly Placed[]): Placed[] {
  const seen = new Set<string>();
  return placed.filter(({ comparator, key }) => {
    const name = `${comparator} ${key}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** Two spans may meet at a version, as in `<2|>=2`. */
const contradicts = (one: Placed, next: Placed) => one.key === next.key && !(endsSpan(one) && beginsSpan(next));

/** What one constraint says alone. @throws VersError when the version is none of the type */
export function spansOfOne(line: VersionLine, comparator: Comparator, version: string): Spans {
  if (comparator === '*') return EVERYTHING;
  const key = line.keyOf(version);
  const before: Cut = { key, after: false, version };
  const after: Cut = { key, after: true, version };
  switch (comparator) {
    case '<':
      return [{ low: LOWEST, high: before }];
    case '<=':
      return [{ low: LOWEST, high: after }];
    case '>':
      return [{ low: after, high: HIGHEST }];
    case '>=':
      return [{ low: before, high: HIGHEST }];
    case '!=':
      return complement([{ low: before, high: after }]);
    case '=':
      return [{ low: before, high: after }];
  }
}

/**
 * The versions that constraints in order mean. Of several `>` in a row the first counts, of several `<` the last, as the specification
 * simplifies them. Where all are `!=`, all other versions are meant.
 * @throws VersError when a version is none of the type
 */
export function spansOf(line: VersionLine, constraints: readonly Constraint[]): Spans {
  const [points, excluded, bounds]: Span[][] = [[], [], []];
  for (const one of constraints) {
    const [first, second] = spansOfOne(line, one.comparator, one.version);
    if (one.comparator === '!=') excluded!.push({ low: first!.high, high: second!.low });
    else if (one.comparator === '=') points!.push(first!);
    else bounds!.push(first!);
  }
  const onlyExcludes = points!.length + bounds!.length === 0;
  const meant = onlyExcludes ? EVERYTHING : unite([...points!, ...paired(bounds!)]);
  return intersect([meant, complement(unite(excluded!))]);
}

/** Makes spans of half-lines in order: those to the highest begin one, those from the lowest end it. */
function paired(bounds: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let open: Cut | null = bounds[0]?.low === LOWEST ? LOWEST : null;
  for (const { low, high } of bounds) {
    if (high === HIGHEST) open ??= low;
    else if (open !== null) {
      spans.push({ low: open, high });
      open = null;
    } else spans.at(-1)!.high = high;
  }
  if (open !== null) spans.push({ low: open, high: HIGHEST });
  return spans;
}

/** The fewest constraints that mean these versions, in order. None for no versions, which a type has no words for. */
export function constraintsOf(spans: Spans): Constraint[] {
  if (isSame(spans, EVERYTHING)) return [ANY];
  return spans.flatMap(({ low, high }, at) => {
    if (low.key === high.key) return [{ comparator: '=', version: low.version }];
    const isGap = at > 0 && spans[at - 1]!.high.key === low.key;
    const next = spans[at + 1]?.low;
    return [
      ...(low === LOWEST ? [] : [{ comparator: isGap ? '!=' : low.after ? '>' : '>=', version: low.version }]),
      ...(high === HIGHEST || next?.key === high.key
        ? []
        : [{ comparator: high.after ? '<=' : '<', version: high.version }]),
    ] as Constraint[];
  });
}
