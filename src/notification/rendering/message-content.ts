import { type Step, STEPS } from 'version-order';
import type { FreshnessResponse } from '../../software/dto/freshness.response';
import { alertItem, alertWords, countsOfAlerts, introOfAlerts, isUrgent as isUrgentAlert } from './alert-words';
import { isUrgent, type Alert } from './alert';
import { changeOf, dateOf, SHORT_DAY, IN_USE, isolate, NEW_VERSION, RELEASE_NOTES, YOU_USE, cut } from './clean-text';
import { inUseText, ITEM_ROOM, shownVersion } from './tracked-product';
import { cleanMessage, type Message, type Update } from './message';
import { orderedLinks } from './message-links';
import { breakingCount, type NotesWords, SHORT_NOTES } from './notes-words';
import { failingWords, heldWords } from './operator-words';
import { fixesMark, riskFacts } from './risk-words';
import { createHash } from 'node:crypto';

/** One update, or one alert, in a digest. */
export interface Item {
  name: string;
  from: string | null;
  to: string;
  /** When `to` was released, and that it is not known; absent where that is not the question. */
  day?: string;
  /** In place of the versions, where they are not known. */
  changed?: string | null;
  step: Step;
  /** Under which heading it is, if not under that of its step. */
  heading?: string;
  /** Where to read more. */
  page: string | null;
  /** Where to skip or snooze it. */
  manage: string | null;
  /** The notes of one of the new versions name a breaking change. */
  breaking: boolean;
  /** `fixes 4, 1 exploited`: vulnerabilities that it fixes; null where none is known. */
  fixes: string | null;
}

/**
 * The words of a message, from which text, HTML and the blocks of providers are rendered. Every text is one line of plain text, not yet
 * escaped. Its links open in a browser without a login, so none of them leads to the API.
 */
export interface MessageContent {
  /** At most 200 UTF-16 units. */
  subject: string;
  headline: string;
  intro: string;
  facts: [label: string, value: string][];
  /** Of all new versions of the product. */
  notes: NotesWords | null;
  /** The other new versions of the product. */
  others: string | null;
  /** The entries of a digest: alerts, then updates, the largest steps first. */
  items: Item[];
  /** How many more updates, or failing sources, there are. */
  more: number;
  links: [label: string, url: string][];
  footer: string;
  /** A page to unsubscribe. */
  unsubscribe: string | null;
  /** The largest step among the updates; null when there are none. */
  step: Step | null;
  /** It fixes, or tells of, a vulnerability that is known to be exploited, or critical. */
  urgent: boolean;
}

/** The headings for each kind of step, the largest first. */
export const STEP_WORDS: Record<Step, string> = {
  major: 'Major updates',
  minor: 'Minor updates',
  patch: 'Patches',
  other: 'Other updates',
};

/** The heading of updates that fix what is known to be exploited, whatever their step. */
const EXPLOITED_FIXES = 'Fixes of what is exploited';

const MAX_SUBJECT = 200;
/** Other new versions that are listed. */
const MAX_OTHERS = 10;
/** The words of a message, without anything harmful in them. */
export function contentOf(message: Message): MessageContent {
  const clean = cleanMessage(message);
  const { subject, facts = [], ...words } = wordsOf(clean, message);
  return {
    ...{ ...PLAIN, ...words, unsubscribe: clean.links.unsubscribe ?? null },
    subject: cut(subject, MAX_SUBJECT),
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
  };
}

const PLAIN = {
  notes: null,
  others: null,
  items: [],
  more: 0,
  links: [],
  step: null,
  urgent: false,
} satisfies Partial<MessageContent>;

/** Facts without a value are left out. */
type Words = Pick<MessageContent, 'subject' | 'headline' | 'intro' | 'footer'> &
  Partial<Omit<MessageContent, 'facts'>> & { facts?: Facts };
type Facts = [label: string, value: string | null | undefined][];

