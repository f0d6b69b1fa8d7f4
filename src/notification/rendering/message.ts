import { safeUrl } from 'small-parts';
import type { Step } from 'version-order';
import type { FreshnessResponse } from '../../software/dto/freshness.response';
import { type Alert, cleanAlert } from './alert';
import { cleanLine } from './clean-text';
import { cleanNotes, type UpdateNotes } from './notes-words';
import { cleanLinks, cleanTracked, cleanVersion, type MessageVersion, type TrackedProduct } from './tracked-product';
import { cleanRisk, type UpdateRisk } from './vulnerability';

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

const MAX_NAME = 200;
const MAX_REASON = 500;
/** More than these do not fit into any channel. */
const MAX_VERSIONS = 200;
const MAX_UPDATES = 500;
const MAX_SOURCES = 100;
const MAX_ALERTS = 500;

/**
 * The message with all untrusted values cleaned: texts are one line within their limits, without control or direction characters, and links
 * are http(s). Channels only have to escape them.
 */
export function cleanMessage(message: Message): Message {
  const { channel, sources, alerts, knowledge } = message;
  return {
    ...message,
    updates: message.updates.slice(0, MAX_UPDATES).map(cleanUpdate),
    ...(alerts && { alerts: alerts.slice(0, MAX_ALERTS).map(cleanAlert) }),
    ...(channel && {
      channel: {
        ...channel,
        name: cleanLine(channel.name, MAX_NAME),
        reason: cleanLine(channel.reason, MAX_REASON),
      },
    }),
    ...(knowledge && {
      knowledge: {
        provider: cleanLine(knowledge.provider, MAX_NAME),
        reason: cleanLine(knowledge.reason, MAX_REASON),
      },
    }),
    ...(sources && { sources: sources.slice(0, MAX_SOURCES).map(cleanSource) }),
    page: safeUrl(message.page),
    links: cleanLinks(message.links),
  };
}

/** A message that shows that a channel works. */
export function testMessage(timestamp: string, links: Message['links'] = {}): Message {
  return { kind: 'test', timestamp, updates: [], total: 0, links };
}

const cleanUpdate = (update: Update): Update => ({
  ...update,
  ...cleanTracked(update),
  version: cleanVersion(update.version),
  versions: update.versions.slice(0, MAX_VERSIONS).map(cleanVersion),
  risk: update.risk && cleanRisk(update.risk),
  notes: update.notes && cleanNotes(update.notes),
});

function cleanSource(source: FailingSource): FailingSource {
  const { software, lastError, links } = source;
  return {
    ...source,
    software: { ...software, name: cleanLine(software.name, MAX_NAME) },
    lastError: cleanLine(lastError, MAX_REASON),
    links: cleanLinks(links),
  };
}
