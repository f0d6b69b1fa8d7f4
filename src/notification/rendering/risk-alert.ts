import type { KnownVersions } from '../../software/dto/freshness.response';
import { cleanLine, safeUrl } from './clean-text';
import { cleanLinks, cleanTracked, cleanVersionText, type TrackedProduct } from './tracked-product';
import { cleanVulnerability, type Vulnerability } from './vulnerability';

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
  /** Absolute URLs; `manage` is a page to say that it was updated, to skip or to snooze. */
  links: { favorite?: string | null; software?: string | null; releases?: string | null; manage?: string | null };
}

/** Vulnerabilities that an alert names at most. */
export const MAX_ALERT_VULNERABILITIES = 100;
const MAX_SUMMARY = 300;
const MAX_DATABASES = 5;
const MAX_DATABASE = 64;

export const cleanRiskAlert = (alert: RiskAlert): RiskAlert => ({
  ...alert,
  ...cleanTracked(alert),
  vulnerabilities: alert.vulnerabilities.slice(0, MAX_ALERT_VULNERABILITIES).map((one) => ({
    ...cleanVulnerability(one),
    summary: one.summary === null ? null : cleanLine(one.summary, MAX_SUMMARY),
    fixedIn: one.fixedIn === null ? null : cleanVersionText(one.fixedIn),
    url: safeUrl(one.url),
  })),
  update: alert.update && { ...alert.update, version: cleanVersionText(alert.update.version) },
  databases: alert.databases.slice(0, MAX_DATABASES).map((name) => cleanLine(name, MAX_DATABASE)),
  links: cleanLinks(alert.links),
});
