import { cleanLine, safeUrl } from './clean-text';
import { cleanInUse, type InUse } from './in-use';

export interface MessageVersion {
  id: string;
  version: string;
  /** ISO 8601, UTC: when it was released, as far as known. */
  created_at: string;
}

/** A product whose version in use an update or an alert is about. */
export interface TrackedProduct<V = MessageVersion> {
  favorite: { id: string; url: string } | null;
  software: { id: string; name: string; url: string | null };
  publisher: { id: string; name: string } | null;
  /** The version in use. */
  trackedVersion: V;
  /** Null means the same as absent: no inventory has it. The version in use is then the lowest of these. */
  inUse?: InUse | null;
  /** The product in the web application, for people; null = that is switched off. */
  page?: string | null;
  /** Absolute URLs; null means the same as absent. */
  links: {
    favorite?: string | null;
    software?: string | null;
    releases?: string | null;
    /** The release notes of the new version. */
    notes?: string | null;
    /** A page to say that it was updated, to skip or to snooze. */
    manage?: string | null;
    /** Where the dates of support are from. */
    dates?: string | null;
  };
}

const MAX_NAME = 200;
const MAX_VERSION = 100;

export const cleanVersionText = (text: string) => cleanLine(text, MAX_VERSION);

export const cleanVersion = ({ id, version, created_at }: MessageVersion): MessageVersion => ({
  id,
  version: cleanVersionText(version),
  created_at,
});

export const cleanTracked = <V extends MessageVersion | null>({
  favorite,
  software,
  publisher,
  trackedVersion,
  inUse,
  page,
  links,
}: TrackedProduct<V>): TrackedProduct<V> => ({
  software: { ...software, name: cleanLine(software.name, MAX_NAME), url: safeUrl(software.url) },
  publisher: publisher && { ...publisher, name: cleanLine(publisher.name, MAX_NAME) },
  favorite: favorite && { ...favorite, url: safeUrl(favorite.url) ?? '' },
  trackedVersion: trackedVersion && (cleanVersion(trackedVersion) as V),
  inUse: inUse && cleanInUse(inUse),
  page: safeUrl(page),
  links: cleanLinks(links),
});

/** Without those that are no http(s) URL. */
export const cleanLinks = <L extends Record<string, string | null | undefined>>(links: L): L =>
  Object.fromEntries(Object.entries(links).flatMap(([name, url]) => (safeUrl(url) ? [[name, safeUrl(url)]] : []))) as L;
