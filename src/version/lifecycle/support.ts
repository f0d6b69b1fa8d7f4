import type { SupportState } from '../../software/dto/support.response';
import type { Cycle, ProductCycle } from './product-cycle';

/** Which of a cycle's days counts: `eol` (security support for the majority of users), `active`, or `extended`. */
export const SUPPORT_BASES = ['eol', 'active', 'extended'] as const;
export type SupportBasis = (typeof SUPPORT_BASES)[number];

export { SUPPORT_STATES, type SupportState } from '../../software/dto/support.response';

export const ENDING_DAYS = 90;

/** Days before the end of support on which to notify, where a policy says nothing else. */
export const SUPPORT_NOTICE = [90, 30, 7, 0];

/** In `extendedUntil` of `SupportFacts`: it goes on, and no last day is known. */
export const NO_LAST_DAY = '9999-12-31';

export interface SupportOptions {
  /** Default: `eol`. */
  basis?: SupportBasis | null;
  /** The last day of the user's own contract, which wins over the cycle. */
  until?: string | null;
}

/** The part that does not depend on the current day, so that it can be stored. The numbers are those of the column `favorite.support`. */
export const SupportKind = { Unknown: 0, Dated: 1, Supported: 2, Ended: 3 } as const;
export type SupportKindValue = (typeof SupportKind)[keyof typeof SupportKind];

export interface SupportFacts {
  /** `Dated`: until `eolOn`. `Supported` and `Ended`: no day is known. */
  kind: SupportKindValue;
  /** The last day of support, by basis and contract; null unless `Dated`. */
  eolOn: string | null;
  /** The last day of extended support, if that is later; see `NO_LAST_DAY`. */
  extendedUntil: string | null;
  /** Which day `eolOn` is. */
  basis: SupportBasis | 'contract';
}

export interface Support extends SupportFacts {
  state: SupportState;
  /** Days until `eolOn`, 0 on the day itself, negative after it; null = no day is known. */
  daysLeft: number | null;
}

/** The cycle of a version: one of `cycles`; `older` than all of them, the oldest of which has ended; or null, unknown. */
export type CycleMatch<C extends Cycle = Cycle> = C | 'older' | null;

/**
 * Finds the cycle of a version. The narrowest range with its key wins (`3.1` before `3`); a cycle without a range has the versions that are
 * named as it is.
 * @param label the version, as the tag pattern captures it
 * @param today `YYYY-MM-DD`, UTC
 */
export function cycleOf<C extends Cycle>(
  sortKey: string,
  label: string,
  cycles: readonly C[],
  today: string,
): CycleMatch<C> {
  let found: C | null = null;
  let oldest: C | null = null;
  for (const cycle of cycles) {
    if (oldest === null || isOlder(cycle, oldest)) oldest = cycle;
    const fits = cycle.rangeFrom === null ? isNamedAs(label, cycle) : isWithin(sortKey, cycle);
    if (fits && (found === null || isNarrower(cycle, found))) found = cycle;
  }
  if (found !== null) return found;
  // Words sort below all numbers.
  const isBelow = /^v?\d/i.test(label) && oldest?.rangeFrom != null && sortKey < oldest.rangeFrom;
  return isBelow && supportOf(oldest!, today).state === 'ended' ? 'older' : null;
}

const isOlder = (one: Cycle, other: Cycle) =>
  one.rangeFrom !== null && (other.rangeFrom === null || one.rangeFrom < other.rangeFrom);

const isWithin = (key: string, { rangeFrom, rangeTo }: Cycle) =>
  rangeFrom !== null && key >= rangeFrom && (rangeTo === null || key < rangeTo);

/** The same name, its newest version, or the name and a boundary (`jammy` has `jammy-20240111`). */
function isNamedAs(label: string, { cycle, latest }: Cycle): boolean {
  const [text, name] = [label.toLowerCase(), cycle.toLowerCase()];
  if (text === name || text === latest?.toLowerCase()) return true;
  return text.startsWith(name) && !/[\p{L}\p{N}]/u.test(text[name.length]!);
}

/** Ranges of series lie in each other or apart, so the narrower one begins later, or ends earlier. Names: the longer one. */
function isNarrower(one: Cycle, other: Cycle): boolean {
  if (one.rangeFrom === null || other.rangeFrom === null)
    return one.rangeFrom !== null || (other.rangeFrom === null && one.cycle.length > other.cycle.length);
  if (one.rangeFrom !== other.rangeFrom) return one.rangeFrom > other.rangeFrom;
  if (one.rangeTo !== other.rangeTo)
    return one.rangeTo !== null && (other.rangeTo === null || one.rangeTo < other.rangeTo);
  return one.cycle.length > other.cycle.length;
}

/** The facts about a cycle that do not depend on the current day. */
export function supportFacts(
  match: ProductCycle | 'older' | null,
  { basis, until }: SupportOptions = {},
): SupportFacts {
  const { Unknown, Dated, Supported, Ended } = SupportKind;
  if (until) return { kind: Dated, eolOn: until, extendedUntil: null, basis: 'contract' };
  if (match === null) return { kind: Unknown, eolOn: null, extendedUntil: null, basis: 'eol' };
  if (match === 'older') return { kind: Ended, eolOn: null, extendedUntil: null, basis: 'eol' };
  const extended = extendedUntilOf(match);
  if (basis === 'active' && match.activeUntil !== null)
    return { kind: Dated, eolOn: match.activeUntil, extendedUntil: null, basis };
  if (basis === 'extended' && extended === NO_LAST_DAY)
    return { kind: Supported, eolOn: null, extendedUntil: null, basis };
  if (basis === 'extended' && extended !== null) return { kind: Dated, eolOn: extended, extendedUntil: null, basis };
  if (match.eolOn !== null) return { kind: Dated, eolOn: match.eolOn, extendedUntil: extended, basis: 'eol' };
  const kind = match.isEol === null ? Unknown : match.isEol ? Ended : Supported;
  return { kind, eolOn: null, extendedUntil: extended, basis: 'eol' };
}

/** Null: there is none beyond the end of support. */
function extendedUntilOf({ eolOn, extendedUntil, isExtendedOver }: ProductCycle): string | null {
  if (extendedUntil !== null) return eolOn !== null && extendedUntil <= eolOn ? null : extendedUntil;
  return isExtendedOver === false ? NO_LAST_DAY : null;
}

/** The state on a day (`YYYY-MM-DD`, UTC). The last day of support belongs to it. */
export function stateOf({ kind, eolOn, extendedUntil }: Omit<SupportFacts, 'basis'>, today: string): SupportState {
  if (kind === SupportKind.Unknown) return 'unknown';
  if (kind === SupportKind.Supported) return 'supported';
  if (eolOn !== null && today <= eolOn) return daysBetween(today, eolOn) <= ENDING_DAYS ? 'ending' : 'supported';
  return extendedUntil !== null && today <= extendedUntil ? 'extended' : 'ended';
}

/** The state of a cycle on a day, by basis and contract. */
export function supportOf(match: ProductCycle | 'older' | null, today: string, options: SupportOptions = {}): Support {
  const facts = supportFacts(match, options);
  const daysLeft = facts.eolOn === null ? null : daysBetween(today, facts.eolOn);
  return { ...facts, state: stateOf(facts, today), daysLeft };
}

const DAY_MS = 86_400_000;

/** Whole days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
