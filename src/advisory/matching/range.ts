import type { RangeEvent } from '../advisory';
import type { VersionScheme } from '../../version/ordering/scheme';

/** What a range says of a version. `open`: affected, and no version is named at which that ends. */
export interface RangeVerdict {
  state: 'affected' | 'open' | 'unaffected';
  /** The version that ends it; null = none is named. */
  fixed: string | null;
}

interface Step {
  key: string;
  kind: 'introduced' | 'last_affected' | 'fixed' | 'introduced_after';
  text: string;
}

/**
 * In which order events of one version count: a version that is fixed is not affected, whatever begins with it. Those that count at their own
 * version are before those that count after it.
 */
const RANKS = { introduced: 0, fixed: 1, last_affected: 2, introduced_after: 3 } as const;

/** Below the keys of all versions. */
const FIRST = '';
const UNAFFECTED: RangeVerdict = { state: 'unaffected', fixed: null };
const OPEN: RangeVerdict = { state: 'open', fixed: null };

/** The events of one range, in order. */
export class EventRange {
  private constructor(private readonly steps: Step[]) {}

  /** @returns null if it cannot be evaluated: an event has no valid version. @param read the version in a text */
  static of(events: RangeEvent[], scheme: VersionScheme, read: (text: string) => string): EventRange | null {
    const steps: Step[] = [];
    for (const event of events) {
      const [[kind, text]] = Object.entries(event) as [[Step['kind'], string]];
      const version = read(text);
      if (text !== '0' && !scheme.valid(version)) return null;
      steps.push({ key: text === '0' ? FIRST : scheme.key(version), kind, text });
    }
    return new EventRange(steps.sort(inOrder));
  }

  /**
   * By the algorithm of OSV's schema (https://ossf.github.io/osv-schema/#evaluation): the last event that the version has reached decides.
   * @param key of the version, in the scheme of the range
   */
  includes(key: string): boolean {
    let isInside = false;
    for (const step of this.steps) {
      if (!hasReached(key, step)) break;
      isInside = step.kind === 'introduced' || step.kind === 'introduced_after';
    }
    return isInside;
  }

  verdict(key: string): RangeVerdict {
    if (!this.includes(key)) return UNAFFECTED;
    const next = this.steps.findIndex((step) => !hasReached(key, step));
    if (next < 0) return OPEN;
    const end = this.steps.slice(next).find(({ kind }) => kind === 'fixed' || kind === 'last_affected');
    if (!end) return OPEN;
    return { state: 'affected', fixed: end.kind === 'fixed' ? end.text : null };
  }
}

const inOrder = (a: Step, b: Step) => (a.key < b.key ? -1 : a.key > b.key ? 1 : RANKS[a.kind] - RANKS[b.kind]);

const hasReached = (key: string, step: Step) =>
  step.kind === 'introduced' || step.kind === 'fixed' ? key >= step.key : key > step.key;
