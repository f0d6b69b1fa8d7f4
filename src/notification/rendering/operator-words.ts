import { dateOf, isolate, cut } from './clean-text';
import type { FailingSource, Message } from './message';
import { orderedLinks } from './message-links';

type Facts = [label: string, value: string][];

/** Sources that a message lists. */
const MAX_SOURCES = 25;

export function failingWords({ sources = [], total }: Message) {
  const [only] = total === 1 ? sources : [];
  const headline = only
    ? `The source of ${isolate(cut(only.software.name, 80))} is failing`
    : `${total} sources are failing, the first since ${dateOf(sources[0]?.failingSince ?? null)}`;
  const named = sources.slice(0, MAX_SOURCES);
  return {
    subject: headline,
    headline,
    intro: `New versions of ${only ? 'this product' : 'these products'} are not being found. ${WHAT_TO_DO}`,
    facts: only ? factsOfSource(only) : named.map(factOf),
    more: Math.max(0, total - named.length),
    footer: `${TO_OPERATOR} Each source is reported once, and again only if it recovers and then fails for another day.`,
  };
}

const TO_OPERATOR = 'You get this because OPERATOR_CHANNEL_URL of the software update tracker points to you.';

/** Knowledge that would change much, and was not taken. */
export function heldWords({ knowledge, page }: Message) {
  const { provider, reason } = knowledge!;
  const headline = `An import of ${isolate(provider)} waits for you`;
  return {
    subject: headline,
    headline,
    intro: `It would change what is known of many products. Until you accept it (“knowledge accept ${provider}”), what was known before counts.`,
    facts: [
      ['Provider', provider],
      ['Reason', reason],
    ] as Facts,
    links: orderedLinks({ page }),
    footer: `${TO_OPERATOR} You are reminded after a week.`,
  };
}

const WHAT_TO_DO =
  'The tracker keeps trying, at least once a day. The command “source list --failing” shows all of them. If a product has moved, ' +
  'replace its source (PUT /api/v1/software/{id}/source) or remove it (DELETE).';

const factsOfSource = (source: FailingSource): Facts => [
  ['Product', isolate(source.software.name)],
  ['Source', source.type],
  ['Failing since', momentOf(source.failingSince)],
  ['Last error', source.lastError],
];

const factOf = (source: FailingSource): Facts[number] => [isolate(cut(source.software.name, 80)), lineOf(source)];

const lineOf = ({ type, failingSince, lastError }: FailingSource) =>
  `${type}, since ${momentOf(failingSince)}: ${cut(lastError, 200)}`;

/** `2026-11-20 10:00 UTC` */
const momentOf = (text: string) => `${text.slice(0, 16).replace('T', ' ')} UTC`;
