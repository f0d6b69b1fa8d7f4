import type { RangeEvent } from './advisory';
import { comparePlaces, FIRST, type Order, type Place, placeIn } from './place';

/** What a range says of a version. `open`: affected, and no version is named at which that ends. */
export interface RangeVerdict {
  state: 'affected' | 'open' | 'unaffected';
  /** The version that ends it; null = none is named. */
  fixed: string | null;
}

interface Step {
  place: Place;
  kind: 'introduced' | 'last_affected' | 'fixed' | 'introduced_after';
  text: string;
}

/**
 * In which order events of one version count: a version that is fixed is not affected, whatever begins with it. Those that count at their own
 * version are before those that count after it.
 */
const RANKS = { introduced: 0, fixed: 1, last_affected: 2, introduced_after: 3 } as const;

/** By Semantic Versioning the lowest pre-release, with which databases write that a range has all of them: no revision. */
const LOWEST = /-0$/;
const UNAFFECTED: RangeVerdict = { state: 'unaffected', fixed: null };
const OPEN: RangeVerdict = { state: 'open', fixed: null };

/** The events of one range, in order. */
export class EventRange {
  private constructor(private readonly steps: Step[]) {}

  /**
   * @param read the version in a text; null = it has none
   * @param isLoose whether people wrote the events in no certain scheme
   * @returns null if it cannot be evaluated: an event has no valid version, or an end is before its beginning in a scheme that is not certain
   */
  static of(
    events: RangeEvent[],
    order: Order,
    read: (text: string) => string | null,
    isLoose: boolean,
  ): EventRange | null {
    const steps: Step[] = [];
    for (const event of events) {
      const [[kind, text]] = Object.entries(event) as [[Step['kind'], string]];
      const version = read(text);
      if (text !== '0' && (version === null || !order.scheme.valid(version))) return null;
      const own: Order = LOWEST.test(text) ? { ...order, suffixes: 'own' } : order;
      steps.push({ place: text === '0' ? FIRST : placeIn(own, version!), kind, text });
    }
    if (isLoose && steps.some(({ place }, at) => at > 0 && place.key < steps[at - 1]!.place.key)) return null;
    return new EventRange(steps.sort(inOrder));
  }

  /**
   * By the algorithm of OSV's schema (https://ossf.github.io/osv-schema/#evaluation): the last event that the version has reached decides.
   * @param place of the version, in the order of the range
   */
  includes(place: Place): boolean {
    let isInside = false;
    for (const step of this.steps) {
      if (!hasReached(place, step)) break;
      isInside = step.kind === 'introduced' || step.kind === 'introduced_after';
    }
    return isInside;
  }

  verdict(place: Place): RangeVerdict {
    if (!this.includes(place)) return UNAFFECTED;
    const next = this.steps.findIndex((step) => !hasReached(place, step));
    if (next < 0) return OPEN;
    const end = this.steps.slice(next).find(({ kind }) => kind === 'fixed' || kind === 'last_affected');
    if (!end) return OPEN;
    return { state: 'affected', fixed: end.kind === 'fixed' ? end.text : null };
  }
}

const inOrder = ({ place: { key: a }, kind: one }: Step, { place: { key: b }, kind: other }: Step) =>
  a < b ? -1 : a > b ? 1 : RANKS[one] - RANKS[other];

const hasReached = (place: Place, step: Step) => {
  const order = comparePlaces(place, step.place);
  return step.kind === 'introduced' || step.kind === 'fixed' ? order >= 0 : order > 0;
};
