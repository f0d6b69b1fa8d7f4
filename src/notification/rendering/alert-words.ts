import type { Alert, SupportAlert, SupportFacts, AlertVulnerability, RiskAlert } from './alert';
import type { MessageKind } from './message';
import { countOf, EXPLOITED, idsText } from './risk-words';
import { IN_USE, isolate, SUPPORT_DATES, YOU_USE, cut, NEW_VERSION } from './clean-text';
import { inUseText, shownVersion } from './tracked-product';
import { orderedLinks } from './message-links';
import { NO_LAST_DAY } from '../../version/lifecycle/support';
import type { Severity } from 'advisory-match';

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
function riskAlertWords(alert: RiskAlert, isAboutExploit: boolean) {
  const { software, vulnerabilities, links, page, total, update, databases, asOf } = alert;
  const named = vulnerabilities
    .slice(0, LISTED)
    .map((one): Fact => [one.id, lineOf(one, update && cut(update.version, 40))]);
  const source = [databases.join(', '), asOf && `as of ${asOf}`].filter(Boolean).join(', ');
  const about = vulnerabilities.slice(0, LINKED).map(({ id, url }): Fact => [id, url]);
  return {
    ...wordsAbout(alert, titleOf(alert, isAboutExploit)),
    intro: introOf(alert),
    facts: [
      [NEW_VERSION, update && update.version] as Fact,
      ...inUseFacts(alert),
      ...named,
      ['Source', source] as Fact,
    ],
    more: Math.max(0, total - Math.min(vulnerabilities.length, LISTED)),
    links: orderedLinks({ page, manage: links.manage, rest: [...about, ['Website', software.url]] }),
    urgent: isUrgentAlert(alert),
  };
}

/** Whether one of them is known to be exploited, or critical. */
export const isUrgentAlert = ({ vulnerabilities }: RiskAlert): boolean =>
  vulnerabilities.some((one) => isExploited(one) || one.severity === 'critical');

/** In a digest. */
function riskAlertItem(alert: RiskAlert) {
  const exploited = alert.vulnerabilities.filter(isExploited).length;
  const known = exploited === 0 ? '' : `, ${exploited} ${EXPLOITED}`;
  return {
    ...itemAbout(alert, alert.vulnerabilities[0]?.url),
    to: `${cut(alert.trackedVersion.version, 40)}: ${foundText(alert)}${known}`,
    heading: 'Vulnerabilities of what you use',
    manage: alert.links.manage ?? null,
  };
}

const KINDS: Record<SupportFacts['basis'], string> = {
  eol: 'security support',
  active: 'active support',
  extended: 'extended support',
  contract: 'your support',
};

/** `security support ends 2026-11-12, in 30 days` */
function endOf({ basis, endsOn, days, was }: SupportFacts): string {
  const before = was === null ? '' : ` (was ${was})`;
  const kind = KINDS[basis];
  if (days < 0) return `${kind} ended ${endsOn}${before}`;
  if (days === 0) return `${kind} ends today, ${endsOn}${before}`;
  return `${kind} ends ${endsOn}${before}, ${days === 1 ? 'tomorrow' : `in ${days} days`}`;
}

/** `14: security support ends 2026-11-12, in 30 days` */
const supportLine = ({ trackedVersion, support }: SupportAlert): string =>
  `${cut(support.cycle ?? trackedVersion.version, 40)}: ${endOf(support)}`;

/** The end of support, any further support, and the version to move to. */
function alertSentences(name: string, { trackedVersion, support }: SupportAlert): string {
  const { basis, cycle, latest, next, extendedUntil } = support;
  const isOlder = latest !== null && latest !== trackedVersion.version;
  return [
    `${name} ${trackedVersion.version}, which you use: ${endOf(support)}.`,
    extendedUntil && basis !== 'extended' ? `Extended support ${extendedEnd(extendedUntil)}.` : null,
    next && `${next.cycle} is supported${next.until === null ? '' : ` until ${next.until}`}.`,
    isOlder && cycle !== null ? `Newest of ${cycle}: ${latest}.` : null,
  ]
    .filter(Boolean)
    .join(' ');
}

const extendedEnd = (until: string) => (until === NO_LAST_DAY ? 'goes on' : `is offered until ${until}`);

/** The words of a message about one end of support. */
function supportAlertWords(alert: SupportAlert) {
  const { software, page, links, support } = alert;
  return {
    ...wordsAbout(alert, `${isolate(cut(software.name, 80))} ${supportLine(alert)}`),
    intro: alertSentences(isolate(software.name), alert),
    facts: [...inUseFacts(alert), ['Dates as of', support.asOf] as Fact],
    links: orderedLinks({ page, lead: [SUPPORT_DATES, links.dates], rest: [['Website', software.url]] }),
  };
}

/** In a digest. */
const supportAlertItem = (alert: SupportAlert) => ({
  ...itemAbout(alert, alert.links.dates),
  to: supportLine(alert),
  heading: 'End of support',
  manage: null,
});

type Fact = [label: string, value: string | null | undefined];

const wordsAbout = ({ software }: Alert, title: string) => ({
  subject: title,
  headline: title,
  footer: `You get this because you follow ${isolate(software.name)}.`,
});

const inUseFacts = ({ trackedVersion, inUse }: Alert): Fact[] => [
  [YOU_USE, shownVersion(trackedVersion.version)],
  [IN_USE, inUse ? inUseText(inUse) : null],
];

/** @param elsewhere a page about it */
const itemAbout = ({ software, page }: Alert, elsewhere: string | null | undefined) => ({
  name: isolate(cut(software.name, 80)),
  from: null,
  step: 'major' as const,
  breaking: false,
  fixes: null,
  page: page ?? elsewhere ?? software.url ?? null,
});

/** The words of a message about one alert. */
export const alertWords = (alert: Alert, kind: MessageKind) =>
  alert.about === 'support' ? supportAlertWords(alert) : riskAlertWords(alert, kind === 'vulnerability.exploited');

/** In a digest. */
export const alertItem = (alert: Alert) => (alert.about === 'support' ? supportAlertItem(alert) : riskAlertItem(alert));

export const isUrgent = (alert: Alert) => alert.about === 'vulnerability' && isUrgentAlert(alert);

/** `3 vulnerabilities`, `1 end of support` */
export function countsOfAlerts(alerts: Alert[]): string[] {
  const found = alerts.reduce((sum, alert) => sum + (alert.about === 'vulnerability' ? alert.total : 0), 0);
  const ends = alerts.filter(({ about }) => about === 'support').length;
  return [
    ...(found > 0 ? [countOf(found)] : []),
    ...(ends > 0 ? [`${ends} ${ends === 1 ? 'end' : 'ends'} of support`] : []),
  ];
}

/** Of a digest without updates. */
export function introOfAlerts(alerts: Alert[]): string {
  const kinds = new Set(alerts.map(({ about }) => about));
  if (kinds.size > 1) return 'This is new about versions that you use.';
  if (kinds.has('support')) return 'Versions that you use are supported no longer, or not for long.';
  return 'Vulnerabilities of versions that you use became known.';
}
