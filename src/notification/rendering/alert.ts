import type { SupportFacts as StoredSupport } from '../../version/lifecycle/support';
import type { KnownVersions } from '../../software/dto/freshness.response';
import type { TrackedProduct } from './tracked-product';
import type { Vulnerability } from './vulnerability';

/** What a message says of a version in use, beside updates. */
export type Alert = SupportAlert | RiskAlert;

/** How long the version in use is supported. Dates are `YYYY-MM-DD`. */
export interface SupportFacts {
  /** The series, such as `14`; null when only the owner's own date is known. */
  cycle: string | null;
  /** The kind of date: end of free security support, of active support, of paid support, or of the owner's contract. */
  basis: StoredSupport['basis'];
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
}

/** A vulnerability of which an alert tells. */
export interface AlertVulnerability extends Vulnerability {
  /** One line. */
  summary: string | null;
  /** The lowest version that fixes it; null = none is named. */
  fixedIn: string | null;
  /** Whether the available version does not have it. */
  isFixedByUpdate: boolean;
  /** A page about it. */
  url: string | null;
}

/** A product whose version in use has vulnerabilities that became known. */
export interface RiskAlert extends TrackedProduct {
  about: 'vulnerability';
  /** The worst first; at most 100. */
  vulnerabilities: AlertVulnerability[];
  total: number;
  /** The available version; null = there is none. */
  update: { id: string; version: string } | null;
  known: KnownVersions;
  /** The databases that say so. */
  databases: string[];
  /** The day of the newest of their records (`YYYY-MM-DD`); null = not known. */
  asOf: string | null;
}

/** Vulnerabilities that an alert names at most. */
export const MAX_ALERT_VULNERABILITIES = 100;
