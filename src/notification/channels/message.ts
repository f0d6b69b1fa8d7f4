import { cleanLine, safeUrl } from './clean-text';

export type MessageKind = 'update.available' | 'update.reminder' | 'test';

export interface MessageVersion {
  id: string;
  version: string;
  /** ISO 8601, UTC: when it was released, as far as that is known. */
  created_at: string;
}

/** What there is to tell, the same for every channel. */
export interface Message {
  kind: MessageKind;
  /** ISO 8601, UTC: when it was noticed. The same on every attempt. */
  timestamp: string;
  favorite: { id: string; url: string } | null;
  software: { id: string; name: string; url: string | null };
  publisher: { id: string; name: string } | null;
  /** What the person uses. */
  trackedVersion: MessageVersion | null;
  /** The newest version; null in a test. */
  version: MessageVersion | null;
  /** All that are new, newest first, `version` among them. */
  versions: MessageVersion[];
  releasedAt: string | null;
  /** Absolute URLs; null and absent are the same. */
  links: { self?: string | null; software?: string | null; favorite?: string | null; releases?: string | null };
}

const MAX_NAME = 200;
const MAX_VERSION = 100;
/** Beyond this nobody reads, and a body of 20 KB has no room. */
const MAX_VERSIONS = 200;

/**
 * The message with everything from outside made harmless for any channel: one-line texts within their limits, no control
 * or direction characters, no lone surrogates, and no link but http(s). Escaping is each channel's own business.
 */
export function cleanMessage(message: Message): Message {
  const { software, publisher, favorite, trackedVersion, version } = message;
  return {
    ...message,
    software: { ...software, name: cleanLine(software.name, MAX_NAME), url: safeUrl(software.url) },
    publisher: publisher && { ...publisher, name: cleanLine(publisher.name, MAX_NAME) },
    favorite: favorite && { ...favorite, url: safeUrl(favorite.url) ?? '' },
    trackedVersion: trackedVersion && cleanVersion(trackedVersion),
    version: version && cleanVersion(version),
    versions: message.versions.slice(0, MAX_VERSIONS).map(cleanVersion),
    links: cleanLinks(message.links),
  };
}

/** A message by which a person sees that a channel works. */
export function testMessage(timestamp: string, links: Message['links'] = {}): Message {
  return {
    kind: 'test',
    timestamp,
    favorite: null,
    software: { id: '00000000-0000-0000-0000-000000000000', name: 'Example', url: null },
    publisher: null,
    trackedVersion: null,
    version: null,
    versions: [],
    releasedAt: null,
    links,
  };
}

function cleanVersion({ id, version, created_at }: MessageVersion): MessageVersion {
  return { id, version: cleanLine(version, MAX_VERSION), created_at };
}

function cleanLinks(links: Message['links']): Message['links'] {
  const safe = Object.entries(links).map(([name, url]) => [name, safeUrl(url)] as const);
  return Object.fromEntries(safe.filter(([, url]) => url !== null));
}
