import { createHash } from 'node:crypto';
import { foldName } from 'small-parts';
import type { SchemeName } from 'version-order';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';
import { cycleEntryOf } from '../../version/lifecycle/read-cycles';
import { PUBLISHER_FACTS, type StoredPublisher } from '../../publisher/publisher.repository';
import { NAME_IDENTITY, ORDERING_NAMES, PRODUCT_FACTS } from '../../software/software.repository';
import { isDefaultOrdering } from '../../version/versions/ordering-settings';
import type { SoftwareRow, VersionRow } from './catalogue.repository';

/** See `RecordSource`, with the interval as text. */
export interface SourceEntry {
  type: string;
  settings: Record<string, unknown>;
  interval?: string;
}

/** The reverse of `readRecord`. Keys are always in this order; null values are left out. */
export const recordOf = (
  publisher: StoredPublisher,
  software: SoftwareRow,
  source: SourceEntry | undefined,
  sourceScheme: SchemeName | undefined,
  versions: object[],
) => ({
  identity: identityOf(software.identity),
  publisher: known(publisher, ['name', ...PUBLISHER_FACTS]),
  software: known(software, ['name', ...PRODUCT_FACTS]),
  stars: software.stars ?? undefined,
  ordering: orderingOf(software, sourceScheme),
  source,
  notes_from: software.notes_from ?? undefined,
  notes_settings: software.notes_settings === null ? undefined : (JSON.parse(software.notes_settings) as object),
  as_of: software.catalogued_as_of ?? undefined,
  identifiers: software.identifiers.length > 0 ? software.identifiers : undefined,
  lifecycle: software.lifecycle.length > 0 ? software.lifecycle.map(cycleEntryOf) : undefined,
  lifecycle_as_of: software.lifecycle
    .map(({ asOf }) => asOf)
    .sort()
    .at(-1),
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

/** @param names in the order in which they are written */
const known = <T extends object>(fields: T, names: readonly (keyof T)[] = Object.keys(fields) as (keyof T)[]) =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === null ? [] : [[name, fields[name]]]))) as Partial<T>;

function identityOf(identity: string): { kind: string; id: string } | undefined {
  if (identity.startsWith(NAME_IDENTITY)) return undefined;
  const colon = identity.indexOf(':');
  return { kind: identity.slice(0, colon), id: identity.slice(colon + 1) };
}

/**
 * The default ordering is left out, as it would replace one that was set where the file is imported; but not where the source would
 * suggest another scheme.
 */
function orderingOf(software: SoftwareRow, sourceScheme: SchemeName | undefined) {
  return isDefaultOrdering(software) && sourceScheme === undefined ? undefined : known(software, ORDERING_NAMES);
}

/** A date where only the day is known, as from most sources. */
const momentOf = (moment: UtcTimestamp) =>
  moment.endsWith(' 00:00:00.000000')
    ? moment.slice(0, 10)
    : toApiTimestamp(moment).replace(/(?:\.|(?<=[1-9]))0+Z$/, 'Z');

/** Whether the publisher's facts came with this product: see `Publisher.factsFrom`. */
export function isOwner(publisher: StoredPublisher, { identity, name }: SoftwareRow): boolean {
  return publisher.facts_from === (identity.startsWith(NAME_IDENTITY) ? unnamedIdentity(name) : identity);
}

/** Identity of a product without a stated one, within its publisher. */
export const unnamedIdentity = (name: string) =>
  `${NAME_IDENTITY}${createHash('sha256').update(foldName(name)).digest('hex')}`;
