import type { Severity } from 'advisory-match';
import { cut } from './clean-text';
import { inUseText } from './in-use';
import { IN_USE, isolate, NEW_VERSION, YOU_USE } from './labels';
import { orderedLinks } from './message-links';
import type { AlertVulnerability, RiskAlert } from './alert';
import { countOf, EXPLOITED, idsText } from './risk-words';

/** Vulnerabilities that a message lists, and to whose pages it leads. */
const LISTED = 25;
const LINKED = 3;
const PER_CENT = 100;

const isExploited = ({ exploited }: AlertVulnerability) => exploited.length > 0;

/** `2 critical vulnerabilities (CVE-2026-1, CVE-2026-2)`, `5 vulnerabilities, 2 critical (CVE-2026-1, …)` */
function foundText({ vulnerabilities, total }: RiskAlert): string {
  const worst = vulnerabilities.filter(({ severity }) => severity === vulnerabilities[0]?.severity);
  const severity = worst[0]?.severity ?? 'unknown';
  const ids = idsText(vulnerabilities, total);
  return `${foundCount(total, worst.length, severity)}${ids === '' ? '' : ` (${ids})`}`;
}

function foundCount(total: number, worst: number, severity: Severity): string {
  if (severity === 'unknown') return countOf(total);
  return worst === total ? countOf(total).replace(' ', ` ${severity} `) : `${countOf(total)}, ${worst} ${severity}`;
}

function titleOf(alert: RiskAlert, isAboutExploit: boolean): string {
  const what = `${isolate(cut(alert.software.name, 80))} ${cut(alert.trackedVersion.version, 40)}, which you use`;
  const exploited = alert.vulnerabilities.filter(isExploited);
  const [first] = exploited;
  if (!isAboutExploit || first === undefined) return `${what}: ${foundText(alert)}`;
  if (exploited.length === 1) return `${cut(first.id, 40)} in ${what}, is ${EXPLOITED}`;
  return `${countOf(exploited.length)} of ${what}, are ${EXPLOITED} (${idsText(exploited, exploited.length)})`;
}

function introOf({ vulnerabilities, total, update, known }: RiskAlert): string {
  const [it, all] = total === 1 ? ['it', 'it'] : ['them', 'all of them'];
  const found = `The version that you use has ${total === 1 ? 'a vulnerability' : countOf(total)} that became known.`;
  if (update === null)
    return `${found} ${known === 'stable' ? 'No update is available' : 'No stable version is known yet'}.`;
  const fixed = vulnerabilities.filter(({ isFixedByUpdate }) => isFixedByUpdate).length;
  const to = `The update to ${update.version}`;
  if (fixed === 0) return `${found} ${to} does not fix ${it}.`;
  return `${found} ${to} fixes ${fixed === total ? all : `${fixed} of them`}.`;
}

/** `critical, known to be exploited (CISA since 2026-11-20), EPSS 94 %, fixed in 1.30.2: Request smuggling` */
function lineOf(
  { severity, exploited, epss, fixedIn, isFixedByUpdate, summary }: AlertVulnerability,
  update: string | null,
) {
  const by = exploited.map(({ by: who, since }) => `${who} since ${since}`).join(', ');
  const facts = [
    severity === 'unknown' ? null : severity,
    by && `${EXPLOITED} (${by})`,
    epss === null ? null : `EPSS ${percentOf(epss)}`,
    fixedIn === null ? 'no fix is named' : `fixed in ${fixedIn}`,
    update !== null && !isFixedByUpdate ? `not fixed by ${update}` : null,
  ];
  return facts.filter(Boolean).join(', ') + (summary ? `: ${summary}` : '');
}

const percentOf = (probability: number) =>
  probability < 1 / PER_CENT ? 'under 1 %' : `${Math.floor(probability * PER_CENT)} %`;

/** The words of a message about vulnerabilities of a version in use. */
export function riskAlertWords(alert: RiskAlert, isAboutExploit: boolean) {
  const { software, trackedVersion, inUse, vulnerabilities, total, update, databases, asOf } = alert;
  const title = titleOf(alert, isAboutExploit);
  const facts: [string, string | null][] = [
    [NEW_VERSION, update && update.version],
    [YOU_USE, trackedVersion.version],
    [IN_USE, inUse ? inUseText(inUse) : null],
    ...vulnerabilities
      .slice(0, LISTED)
      .map((one): [string, string] => [one.id, lineOf(one, update && cut(update.version, 40))]),
    ['Source', [databases.join(', '), asOf && `as of ${asOf}`].filter(Boolean).join(', ')],
  ];
  return {
    subject: title,
    headline: title,
    intro: introOf(alert),
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    more: Math.max(0, total - Math.min(vulnerabilities.length, LISTED)),
    links: linksOf(alert),
    urgent: isUrgentAlert(alert),
    footer: `You get this because you follow ${isolate(software.name)}.`,
  };
}

function linksOf({ vulnerabilities, links, page, software }: RiskAlert): [string, string][] {
  const about = vulnerabilities.slice(0, LINKED).map(({ id, url }): [string, string | null] => [id, url]);
  return orderedLinks({ page, manage: links.manage, rest: [...about, ['Website', software.url]] });
}

/** Whether one of them is known to be exploited, or critical. */
export const isUrgentAlert = ({ vulnerabilities }: RiskAlert): boolean =>
  vulnerabilities.some((one) => isExploited(one) || one.severity === 'critical');

/** In a digest. */
export function riskAlertItem(alert: RiskAlert) {
  const exploited = alert.vulnerabilities.filter(isExploited).length;
  const known = exploited === 0 ? '' : `, ${exploited} ${EXPLOITED}`;
  return {
    name: isolate(cut(alert.software.name, 80)),
    from: null,
    to: `${cut(alert.trackedVersion.version, 40)}: ${foundText(alert)}${known}`,
    step: 'major' as const,
    breaking: false,
    fixes: null,
    heading: 'Vulnerabilities of what you use',
    page: alert.page ?? alert.vulnerabilities[0]?.url ?? alert.software.url ?? null,
    manage: alert.links.manage ?? null,
  };
}
