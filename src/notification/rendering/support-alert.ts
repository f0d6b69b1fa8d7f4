import { cleanLinks, cleanTracked, cleanVersionText, type TrackedProduct } from './tracked-product';

/** The kind of date: end of free security support, of active support, of paid support, or of the owner's contract. */
export const SUPPORT_BASES = ['eol', 'active', 'extended', 'contract'] as const;
export type SupportBasis = (typeof SUPPORT_BASES)[number];

/** How long the version in use is supported. Dates are `YYYY-MM-DD`. */
export interface SupportFacts {
  /** The series, such as `14`; null when only the owner's own date is known. */
  cycle: string | null;
  basis: SupportBasis;
  endsOn: string;
  /** From the day of the message to `endsOn`; below 0 when it is over. */
  days: number;
  /** The date of an earlier alert, if another one by now. */
  was: string | null;
  extendedUntil: string | null;
  /** The newest version of the series. */
  latest: string | null;
  /** The newer series that is supported longest. */
  next: { cycle: string; until: string | null } | null;
  /** As of when the dates are; null of the owner's own. */
  asOf: string | null;
}

/** A product whose version in use has lost its support, or will soon. */
export interface SupportAlert extends TrackedProduct {
  about: 'support';
  support: SupportFacts;
  /** Absolute URLs; `dates` tells where the dates are from. */
  links: { favorite?: string | null; software?: string | null; releases?: string | null; dates?: string | null };
}

export function cleanSupportAlert(alert: SupportAlert): SupportAlert {
  const { cycle, latest, next } = alert.support;
  return {
    ...alert,
    ...cleanTracked(alert),
    support: {
      ...alert.support,
      cycle: cycle === null ? null : cleanVersionText(cycle),
      latest: latest === null ? null : cleanVersionText(latest),
      next: next && { ...next, cycle: cleanVersionText(next.cycle) },
    },
    links: cleanLinks(alert.links),
  };
}
