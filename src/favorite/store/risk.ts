import { type Finding, SEVERITIES, type Severity } from 'advisory-match';
import type { StoredFinding } from '../../advisory/store/assessment.repository';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';

/**
 * What an owner decided about a vulnerability. `not_affected`: it does not concern them. `accepted`: they live with it. Neither counts any more.
 * `in_triage`: they know of it; it still counts.
 */
export const TRIAGE_STATES = ['not_affected', 'accepted', 'in_triage'] as const;
export type TriageState = (typeof TRIAGE_STATES)[number];

/** Of which vulnerabilities to notify. `critical`: also of those that are exploited, or probably will be. */
export const ADVISORY_LEVELS = ['exploited', 'critical', 'high', 'all', 'off'] as const;
export type AdvisoryLevel = (typeof ADVISORY_LEVELS)[number];
export const DEFAULT_LEVEL: AdvisoryLevel = 'critical';

/** A fix of this rank is offered after fewer days than others. */
export const URGENT_FROM = ['exploited', 'critical'] as const;
export interface Urgent {
  from: (typeof URGENT_FROM)[number];
  minimum_age_days: number;
}

/** From this probability on, in ten-thousandths, a vulnerability counts as one that will be exploited. */
export const PROBABLE = 1_000;

/** A vulnerability of a version, with what is known of its exploits. */
export interface KnownFinding extends StoredFinding {
  isExploited: boolean;
  /** When it became known here that it is exploited; null = it is not known to be, or was in the snapshot that came with the service. */
  exploitedAt: UtcTimestamp | null;
  /** In ten-thousandths; null = not known. */
  epss: number | null;
}

export interface TriageFacts {
  vulnerability: string;
  state: TriageState;
  /** `YYYY-MM-DD` */
  until: string | null;
  hadFix: boolean;
  decidedAt: UtcTimestamp;
}

/** The columns of `FavoriteRisk` that follow from findings. */
export interface RiskFacts {
  risk: number;
  known: number;
  critical: number;
  high: number;
  exploited: number;
  open: number;
  disputed: number;
  epss: number | null;
  severity: number | null;
  fixed: number;
}

/** Not for one that the vendor denies: that is only shown. */
export const isThere = ({ state }: Pick<Finding, 'state'>): boolean => state !== 'not_affected';

/** A triage counts until the end of its last day. */
export const isTriaged = (triage: TriageFacts | undefined, today: string): boolean =>
  triage !== undefined && triage.state !== 'in_triage' && (triage.until === null || triage.until >= today);

/** A fix has appeared since it was decided, or it has become known to be exploited. */
export const needsReview = (triage: TriageFacts, finding: KnownFinding): boolean =>
  (finding.fixed !== null && !triage.hadFix) ||
  (finding.exploitedAt !== null && finding.exploitedAt > triage.decidedAt);

const rankOf = (severity: Severity) => SEVERITIES.indexOf(severity);
const CRITICAL = rankOf('critical');
const HIGH = rankOf('high');

/** Whether a policy of this level notifies of it. */
export function concerns({ severity, isExploited, epss }: KnownFinding, level: AdvisoryLevel): boolean {
  if (level === 'off') return false;
  if (level === 'all' || isExploited) return true;
  if (level === 'exploited') return false;
  return rankOf(severity) >= (level === 'high' ? HIGH : CRITICAL) || (epss ?? 0) >= PROBABLE;
}

/**
 * @param inUse the findings of the version in use that are not triaged
 * @param offered vulnerabilities of the available version; null = none is available
 */
export function riskOf(inUse: KnownFinding[], offered: ReadonlySet<string> | null): RiskFacts {
  const affected = inUse.filter(({ state }) => state === 'affected');
  const count = (condition: (finding: KnownFinding) => boolean) => affected.filter(condition).length;
  const severity = Math.max(-1, ...affected.map((finding) => rankOf(finding.severity)));
  const epss = Math.max(-1, ...affected.map((finding) => finding.epss ?? -1));
  const facts = {
    known: affected.length,
    critical: count((finding) => finding.severity === 'critical'),
    high: count((finding) => finding.severity === 'high'),
    exploited: count(({ isExploited }) => isExploited),
    open: inUse.filter(({ state }) => state === 'open').length,
    disputed: inUse.filter(({ state }) => state === 'disputed').length,
    epss: epss < 0 ? null : epss,
    severity: severity < 0 ? null : severity,
    fixed: offered === null ? 0 : count(({ vulnerability }) => !offered.has(vulnerability)),
  };
  return { risk: orderOf(facts), ...facts };
}

export const RISK_OF_LEVEL = 10_000_000;

/** Exploited before all severities; of equal ones the most probable, then the most numerous. At most 59,999,999; 0 without any. */
function orderOf({ known, exploited, severity, epss }: Omit<RiskFacts, 'risk'>): number {
  if (known === 0) return 0;
  const level = exploited > 0 ? CRITICAL + 1 : (severity ?? 0);
  return level * RISK_OF_LEVEL + (epss ?? 0) * 900 + Math.min(known, 899);
}
