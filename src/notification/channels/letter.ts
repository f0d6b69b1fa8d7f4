import { cut } from './clean-text';
import type { Message } from './message';

/** A message in parts, before it becomes text or HTML: the two are made from this, not from each other. */
export interface Letter {
  subject: string;
  headline: string;
  intro: string;
  facts: [label: string, value: string][];
  others: string | null;
  links: [label: string, url: string][];
  footer: string;
}

/** Other new versions that are named one by one. */
const MAX_OTHERS = 10;
/** Hebrew, Arabic and their neighbours: the only letters that can turn the text around them. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * The words of a mail about a clean message.
 * @param count how many versions are new: more than the message may carry
 */
export function letterOf(message: Message, count: number): Letter {
  return message.kind === 'test' ? testLetter(message) : updateLetter(message, count);
}

function updateLetter(message: Message, count: number): Letter {
  const name = isolate(message.software.name);
  const product = cut(message.software.name, 80);
  const version = message.version?.version ?? 'a new version';
  const tracked = message.trackedVersion?.version;
  const out = `${isolate(product)} ${cut(version, 40)} is out`;
  const reminder = message.kind === 'update.reminder';
  return {
    subject: (reminder ? 'Reminder: ' : '') + out + (tracked ? ` (you use ${cut(tracked, 40)})` : ''),
    headline: out,
    intro: reminder ? `The update of ${name} is still waiting for you.` : `There is an update of ${name}.`,
    facts: factsOf(message),
    others: othersOf(message, count),
    links: linksOf(message),
    footer: `You get this because you follow ${name}. Its favorite is the place to change that.`,
  };
}

function testLetter(message: Message): Letter {
  return {
    subject: 'Test: your notifications arrive',
    headline: 'This is a test',
    intro: 'The channel works: when a product that you follow has an update, the news will come this way.',
    facts: [],
    others: null,
    links: linksOf(message),
    footer: 'Somebody with access to your account asked for this test.',
  };
}

function factsOf(message: Message): Letter['facts'] {
  const facts: [string, string | null | undefined][] = [
    ['New version', message.version?.version],
    ['You use', message.trackedVersion?.version],
    ['Released', dateOf(message.releasedAt)],
    ['Publisher', message.publisher && isolate(message.publisher.name)],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** `142.0.3, 142.0.2 and 9 more`; null when there is only the one. */
function othersOf({ version, versions }: Message, count: number): string | null {
  const others = versions.filter(({ id }) => id !== version?.id).map((other) => other.version);
  if (others.length === 0) return null;
  const known = count - (versions.length - others.length);
  const more = known - Math.min(others.length, MAX_OTHERS);
  return others.slice(0, MAX_OTHERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function linksOf({ links, software, favorite }: Message): Letter['links'] {
  const all: [string, string | null | undefined][] = [
    ['Releases', links.releases],
    ['Website', software.url],
    ['In the tracker', links.software],
    ['Your favorite', links.favorite ?? favorite?.url],
    ['This notification', links.self],
  ];
  return all.filter((link): link is [string, string] => Boolean(link[1]));
}

/** `20 November 2026`, or null for what is not a date. */
function dateOf(text: string | null): string | null {
  const date = new Date(text ?? NaN);
  if (Number.isNaN(date.getTime())) return null;
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Keeps a right-to-left name from turning the words around it; other names stay as they are, to be searched for. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
