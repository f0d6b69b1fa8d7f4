import { common, counted } from './common';
import { dateFormat, numberFormat } from '../locale';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const day = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });
const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
const number = (count: number) => common.number(count);
const owners = (databases: readonly string[]) =>
  databases.length === 1 ? `${databases[0]}'s records` : `the records of ${list.format(databases)}`;

type Counts = Record<'known' | 'critical' | 'exploited' | 'fixed_by_update', number>;

/** Known vulnerabilities of the version in use. Nothing here says that there are none. */
export const vulnerabilities = {
  title: 'Vulnerabilities',
  has: (version: string, known: number, critical: number, exploited: number) => {
    const parts = [
      ...(critical > 0 ? [`${number(critical)} critical`] : []),
      ...(exploited > 0 ? [`${number(exploited)} known to be exploited`] : []),
    ];
    const what = `Version ${version} has ${counted(known, 'known vulnerability', 'known vulnerabilities')}`;
    return parts.length > 0 ? `${what}: ${parts.join(', ')}.` : `${what}.`;
  },
  fixedBy: (update: string, fixed: number, known: number) => {
    if (fixed === 0) return `The update to ${update} does not fix ${known === 1 ? 'it' : 'any of them'}.`;
    if (fixed < known) return `The update to ${update} fixes ${number(fixed)} of ${number(known)}.`;
    return `The update to ${update} fixes ${known === 1 ? 'it' : `all ${number(known)}`}.`;
  },
  /** Of an update, after the word `Fixes`. */
  fixes: ({ known, critical, exploited, fixed_by_update: fixed }: Counts) => {
    const parts = [
      ...(critical ? [`${number(critical)} critical`] : []),
      ...(exploited ? [`${number(exploited)} exploited`] : []),
    ];
    const what = `${fixed === known ? (known > 1 ? `all ${number(known)}` : 'the only') : `${fixed ? number(fixed) : 'none'} of ${number(known)}`} known ${known === 1 ? 'vulnerability' : 'vulnerabilities'}`;
    return parts.length > 0 ? `${what} (${parts.join(', ')})` : what;
  },
  noUpdate: 'No update is on offer.',
  unclear: (version: string, open: number, disputed: number) =>
    [
      `It is not clear whether version ${version} is vulnerable:`,
      [
        ...(open > 0 ? [`of ${counted(open, 'vulnerability', 'vulnerabilities')} no database names a fix`] : []),
        ...(disputed > 0 ? [`about ${number(disputed)} the databases disagree`] : []),
      ].join(', and ') + '.',
    ].join(' '),
  noneKnown: (databases: readonly string[], asOf: string | null) =>
    `None of ${owners(databases)} is about this version${asOf ? `, as of ${day.format(new Date(asOf))}` : ''}. That doesn't mean there are none.`,
  allDecided: (version: string, count: number) =>
    count === 1
      ? `You have decided about the only vulnerability of version ${version} in the records.`
      : `You have decided about all ${number(count)} vulnerabilities of version ${version} in the records.`,
  notAssessed: 'Not assessed: no database knows this product.',
  noIdentifier:
    'The product has no identifier by which a database could name it. Somebody who may write to the catalogue can give it one.',
  notLoaded:
    'Whoever runs this service can load more databases. Or none of them is about this product: then watch the announcements of its makers.',
  ended: (version: string) =>
    `Not assessed: support of version ${version} has ended, so nobody looks any more whether it is vulnerable.`,
  move: 'Move to a version that is supported.',
  endedToo: 'Support of this version has ended, so there may be more that nobody has looked for.',
  docs: 'How vulnerabilities are found',
  probability: (share: number) => `EPSS ${share > 0 && share < 0.001 ? '< 0.1%' : percent.format(share)}`,
  probabilityHint: 'Probability of an exploit within 30 days, by FIRST',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', unknown: 'Not known' },
  exploited: 'Exploited',
  exploitedHint: 'It is known that somebody exploits it',
  fixedIn: (version: string) => `fixed in ${version}`,
  noFix: 'no fix known',
  notByUpdate: 'not by this update',
  open: {
    title: (count: number) => `No fix named (${number(count)})`,
    text: 'The records name no version that fixes these. Some are old, and their fix was never entered. They do not count above, and no message is sent about them.',
  },
  disputed: {
    title: (count: number) => `Disputed (${number(count)})`,
    text: 'Databases disagree whether this version has these. They do not count above, and no message is sent about them.',
  },
  decided: (count: number) => `${number(count)} decided`,
  showAll: (count: number) => `Show all ${number(count)}`,
  beyond: (count: number) => `${number(count)} more are not shown.`,
  states: {
    not_affected: 'Not affected',
    accepted: 'Risk accepted',
    in_triage: 'Under review',
  },
  stateHints: {
    not_affected: 'The way I use the product, it cannot be exploited. It no longer counts.',
    accepted: 'I know about it and accept it. It no longer counts.',
    in_triage: 'Somebody is looking at it. It still counts.',
  },
  until: (last: string) => `until ${day.format(new Date(last))}`,
  over: (last: string) => `ended on ${day.format(new Date(last))}`,
  needsReview: 'Look at it again: a fix has appeared, or it is known to be exploited.',
  decide: 'Decide',
  change: 'Change',
  decideOn: (id: string) => `Decide about ${id}`,
  changeOf: (id: string) => `Change the decision about ${id}`,
  dialog: {
    state: 'Decision',
    reason: 'Reason',
    reasonHint: 'For anyone who reads this later.',
    reasonMissing: 'Say why, in a few words',
    until: 'Until',
    untilHint: 'The last day on which it holds. Leave empty for good.',
    holds: 'It also applies to the versions you move to.',
    remove: 'Take it back',
  },
  done: (id: string) => `${id}: decided`,
  removed: (id: string) => `${id}: decision taken back`,
  policy: {
    advisories: 'Alert me about vulnerabilities',
    advisoriesHint: 'In the version in use. The message names the update that fixes them.',
    levels: {
      exploited: 'Known to be exploited',
      critical: 'Critical or likely to be exploited',
      high: 'High and above',
      all: 'All',
      off: 'None',
    },
    urgent: 'Offer fixes earlier',
    urgentHint: 'A version that fixes such a vulnerability may be younger than the minimum age.',
    urgentFrom: { off: 'No', exploited: 'If it is known to be exploited', critical: 'If it is critical or exploited' },
    urgentAge: 'Minimum age of such a fix',
    urgentAgeHint: 'Some days protect from a release that only claims to be a fix.',
  },
};
