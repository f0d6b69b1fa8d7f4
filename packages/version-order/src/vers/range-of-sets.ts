import { type Constraint, constraintsOf, inOrder, spansOf } from './constraints';
import { isSame, type Spans, unite } from './spans';
import { NOTHING, type VersRange } from './vers';
import type { VersionLine } from './version-line';

/** The range of all versions of these sets, with the fewest constraints. */
export function rangeOf(line: VersionLine, sets: readonly Spans[]): VersRange {
  const spans = unite(sets.flat());
  return spans.length === 0 ? NOTHING : { type: line.type, constraints: constraintsOf(spans) };
}

/**
 * As `rangeOf`, but with the constraints of each set if they mean the same together: `2.0.x || 2.1.x` is
 * `>=2.0.0|<2.1.0|>=2.1.0|<2.2.0`, as the tests of the specification have it.
 */
export function rangeAsWritten(line: VersionLine, sets: readonly Spans[]): VersRange {
  const shortest = rangeOf(line, sets);
  if (sets.length < 2 || shortest === NOTHING) return shortest;
  const { constraints, contradiction } = inOrder(
    line.type,
    endsFirst(sets.flatMap((set) => constraintsOf(unite(set)))),
  );
  const isSameRange = contradiction === null && isSame(spansOf(line, constraints), unite(sets.flat()));
  return isSameRange ? { type: line.type, constraints } : shortest;
}

/** Where two spans meet, the lower one ends before the upper one begins. */
const endsFirst = (constraints: readonly Constraint[]) => [
  ...constraints.filter(({ comparator }) => comparator.startsWith('<')),
  ...constraints.filter(({ comparator }) => !comparator.startsWith('<')),
];
