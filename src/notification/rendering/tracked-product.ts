import { cleanLine, safeUrl } from './clean-text';
import { cleanInUse, type InUse } from './in-use';

/** A product whose version in use an alert is about. */
export interface TrackedProduct {
  favorite: { id: string; url: string } | null;
  software: { id: string; name: string; url: string | null };
  publisher: { id: string; name: string } | null;
  /** The version in use. */
  trackedVersion: { id: string; version: string; created_at: string };
  /** As of an `Update`. */
  inUse?: InUse | null;
  /** The product in the web application, for people; null = that is switched off. */
  page?: string | null;
}

const MAX_NAME = 200;
const MAX_VERSION = 100;

export const cleanVersionText = (text: string) => cleanLine(text, MAX_VERSION);

export const cleanTracked = ({
  favorite,
  software,
  publisher,
  trackedVersion,
  inUse,
  page,
}: TrackedProduct): TrackedProduct => ({
  software: { ...software, name: cleanLine(software.name, MAX_NAME), url: safeUrl(software.url) },
  publisher: publisher && { ...publisher, name: cleanLine(publisher.name, MAX_NAME) },
  favorite: favorite && { ...favorite, url: safeUrl(favorite.url) ?? '' },
  trackedVersion: { ...trackedVersion, version: cleanVersionText(trackedVersion.version) },
  inUse: inUse && cleanInUse(inUse),
  page: safeUrl(page),
});

/** Without those that are no http(s) URL. */
export const cleanLinks = <L extends Record<string, string | null | undefined>>(links: L): L =>
  Object.fromEntries(Object.entries(links).flatMap(([name, url]) => (safeUrl(url) ? [[name, safeUrl(url)]] : []))) as L;