function wordsOf(clean: Message, given: Message): Words {
  if (clean.kind === 'test') return testWords();
  if (clean.kind === 'channel.disabled') return disabledWords(clean);
  if (clean.kind === 'source.failing') return failingWords(clean);
  if (clean.kind === 'knowledge.held') return heldWords(clean);
  if (clean.kind === 'update.digest') return digestWords(clean);
  const [alert] = clean.alerts ?? [];
  if (alert) return alertWords(alert, clean.kind);
  return updateWords(clean.updates[0]!, given.updates[0]!.versions.length);
}

/** @param count how many versions are new; the clean message may hold fewer */
function updateWords(update: Update, count: number): Words {
  const name = isolate(update.software.name);
  const tracked = update.trackedVersion?.version;
  const changed = changeOf(update.version.version, dateOf(update.releasedAt));
  const short = isolate(cut(update.software.name, 80));
  const out = changed === null ? `${short} ${cut(update.version.version, 40)} is out` : `${short}: ${changed}`;
  const used = tracked && changed === null ? ` (you use ${cut(tracked, 40)})` : '';
  return {
    subject: (update.reminder ? 'Reminder: ' : '') + out + used,
    headline: out,
    intro: introOf(update, name),
    facts: factsOf(update),
    notes: update.notes ? { ...update.notes, room: SHORT_NOTES } : null,
    others: othersOf(update, count),
    links: linksOf(update),
    footer: `You get this because you follow ${name}.`,
    step: update.step,
    urgent: isUrgentUpdate(update),
  };
}

const isUrgentUpdate = ({ risk }: Update) => Boolean(risk && isUrgent(risk.fixed));

function introOf(update: Update, name: string): string {
  const what = `${STEP_NOUNS[update.step]} ${name}`;
  if (update.reminder) return `The ${what} is still waiting for you.`;
  const available = `${update.step === 'other' ? 'An' : 'A'} ${what} is available.`;
  return update.prerelease ? `${available} It is a pre-release.` : available;
}

const STEP_NOUNS: Record<Step, string> = {
  major: 'major update of',
  minor: 'minor update of',
  patch: 'patch for',
  other: 'update of',
};

function digestWords({ updates, alerts = [], total, page }: Message): Words {
  const count = Math.max(total, updates.length);
  const steps = STEPS.filter((step) => updates.some((update) => update.step === step));
  const counts = steps.map((step) => `${updates.filter((update) => update.step === step).length} ${step}`);
  const headline = [
    ...countsOfAlerts(alerts),
    ...(count > 0 ? [count === 1 ? '1 update' : `${count} updates`] : []),
  ].join(', ');
  const whole = updates.length === count && steps.length > 0;
  return {
    subject: whole ? `${headline}: ${counts.join(', ')}` : headline,
    headline,
    intro: introOfDigest(count, alerts),
    facts: factsOfDigest(updates),
    items: [...alerts.map(alertItem), ...updates.map(itemOf)],
    more: count - updates.length,
    links: orderedLinks({ page }),
    footer: 'You get this because you follow these products.',
    step: steps[0] ?? null,
    urgent: alerts.some(isUrgentAlert) || updates.some(isUrgentUpdate),
  };
}

function introOfDigest(updates: number, alerts: Alert[]): string {
  if (updates === 0) return introOfAlerts(alerts);
  if (alerts.length > 0) return 'This is new since your last message.';
  return `${updates === 1 ? 'This update is' : 'These updates are'} new since your last message.`;
}

/** Products with a silent source that a digest names; most of its room is for the updates. */
const MAX_UNCHECKED = 3;

function factsOfDigest(updates: Update[]): MessageContent['facts'] {
  const unchecked = updates.filter(({ freshness }) => !isChecked(freshness));
  if (unchecked.length === 0) return [];
  const names = unchecked.slice(0, MAX_UNCHECKED).map(({ software }) => isolate(cut(software.name, 40)));
  const more = unchecked.length - names.length;
  return [['Not checked lately', names.join(', ') + (more > 0 ? ` and ${more} more` : '')]];
}

