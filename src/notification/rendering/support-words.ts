import { cut } from './clean-text';
import { inUseText } from './in-use';
import { IN_USE, isolate, SUPPORT_DATES, YOU_USE } from './labels';
import { orderedLinks } from './message-links';
import { NO_LAST_DAY } from '../../version/lifecycle/support';
import type { SupportAlert, SupportFacts } from './alert';

const KINDS: Record<SupportFacts['basis'], string> = {
  eol: 'security support',
  active: 'active support',
  extended: 'extended support',
  contract: 'your support',
};

/** `security support ends 2026-11-12, in 30 days` */
export function endOf({ basis, endsOn, days, was }: SupportFacts): string {
  const before = was === null ? '' : ` (was ${was})`;
  const kind = KINDS[basis];
  if (days < 0) return `${kind} ended ${endsOn}${before}`;
  if (days === 0) return `${kind} ends today, ${endsOn}${before}`;
  return `${kind} ends ${endsOn}${before}, ${days === 1 ? 'tomorrow' : `in ${days} days`}`;
}

/** `PostgreSQL 14: security support ends 2026-11-12, in 30 days` */
const alertTitle = (name: string, { trackedVersion, support }: SupportAlert): string =>
  `${name} ${cut(support.cycle ?? trackedVersion.version, 40)}: ${endOf(support)}`;

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

/** `14: security support ends 2026-11-12, in 30 days`, in a digest */
const alertLine = ({ trackedVersion, support }: SupportAlert): string =>
  `${cut(support.cycle ?? trackedVersion.version, 40)}: ${endOf(support)}`;

/** The words of a message about one end of support. */
export function supportAlertWords(alert: SupportAlert) {
  const { software, trackedVersion, page, links, support } = alert;
  const name = isolate(software.name);
  const title = alertTitle(isolate(cut(software.name, 80)), alert);
  const facts: [string, string | null][] = [
    [YOU_USE, trackedVersion.version],
    [IN_USE, alert.inUse ? inUseText(alert.inUse) : null],
    ['Dates as of', support.asOf],
  ];
  return {
    subject: title,
    headline: title,
    intro: alertSentences(name, alert),
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    links: orderedLinks({ page, lead: [SUPPORT_DATES, links.dates], rest: [['Website', software.url]] }),
    footer: `You get this because you follow ${name}.`,
  };
}

/** In a digest. */
export const supportAlertItem = (alert: SupportAlert) => ({
  name: isolate(cut(alert.software.name, 80)),
  from: null,
  to: alertLine(alert),
  step: 'major' as const,
  breaking: false,
  fixes: null,
  heading: 'End of support',
  page: alert.page ?? alert.links.dates ?? alert.software.url ?? null,
  manage: null,
});
