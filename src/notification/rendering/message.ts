import { safeUrl } from 'small-parts';
import type { Step } from 'version-order';
import type { FreshnessResponse } from '../../software/dto/freshness.response';
import { NAMED_AT_MOST, type UpdateRisk, type Alert, MAX_ALERT_VULNERABILITIES } from './alert';
import { cleanLine } from './clean-text';
import type { UpdateNotes } from './notes-words';
import { MAX_PLACES, type MessageVersion, type TrackedProduct } from './tracked-product';

export type MessageKind =
  | 'update.available'
  | 'update.reminder'
  | 'update.digest'
  | 'support.ending'
  | 'support.ended'
  | 'vulnerability.found'
  | 'vulnerability.exploited'
  | 'channel.disabled'
  | 'source.failing'
  | 'knowledge.held'
  | 'test';

/** A product with a newer version than the one in use. */
export interface Update extends TrackedProduct<MessageVersion | null> {
  /** The newest version. */
  version: MessageVersion;
  /** All new versions, newest first, including `version`. */
  versions: MessageVersion[];
  /** How far `version` is from the one in use. */
  step: Step;
  prerelease: boolean;
  /** The user was notified of it before, and it is still outstanding. */
  reminder: boolean;
  releasedAt: string | null;
  /** The last day on which `version` is supported, as far as known: `YYYY-MM-DD`. */
  supportedUntil?: string | null;
  /** Null means the same as absent: nobody assesses both versions. */
  risk?: UpdateRisk | null;
  /** The freshness of the product. */
  freshness: FreshnessResponse;
  /** Null means the same as absent: there are none, or the channel has none. In a digest they have counts only. */
  notes?: UpdateNotes | null;
}

/** A product whose source fails, so that new versions are not found. */
export interface FailingSource {
  software: { id: string; name: string };
  /** Of the source, such as `npm`. */
  type: string;
  /** ISO 8601, UTC. */
  failingSince: string;
  lastError: string;
  links: { software?: string | null };
}

/** The content of a notification, the same for every channel. */
export interface Message {
  kind: MessageKind;
  /** ISO 8601, UTC: when it was noticed. The same on every attempt. */
  timestamp: string;
  /** One for `update.available` and `update.reminder`, the largest steps first for a digest; none for other kinds. */
  updates: Update[];
  /** One for the kinds of alerts; in a digest beside the updates. */
  alerts?: Alert[];
  /** How many updates, or failing sources, there are; a long message holds only some of them. */
  total: number;
  /** The channel that `channel.disabled` is about. */
  channel?: { id: string; type: string; name: string; reason: string };
  /** The sources of `source.failing`, the longest failing first. */
  sources?: FailingSource[];
  /** The import that `knowledge.held` is about. */
  knowledge?: { provider: string; reason: string };
  /** Where this is in the web application, for people: all updates, the channel, or the operator's page. Null = that is switched off. */
  page?: string | null;
  links: {
    self?: string | null;
    /** Where the recipient can unsubscribe without a login; only for types with a `recipient`. */
    unsubscribe?: string | null;
  };
}

/** UTF-16 units that texts of these names have at most, wherever they are in a message. */
const LONGEST = new Map<string, number>([
  ...['name', 'provider'].map((name) => [name, 200] as const),
  ...['reason', 'lastError'].map((name) => [name, 500] as const),
  ...['version', 'cycle', 'latest', 'fixedIn'].map((name) => [name, 100] as const),
  ...([['place', 64], ['databases', 64], ['summary', 300], ['text', 240]] as const), // prettier-ignore
]);

/** Entries that lists of these names have at most: more do not fit into any channel. */
const MOST: Record<string, number> = {
  ...{ updates: 500, alerts: 500, versions: 200, sources: 100, breaking: 100, items: 20, ids: 20, databases: 5 },
  ...{ places: MAX_PLACES, vulnerabilities: MAX_ALERT_VULNERABILITIES, named: NAMED_AT_MOST },
};

/** Where the entries that are left out of a list are counted. */
const COUNTED = Object.entries({ places: 'more', breaking: 'moreBreaking' });

const ADVISORY_ID = /^(CVE-\d{4}-\d{4,19}|GHSA(-[0-9a-z]{4}){3})$/i;

/**
 * A message, or a part of one, with all untrusted values cleaned by their names: texts are one line within their limits, without control or
 * direction characters, and links are http(s). Channels only have to escape them.
 */
export const cleaned = <T extends object>(part: T): T => cleanObject('', part) as T;

export const cleanMessage = (message: Message): Message => cleaned(message);

/** @param name of the value; of an entry of a list, that of the list */
function clean(name: string, value: unknown, parent: string): unknown {
  if (typeof value === 'string') return cleanText(name, value, parent);
  if (Array.isArray(value)) return cleanList(name, value);
  return typeof value === 'object' && value !== null ? cleanObject(name, value) : value;
}

function cleanText(name: string, text: string, parent: string): string | null {
  if (name === 'url' || name === 'page') return safeUrl(text);
  // Ids of vulnerabilities are of these characters only, so that nothing in them is markup.
  if (name === 'id' && ['vulnerabilities', 'named'].includes(parent))
    return cleanLine(text, 64).replace(/[^\w.:-]/g, '');
  const longest = LONGEST.get(name);
  return longest === undefined ? text : cleanLine(text, longest);
}

function cleanList(name: string, list: unknown[]): unknown[] {
  // Written by `release-text`, which escapes.
  if (name === 'blocks') return list;
  const wanted = name === 'ids' ? list.filter((id) => ADVISORY_ID.test(String(id))) : list;
  return wanted.slice(0, MOST[name]).map((entry) => clean(name, entry, name));
}

function cleanObject(name: string, value: object): object {
  if (name === 'links')
    return Object.fromEntries(Object.entries(value).flatMap(([of, url]) => linkOf(of, url as string)));
  const given = new Map<string, unknown>(Object.entries(value));
  const entries = Object.fromEntries([...given].map(([key, one]) => [key, clean(key, one, name)]));
  for (const [list, count] of COUNTED) {
    const [all, more] = [given.get(list), given.get(count)];
    if (Array.isArray(all) && typeof more === 'number') entries[count] = more + Math.max(0, all.length - MOST[list]!);
  }
  return entries;
}

const linkOf = (name: string, url: string | null | undefined): [string, string][] => {
  const safe = safeUrl(url);
  return safe === null ? [] : [[name, safe]];
};

/** A message that shows that a channel works. */
export function testMessage(timestamp: string, links: Message['links'] = {}): Message {
  return { kind: 'test', timestamp, updates: [], total: 0, links };
}
