import { cleanLine, safeUrl } from './clean-text';
import { cleanInUse, type InUse } from './in-use';

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
export interface SupportAlert {
  favorite: { id: string; url: string } | null;
  software: { id: string; name: string; url: string | null };
  publisher: { id: string; name: string } | null;
  /** The version in use. */
  trackedVersion: { id: string; version: string; created_at: string };
  /** As of an `Update`. */
  inUse?: InUse | null;
  support: SupportFacts;
  /** The product in the web application, for people; null = that is switched off. */
  page?: string | null;
  /** Absolute URLs; `dates` tells where the dates are from. */
  links: { favorite?: string | null; software?: string | null; releases?: string | null; dates?: string | null };
}

const MAX_NAME = 200;
const MAX_VERSION = 100;

export function cleanAlert(alert: SupportAlert): SupportAlert {
  const { software, publisher, favorite, trackedVersion, support, links } = alert;
  const { cycle, latest, next } = support;
  return {
    ...alert,
    software: { ...software, name: cleanLine(software.name, MAX_NAME), url: safeUrl(software.url) },
    publisher: publisher && { ...publisher, name: cleanLine(publisher.name, MAX_NAME) },
    favorite: favorite && { ...favorite, url: safeUrl(favorite.url) ?? '' },
    trackedVersion: { ...trackedVersion, version: cleanLine(trackedVersion.version, MAX_VERSION) },
    inUse: alert.inUse && cleanInUse(alert.inUse),
    support: {
      ...support,
      cycle: cycle === null ? null : cleanLine(cycle, MAX_VERSION),
      latest: latest === null ? null : cleanLine(latest, MAX_VERSION),
      next: next && { ...next, cycle: cleanLine(next.cycle, MAX_VERSION) },
    },
    page: safeUrl(alert.page),
    links: Object.fromEntries(
      Object.entries(links).flatMap(([name, url]) => (safeUrl(url) ? [[name, safeUrl(url)]] : [])),
    ),
  };
}
