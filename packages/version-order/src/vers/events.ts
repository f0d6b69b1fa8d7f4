import { spansOfOne } from './constraints';
import { rangeOf } from './range-of-sets';
import { compareCuts, type Cut, HIGHEST, LOWEST, type Span } from './spans';
import { formatVers } from './vers';
import { knownLine, type VersionLine } from './version-line';

/** As OSV has them, one field each. `introduced: '0'` is before every version. */
export interface RangeEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

/**
 * The text of the range of all versions that one of the lists of events has, with the fewest constraints: `vers:npm/>=1.0.0|<1.2.3`. Without
 * such versions `vers:none/*`.
 * @param ranges each is a list of events in any order
 * @throws VersError when the versions of the type cannot be ordered, or one is none of it
 */
export function versOf(type: string, ranges: readonly (readonly RangeEvent[])[]): string {
  const line = knownLine(type);
  return formatVers(
    rangeOf(
      line,
      ranges.map((events) => spansBetween(line, events)),
    ),
  );
}

/** Of several events of one kind in a row, the first counts. */
function spansBetween(line: VersionLine, events: readonly RangeEvent[]): Span[] {
  const steps = events.flatMap((event) => stepsOf(line, event)).sort((a, b) => compareCuts(a.cut, b.cut));
  const spans: Span[] = [];
  let open: Cut | null = null;
  for (const { cut, begins } of steps) {
    if (begins) open ??= cut;
    else if (open !== null) {
      spans.push({ low: open, high: cut });
      open = null;
    }
  }
  return open === null ? spans : [...spans, { low: open, high: HIGHEST }];
}

function stepsOf(line: VersionLine, { introduced, fixed, last_affected }: RangeEvent): { cut: Cut; begins: boolean }[] {
  const before = (version: string) => spansOfOne(line, '<', version)[0]!.high;
  return [
    ...(introduced === undefined ? [] : [{ cut: introduced === '0' ? LOWEST : before(introduced), begins: true }]),
    ...(fixed === undefined ? [] : [{ cut: before(fixed), begins: false }]),
    ...(last_affected === undefined ? [] : [{ cut: spansOfOne(line, '<=', last_affected)[0]!.high, begins: false }]),
  ];
}
