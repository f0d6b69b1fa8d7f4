import { TimeSlice } from '../common/concurrency/time-slice';
import { MAX_SERIES } from './dto/timeline.response';
import type { ProductOrdering } from './ordering/product-ordering';
import type { KeyRange } from './ordering/scheme';

/** From so many values on, the first number separates series, as with Node.js, and not with Kubernetes. */
const MANY_FIRST_NUMBERS = 3;

interface Labelled {
  version: string;
  version_key: string;
}

interface Series extends KeyRange {
  name: string;
}

/** The series that versions are shown in. */
export interface SeriesOfVersions {
  /** The newest first. */
  names: string[];
  /** Place in `names` of the series of each version; null = none of them. */
  places: (number | null)[];
}

/**
 * Splits versions into series by their first two numbers; where these are too many, by the first one. Each series is one that a policy can
 * name: the product's scheme decides whether a version belongs to it.
 */
export async function seriesOf(ordering: ProductOrdering, versions: Labelled[]): Promise<SeriesOfVersions> {
  const reader = new SeriesReader(ordering);
  const slice = new TimeSlice();
  const fine: (Series | null)[] = [];
  const coarse: (Series | null)[] = [];
  for (const version of versions) {
    if (slice.isOver) await slice.next();
    const byFirst = reader.find(version, 1);
    coarse.push(byFirst);
    fine.push(reader.find(version, 2) ?? byFirst);
  }
  const isCoarse = distinct(fine).length > MAX_SERIES && distinct(coarse).length >= MANY_FIRST_NUMBERS;
  const chosen = isCoarse ? coarse : fine;
  const names = distinct(chosen).slice(0, MAX_SERIES);
  const places = new Map(names.map((name, place) => [name, place]));
  return { names, places: chosen.map((series) => (series === null ? null : (places.get(series.name) ?? null))) };
}

/** Their names, the newest first. */
function distinct(series: (Series | null)[]): string[] {
  const byName = new Map(series.flatMap((one) => (one === null ? [] : [[one.name, one] as const])));
  return [...byName.values()].sort((a, b) => (a.gte < b.gte ? 1 : -1)).map(({ name }) => name);
}

class SeriesReader {
  private readonly ranges = new Map<string, KeyRange | null>();

  constructor(private readonly ordering: ProductOrdering) {}

  /** The series of the first `depth` numbers of a version; null when the scheme knows no such series, or puts the version elsewhere. */
  find({ version, version_key: key }: Labelled, depth: number): Series | null {
    for (const name of candidatesFor(this.ordering.quickVersionIn(version), depth)) {
      const range = this.rangeOf(name);
      if (range && range.gte <= key && key < range.lt) return { name, ...range };
    }
    return null;
  }

  private rangeOf(name: string): KeyRange | null {
    let range = this.ranges.get(name);
    if (range === undefined) this.ranges.set(name, (range = this.ordering.seriesRange(name)));
    return range;
  }
}

/** How a series may be written, with the epoch of the version (`1:2.3`) if it has one. */
function candidatesFor(version: string, depth: number): string[] {
  const [epoch = ''] = /^\d+[:!]/.exec(version) ?? [];
  const numbers = (version.slice(epoch.length).match(/\d+/g) ?? []).slice(0, depth);
  if (numbers.length < depth) return [];
  return [...new Set([epoch + numbers.join('.'), epoch + numbers.join('-')])];
}
