import type { SupportFacts as StoredSupport } from '../../version/lifecycle/support';
import type { KnownVersions } from '../../software/dto/freshness.response';
import type { TrackedProduct } from './tracked-product';
import type { Severity } from 'advisory-match';

/** Who says that a vulnerability is exploited, and since when (`YYYY-MM-DD`). */
export interface ExploitedBy {
  by: 'CISA' | 'ENISA';
  since: string;
}

/** A vulnerability in a message. */
export interface Vulnerability {
  id: string;
  severity: Severity;
  /** Empty: it is not known to be exploited. */
  exploited: ExploitedBy[];
  /** EPSS: the probability of an exploit in the next 30 days, from 0 to 1; null = not known. */
  epss: number | null;
}

/** Some vulnerabilities, of which a message names the worst. */
export interface Vulnerabilities {
  /** The worst first. */
  named: Vulnerability[];
  total: number;
  /** How many are known to be exploited. */
  exploited: number;
  bySeverity: Record<Severity, number>;
}

/** What an update does about the known vulnerabilities of the version in use, without those whose triage ends them. */
export interface UpdateRisk {
  fixed: Vulnerabilities;
  /** The new version has them too. */
  remaining: Vulnerabilities;
  /** Only the new version has them. */
  introduced: Vulnerabilities;
}

/** Vulnerabilities that a message names at most. */
export const NAMED_AT_MOST = 20;

/** Whether one of them is known to be exploited, or critical. */
export const isUrgent = ({ exploited, bySeverity }: Pick<Vulnerabilities, 'exploited' | 'bySeverity'>): boolean =>
  exploited > 0 || bySeverity.critical > 0;

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
