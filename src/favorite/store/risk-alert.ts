import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { DueAlert } from './alert';
import { type AdvisoryLevel, concerns, isTriaged, type KnownFinding, type TriageFacts } from './risk';
import { toldKey } from './risk.repository';

/** The state that determines the alerts about vulnerabilities of a favorite. */
export interface RiskAlertState {
  favoriteId: string;
  findings: KnownFinding[];
  triages: Map<string, TriageFacts>;
  level: AdvisoryLevel;
  seenAt: UtcTimestamp;
  /** What its owner was told: see `RiskRepository.told`. */
  told: ReadonlySet<string>;
  /** Subjects of its earlier alerts. */
  alreadyNotified: string[];
}

/**
 * One alert for a favorite and day, with all that became known of its version since the owner saw it; and once more for what becomes known to be
 * exploited. Of a second one, the day after tells. Nobody is told of `open` and `disputed` findings.
 * @param today `YYYY-MM-DD`, by the database's clock
 */
export function nextRiskAlert(state: RiskAlertState, today: string): { alert: DueAlert | null; isPutOff: boolean } {
  const exploited = state.findings.filter((finding) => isToTell(state, finding, today, true));
  const found = state.findings.filter((one) => !exploited.includes(one) && isToTell(state, one, today, false));
  if (found.length + exploited.length === 0) return { alert: null, isPutOff: false };
  const kind = exploited.length > 0 ? 'vulnerability.exploited' : 'vulnerability.found';
  const [ofFound, ofExploited] = [subjectOf('vulnerability.found', today), subjectOf('vulnerability.exploited', today)];
  const isPutOff =
    state.alreadyNotified.includes(ofExploited) || (exploited.length === 0 && state.alreadyNotified.includes(ofFound));
  if (isPutOff) return { alert: null, isPutOff };
  const vulnerabilities = [
    ...exploited.map(({ vulnerability }) => ({ vulnerability, isExploited: true })),
    ...found.map(({ vulnerability }) => ({ vulnerability, isExploited: false })),
  ];
  return { alert: { favoriteId: state.favoriteId, kind, subject: subjectOf(kind, today), vulnerabilities }, isPutOff };
}

/** `vulnerability.found:<day>`, `vulnerability.exploited:<day>` */
const subjectOf = (kind: DueAlert['kind'], day: string) => `${kind}:${day}`;

function isToTell(state: RiskAlertState, finding: KnownFinding, today: string, asExploited: boolean): boolean {
  const { favoriteId, triages, level, seenAt, told } = state;
  const { vulnerability, foundAt, isQuiet, exploitedAt } = finding;
  if (finding.state !== 'affected' || !concerns(finding, level)) return false;
  if (told.has(toldKey(favoriteId, vulnerability, asExploited))) return false;
  const triage = triages.get(vulnerability);
  if (asExploited) {
    // Who lives with it may not want to any more.
    const isOut = triage?.state === 'not_affected' && isTriaged(triage, today);
    return !isOut && exploitedAt !== null && exploitedAt > seenAt;
  }
  // Told as exploited, it is told.
  const isTold = told.has(toldKey(favoriteId, vulnerability, true));
  return triage === undefined && !isTold && !isQuiet && foundAt > seenAt;
}
