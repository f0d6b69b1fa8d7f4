import { createHash } from 'node:crypto';
import { type Moment, toApiMoment } from '../../common/moment';
import { foldName } from '../../common/text';
import type { SchemeName } from '../../version/ordering/scheme';
import { isUntouched, type OrderingRow } from '../../version/ordering-settings';

/** Stored form of what a record says; the reverse of `record.ts`. */
export interface PublisherRow {
  id: string;
  name: string;
  name_key: string;
  url: string | null;
  support_url: string | null;
  privacy_url: string | null;
  facts_from: string;
}

export interface SoftwareRow extends OrderingRow {
  id: string;
  /** Of the source that it is polled from; null = none. */
  feed_type: string | null;
  feed_settings: string | null;
  feed_interval: number | null;
  identity: string;
  name: string;
  name_key: string;
  short_description: string | null;
  description: string | null;
  url: string | null;
}

/** Where its releases come from: see `Feed`, with the interval in words. */
export interface FeedEntry {
  type: string;
  settings: Record<string, unknown>;
  interval?: string;
}

export interface VersionRow {
  version: string;
  version_key: string;
  released_at: Moment | null;
  removed_at: Moment | null;
  source_prerelease: boolean | number | null;
  notes_url: string | null;
}

/** How a product without a source is known in its row. */
export const UNNAMED_SOURCE = 'name:';

/** The record of a product, whose keys are always in this order; what is not known is left out. */
export const recordOf = (
  publisher: PublisherRow,
  software: SoftwareRow,
  feed: FeedEntry | undefined,
  feedScheme: SchemeName | undefined,
  versions: object[],
) => ({
  source: sourceOf(software.identity),
  publisher: known({
    name: publisher.name,
    url: publisher.url,
    support_url: publisher.support_url,
    privacy_url: publisher.privacy_url,
  }),
  software: known({
    name: software.name,
    short_description: software.short_description,
    description: software.description,
    url: software.url,
  }),
  ordering: orderingOf(software, feedScheme),
  feed,
  versions,
});

export const versionEntryOf = ({ version, released_at, removed_at, source_prerelease, notes_url }: VersionRow) =>
  known({
    version,
    released_at: released_at && momentOf(released_at),
    removed_at: removed_at && momentOf(removed_at),
    prerelease: source_prerelease === null ? null : Boolean(source_prerelease),
    notes_url,
  });

const known = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>;

function sourceOf(identity: string): { kind: string; id: string } | undefined {
  if (identity.startsWith(UNNAMED_SOURCE)) return undefined;
  const colon = identity.indexOf(':');
  return { kind: identity.slice(0, colon), id: identity.slice(colon + 1) };
}

/**
 * Absent for what every product starts with: it would take an ordering away elsewhere that somebody has set. But a feed that brings
 * a scheme would change it.
 */
function orderingOf(software: SoftwareRow, feedScheme: SchemeName | undefined) {
  const { scheme, calver_pattern, tag_pattern, ignore_pattern, prerelease_pattern } = software;
  if (isUntouched(software) && feedScheme === undefined) return undefined;
  return { scheme, ...known({ calver_pattern, tag_pattern, ignore_pattern, prerelease_pattern }) };
}

/** A day where only the day is known, as most sources say it. */
const momentOf = (moment: Moment) =>
  moment.endsWith(' 00:00:00.000000') ? moment.slice(0, 10) : toApiMoment(moment).replace(/\.?0*Z$/, 'Z');

/** Whether the publisher's facts came with this product: see `Publisher.factsFrom`. */
export function isOwner(publisher: PublisherRow, { identity, name }: SoftwareRow): boolean {
  return publisher.facts_from === (identity.startsWith(UNNAMED_SOURCE) ? unnamedIdentity(name) : identity);
}

/** Of a product without a source within its publisher, in the length of a column. */
export const unnamedIdentity = (name: string) =>
  `${UNNAMED_SOURCE}${createHash('sha256').update(foldName(name)).digest('hex')}`;