function itemOf(update: Update): Item {
  const { software, trackedVersion, inUse, version, releasedAt, step, page, links, notes, risk } = update;
  return {
    name: isolate(cut(software.name, 80)),
    from: (inUse && inUseText(inUse, ITEM_ROOM)) ?? (trackedVersion && cut(trackedVersion.version, 40)),
    to: cut(version.version, 40),
    changed: changeOf(version.version, dateOf(releasedAt, SHORT_DAY)),
    day: dateOf(releasedAt, SHORT_DAY) ?? 'day not known',
    step,
    page: links.notes ?? page ?? software.url ?? null,
    manage: links.manage ?? null,
    breaking: Boolean(notes && breakingCount(notes) > 0),
    fixes: risk ? fixesMark(risk) : null,
    ...(risk && risk.fixed.exploited > 0 && { heading: EXPLOITED_FIXES }),
  };
}

function testWords(): Words {
  return {
    subject: 'Test: your notifications work',
    headline: 'This is a test',
    intro: 'This channel works. You will be notified here about updates to the products that you follow.',
    footer: 'You get this because a test was requested from your account.',
  };
}

function disabledWords({ channel, page }: Message): Words {
  const name = isolate(channel!.name);
  return {
    subject: `Your channel ${cut(name, 80)} was switched off`,
    headline: `Your channel ${cut(name, 80)} was switched off`,
    intro: 'No more notifications are sent through it. You can switch it on again when the problem is solved.',
    facts: [
      ['Channel', `${name} (${channel!.type})`],
      ['Reason', channel!.reason],
    ],
    links: orderedLinks({ page }),
    footer: 'You get this because you own the channel.',
  };
}

function factsOf(update: Update): Facts {
  return [
    ...(update.risk ? riskFacts(update.risk) : []),
    [NEW_VERSION, update.version.version + (update.prerelease ? ' (pre-release)' : '')],
    [YOU_USE, update.trackedVersion && shownVersion(update.trackedVersion.version)],
    [IN_USE, update.inUse ? inUseText(update.inUse) : null],
    ['Released', dateOf(update.releasedAt) ?? 'not known'],
    ['Supported until', dateOf(update.supportedUntil ?? null)],
    ['Publisher', update.publisher && isolate(update.publisher.name)],
    ['Last checked', lastCheckOf(update.freshness)],
  ];
}

/** When the source answered last; a warning where a newer version may be missing, or nobody is asked. */
function lastCheckOf(freshness: FreshnessResponse): string {
  const { state, checked_at, catalogued_as_of } = freshness;
  if (isChecked(freshness)) return dateOf(checked_at) ?? 'no source is asked';
  const wasAsked = checked_at !== null || state === 'failing';
  const what =
    state === 'no-source' ? 'no source is asked' : `its source has not ${wasAsked ? 'answered' : 'been asked'}`;
  const day = dateOf(checked_at ?? catalogued_as_of);
  if (day === null) return `never; ${what} yet`;
  return `${day}${checked_at === null ? ', for the catalogue' : ''}; ${what}${state === 'no-source' ? '' : ' since'}`;
}

/** Its source answers; or it has none, and does not come from a snapshot either: then who imports the versions knows them. */
const isChecked = ({ state, catalogued_as_of }: FreshnessResponse) =>
  state === 'live' || (state === 'no-source' && catalogued_as_of === null);

/** `142.0.3, 142.0.2 and 9 more`; null when there is only the one. */
function othersOf({ version, versions }: Update, count: number): string | null {
  const others = versions.filter(({ id }) => id !== version.id).map((other) => other.version);
  if (others.length === 0) return null;
  const known = count - (versions.length - others.length);
  const more = known - Math.min(others.length, MAX_OTHERS);
  return others.slice(0, MAX_OTHERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const linksOf = ({ links: { notes, manage }, software, page }: Update): MessageContent['links'] =>
  orderedLinks({ page, manage, lead: [RELEASE_NOTES, notes], rest: [['Website', software.url]] });

/**
 * Adds eight hexadecimal digits of a hash of the delivery's id to the footer, for providers that cannot drop repeated messages: readers see
 * that two messages are the same one. Not a part of the id itself, since on some databases no part of it is unique.
 */
export function withReference(content: MessageContent, id: string): MessageContent {
  return {
    ...content,
    footer: [content.footer, `Ref. ${createHash('sha256').update(id).digest('hex').slice(0, 8)}`]
      .filter(Boolean)
      .join(' · '),
  };
}
