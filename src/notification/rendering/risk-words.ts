import { SEVERITIES } from 'advisory-match';
import { cut } from './clean-text';
import type { Vulnerabilities, UpdateRisk, Vulnerability } from './alert';

/** The worst first. */
const WORST_FIRST = [...SEVERITIES].reverse();
/** Up to so many vulnerabilities are named one by one; of more, the worst. */
const FEW = 5;
const IDS_NAMED = 3;
const MAX_ID = 40;
/** Never “no known vulnerability”: nobody knows that. */
const NONE_EXPLOITED = 'none known to be exploited';
export const EXPLOITED = 'known to be exploited';

export const countOf = (count: number) => `${count} ${count === 1 ? 'vulnerability' : 'vulnerabilities'}`;

/** What an update fixes, what the new version still has, and what only it has; each if there is something. */
export function riskFacts({ fixed, remaining, introduced }: UpdateRisk): [label: string, value: string][] {
  const facts: [string, Vulnerabilities][] = [
    ['Fixes', fixed],
    ['Still has', remaining],
    ['New in it', introduced],
  ];
  return facts.filter(([, { total }]) => total > 0).map(([label, some]) => [label, vulnerabilitiesText(some)]);
}

/**
 * `2 vulnerabilities: CVE-2026-1 (critical, known to be exploited), CVE-2026-2 (high)`, or of many
 * `12 vulnerabilities: 4 critical (CVE-2026-1, CVE-2026-2, CVE-2026-3, …), 8 high; none known to be exploited`.
 */
export function vulnerabilitiesText(some: Vulnerabilities): string {
  const isFew = some.total <= FEW && some.named.length === some.total;
  return `${countOf(some.total)}: ${isFew ? fewText(some) : manyText(some)}`;
}

function fewText({ named, exploited }: Vulnerabilities): string {
  const text = named.map((one) => [idOf(one), inBrackets(wordsOf(one))].filter(Boolean).join(' ')).join(', ');
  return exploited > 0 ? text : `${text}; ${NONE_EXPLOITED}`;
}

function manyText({ named, exploited, bySeverity }: Vulnerabilities): string {
  const present = WORST_FIRST.filter((severity) => bySeverity[severity] > 0);
  const counts = present.map((severity, index) => {
    const count = bySeverity[severity];
    const words = severity === 'unknown' ? `${count} of unknown severity` : `${count} ${severity}`;
    const ids = index === 0 ? idsText(named.filter((one) => one.severity === severity), count) : ''; // prettier-ignore
    return [words, inBrackets(ids)].filter(Boolean).join(' ');
  });
  const known = named.filter((one) => one.exploited.length > 0);
  const end = exploited === 0 ? NONE_EXPLOITED : `${exploited} ${EXPLOITED} (${idsText(known, exploited)})`;
  return `${counts.join(', ')}; ${end}`;
}

/** `fixes 4, 1 exploited`, in a digest; null where it fixes nothing that is known. */
export function fixesMark({ fixed }: UpdateRisk): string | null {
  if (fixed.total === 0) return null;
  if (fixed.exploited > 0) return `fixes ${fixed.total}, ${fixed.exploited} exploited`;
  return `fixes ${fixed.total}${fixed.bySeverity.critical > 0 ? `, ${fixed.bySeverity.critical} critical` : ''}`;
}

/** The first ids, and that there are more. */
export function idsText(named: Pick<Vulnerability, 'id'>[], total: number): string {
  const shown = named.slice(0, IDS_NAMED).map(idOf);
  return [...shown, ...(total > shown.length ? ['…'] : [])].join(', ');
}

const idOf = ({ id }: Pick<Vulnerability, 'id'>) => cut(id, MAX_ID);
const inBrackets = (text: string) => (text === '' ? '' : `(${text})`);

const wordsOf = ({ severity, exploited }: Vulnerability) =>
  [severity === 'unknown' ? '' : severity, exploited.length > 0 ? EXPLOITED : ''].filter(Boolean).join(', ');
