import { now } from '../api/clock';
import type { Finding } from '../api/risk';

export interface SplitFindings {
  /** The version in use has them; what is to be looked at again comes first. */
  affected: Finding[];
  open: Finding[];
  disputed: Finding[];
  /** Nobody need look at them any more. */
  decided: Finding[];
}

const today = () => new Date(now()).toISOString().slice(0, 10);

/** The last day of a decision lies behind us. */
export const isOver = ({ triage }: Finding) => triage?.until != null && triage.until < today();

const isDecided = (finding: Finding) =>
  finding.triage !== null && finding.triage.state !== 'in_triage' && !finding.triage.needs_review && !isOver(finding);

export function splitFindings(findings: readonly Finding[]): SplitFindings {
  const undecided = findings.filter((finding) => !isDecided(finding));
  const of = (state: Finding['state']) => undecided.filter((finding) => finding.state === state);
  const affected = of('affected');
  const again = affected.filter(({ triage }) => triage?.needs_review);
  return {
    affected: [...again, ...affected.filter(({ triage }) => !triage?.needs_review)],
    open: of('open'),
    disputed: of('disputed'),
    decided: findings.filter(isDecided),
  };
}
