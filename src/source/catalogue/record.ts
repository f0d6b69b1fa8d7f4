import { isDeepStrictEqual } from 'node:util';
import {
  type Identifier,
  IdentifierError,
  MAX_GIVEN_LENGTH,
  MAX_IDENTIFIERS,
  readIdentifier,
  uniqueIdentifiers,
} from 'inventory-reader';
import { isLine, isLonger, NO_LINE, parseUrl } from 'small-parts';
import { type Fields, isFields } from '../../common/fetch/read';
import { type UtcTimestamp, parseMoment } from '../../common/time/utc-timestamp';
import type { ProductCycle } from '../../version/lifecycle/product-cycle';
import { CycleError, readCycles } from '../../version/lifecycle/read-cycles';
import type { StatedPublisher } from '../../publisher/publisher.repository';
import { DEFAULT_ORDERING, type OrderingRow, type ProductFacts } from '../../software/software.repository';
import { orderingProblem } from '../../version/versions/ordering-settings';
import type { VersionFacts } from '../../version/versions/version-recorder';
import { INTERVAL_RULE, parseInterval } from '../polling/poll-times';
import { meaningOfSource, NEW_NAMES, type OutdatedName } from './outdated-names';

/** A line of a catalogue file, checked. */
export interface CatalogueRecord {
  /** `<kind>:<id>`; null = the product is known by publisher and name. */
  identity: string | null;
  /** Identities by which earlier files know the product. Only a refresh reads them. */
  replaces: string[];
  publisher: StatedPublisher;
  software: ProductFacts;
  /** How well known it is: the stars of its repository, or an estimate on the same scale; null = the record does not say. */
  stars: number | null;
  /** The ordering of the versions; null = the record does not say. */
  ordering: OrderingRow | null;
  /** Where its releases come from; its settings are not checked yet. null = the record does not say. */
  source: RecordSource | null;
  /** Where its release notes are read; not checked yet. null = the record does not say. */
  notes: { from: string; settings: Record<string, unknown> } | null;
  /** `YYYY-MM-DD`: the day on which this was so, for a record of a snapshot; null = the record does not say. */
  asOf: string | null;
  /** Each once; null = the record does not say. */
  identifiers: Identifier[] | null;
  /** Until when its release cycles are supported; null = the record does not say. */
  lifecycle: ProductCycle[] | null;
  /** The day on which `lifecycle` was so; null = that of the record. */
  lifecycleAsOf: string | null;
  /** Labels are unique. */
  versions: VersionFacts[];
  /** Names that the record uses and that are others by now. */
  outdated: OutdatedName[];
}

/** The source of a product. */
export interface RecordSource {
  type: string;
  /** Of that type, without secrets. */
  settings: Record<string, unknown>;
  /** Seconds between two polls; null = adaptive. */
  interval: number | null;
}

/** Why a record was rejected. The message names the field. */
export class RecordError extends Error {
  /** @param field such as `versions[3].released_at`; null = not about a single field */
  constructor(
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

const MAX_VERSIONS_IN_RECORD = 50_000;

const MAX_REPLACED = 20;
const MAX_STARS = 1_000_000_000;
const IDENTITY = /^(?!name:)[a-z0-9][a-z0-9._-]{0,31}:.{1,200}$/s;

/** How each fact of a part of a record is read. */
type Readers<T> = { [K in keyof T]: (field: string, value: unknown) => T[K] };

const text = (max: number) => (field: string, value: unknown) => optional(field, value, max);
const PUBLISHER: Readers<StatedPublisher> = { name: nameOf, url, support_url: url, privacy_url: url };
const SOFTWARE: Readers<ProductFacts> = {
  name: nameOf,
  short_description: text(1_000),
  description: text(10_000),
  url,
};
const ORDERING: Readers<OrderingRow> = {
  scheme: (field, value) => optional(field, value, 16) ?? DEFAULT_ORDERING.scheme,
  calver_pattern: text(64),
  tag_pattern: text(255),
  ignore_pattern: text(255),
  prerelease_pattern: text(255),
};

const LINE = 'the line';

const bad = (field: string, message: string): never => {
  throw new RecordError(`${field} ${message}`, field === LINE ? null : field);
};

/**
 * Reads one line: `{"publisher":{name,url,support_url,privacy_url},"software":{name,description,short_description,url},
 * "stars","versions":[{version,released_at,basis,removed_at,prerelease,notes_url}],"identity":{kind,id},
 * "ordering":{scheme,calver_pattern,tag_pattern,ignore_pattern,prerelease_pattern},"source":{type,settings,interval},"notes_from",
 * "notes_settings","as_of","identifiers":[{type,value}],"lifecycle":[{cycle,label,released_on,lts_from,active_until,eol_on,is_eol,extended_until,is_extended_over,
 * latest,link}],"lifecycle_as_of","replaces":["<kind>:<id>"]}`. Other keys are ignored, but for the names that fields had before
 * (`OutdatedName`).
 * @throws RecordError
 */
export const parseRecord = (text: string): CatalogueRecord => readRecord(parseJson(text));

/** As `parseRecord`, of parsed JSON. @throws RecordError */
export function readRecord(value: unknown): CatalogueRecord {
  const record = fieldsOf(LINE, value);
  const publisher = fieldsOf('publisher', record.publisher);
  const software = fieldsOf('software', record.software);
  const outdated = outdatedNames(record);
  return {
    identity: readIdentity(record, outdated),
    replaces: maybe(record.replaces, readReplaces) ?? [],
    publisher: factsOf('publisher', publisher, PUBLISHER),
    software: factsOf('software', software, SOFTWARE),
    stars: maybe(record.stars, readStars),
    ordering: maybe(record.ordering, readOrdering),
    source: readSource(record, outdated),
    notes: readNotesSource(record),
    asOf: day('as_of', record.as_of),
    identifiers: maybe(record.identifiers, readIdentifiers),
    lifecycle: maybe(record.lifecycle, readLifecycle),
    lifecycleAsOf: day('lifecycle_as_of', record.lifecycle_as_of),
    versions: maybe(record.versions, readVersions) ?? [],
    outdated,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return bad(LINE, 'is not valid JSON');
  }
}

const fieldsOf = (field: string, value: unknown): Fields => (isFields(value) ? value : bad(field, 'must be an object'));

const factsOf = <T extends object>(part: string, given: Fields, readers: Readers<T>): T =>
  Object.fromEntries(
    Object.entries<Readers<T>[keyof T]>(readers).map(([name, read]) => [name, read(`${part}.${name}`, given[name])]),
  ) as T;

/** null = the record does not say. */
const maybe = <T>(value: unknown, read: (value: unknown) => T): T | null =>
  value === undefined || value === null ? null : read(value);

function listOf(field: string, value: unknown, max: number): unknown[] {
  if (!Array.isArray(value)) return bad(field, 'must be an array');
  if (value.length > max) bad(field, `must not have more than ${max} entries`);
  return value;
}

function outdatedNames({ identity, source, feed }: Fields): OutdatedName[] {
  const meaning = meaningOfSource(source, identity);
  if (meaning === 'both') bad('source', 'has kind or id beside settings: give an identity as well');
  const old: OutdatedName[] = meaning === 'identity' ? ['source'] : [];
  return feed === undefined || feed === null ? old : [...old, 'feed'];
}

function readIdentity({ identity, source }: Fields, outdated: OutdatedName[]): string | null {
  const old = outdated.includes('source') ? source : null;
  const read = (field: string, value: unknown) => maybe(value, (given) => identityOf(field, given));
  return either(read('identity', identity), read('source', old), 'source');
}

/** A record may have the new and the old name, for readers of both, if they say the same. */
function either<T>(now: T | null, old: T | null, name: OutdatedName): T | null {
  if (now !== null && old !== null && !isDeepStrictEqual(now, old))
    bad(name, `is the old name of ${NEW_NAMES[name]}, which says something else`);
  return now ?? old;
}

function identityOf(field: string, value: unknown): string {
  const identity = fieldsOf(field, value);
  const kind = required(`${field}.kind`, identity.kind, 32);
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(kind) || kind === 'name')
    bad(`${field}.kind`, 'must be lower-case letters, digits, dots, - or _, and not "name"');
  return `${kind}:${required(`${field}.id`, identity.id, 200)}`;
}

function readReplaces(value: unknown): string[] {
  return listOf('replaces', value, MAX_REPLACED).map((entry, index) => {
    const field = `replaces[${index}]`;
    const text = required(field, entry, 233);
    return IDENTITY.test(text) ? text : bad(field, 'must be like kind:id');
  });
}

function readStars(value: unknown): number {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_STARS;
  return isCount ? value : bad('stars', `must be a whole number from 0 to ${MAX_STARS}`);
}

/** Settings that are absent have their defaults. */
function readOrdering(value: unknown): OrderingRow {
  const row = factsOf('ordering', fieldsOf('ordering', value), ORDERING);
  const problem = orderingProblem(row);
  return problem ? bad(`ordering.${problem.field}`, problem.message) : row;
}

function readSource({ source, feed }: Fields, outdated: OutdatedName[]): RecordSource | null {
  const now = outdated.includes('source') ? null : source;
  return either(sourceOf('source', now), sourceOf('feed', feed), 'feed');
}

function sourceOf(field: string, value: unknown): RecordSource | null {
  if (value === undefined || value === null) return null;
  const source = fieldsOf(field, value);
  const type = required(`${field}.type`, source.type, 32);
  const interval = optional(`${field}.interval`, source.interval, 16);
  const seconds = interval === null ? null : (parseInterval(interval) ?? bad(`${field}.interval`, INTERVAL_RULE));
  return { type, settings: fieldsOf(`${field}.settings`, source.settings), interval: seconds };
}

function readNotesSource({ notes_from: from, notes_settings: settings }: Fields): CatalogueRecord['notes'] {
  if (from === undefined || from === null) return null;
  const given = settings === undefined || settings === null ? {} : fieldsOf('notes_settings', settings);
  return { from: required('notes_from', from, 16), settings: given };
}

function readIdentifiers(value: unknown): Identifier[] {
  const entries = listOf('identifiers', value, MAX_IDENTIFIERS);
  return uniqueIdentifiers(entries.map((entry, index) => readEntry(`identifiers[${index}]`, entry)));
}

function readEntry(field: string, value: unknown): Identifier {
  const entry = fieldsOf(field, value);
  const type = required(`${field}.type`, entry.type, 16);
  try {
    return readIdentifier(type, required(`${field}.value`, entry.value, MAX_GIVEN_LENGTH));
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error;
    return bad(`${field}.${error.field}`, error.message);
  }
}

function readLifecycle(value: unknown): ProductCycle[] {
  try {
    return readCycles(value);
  } catch (error) {
    if (!(error instanceof CycleError)) throw error;
    return bad(error.field, error.message);
  }
}

function readVersions(value: unknown): VersionFacts[] {
  const versions = listOf('versions', value, MAX_VERSIONS_IN_RECORD).map((entry, index) =>
    readVersion(`versions[${index}]`, entry),
  );
  return [...new Map(versions.map((version) => [version.label, version])).values()];
}

function readVersion(field: string, value: unknown): VersionFacts {
  const version = fieldsOf(field, value);
  const isEarly = (value: unknown) =>
    typeof value === 'boolean' ? value : bad(`${field}.prerelease`, 'must be true, false or null');
  const prerelease = maybe(version.prerelease, isEarly);
  const releasedAt = moment(`${field}.released_at`, version.released_at);
  return {
    label: required(`${field}.version`, version.version, 255),
    // The day of a snapshot that has the version says nothing of when it was released.
    releasedAt: version.basis === 'snapshot' ? null : releasedAt,
    removedAt: moment(`${field}.removed_at`, version.removed_at),
    prerelease,
    notesUrl: url(`${field}.notes_url`, version.notes_url),
  };
}

/** Characters that cannot be stored are replaced, so that one of them does not reject a whole record. */
const clean = (text: string) => text.toWellFormed().replaceAll('\u0000', '\uFFFD').trim();

/** A required text, in the form in which it is stored. */
export function required(field: string, value: unknown, max: number): string {
  if (typeof value !== 'string') return bad(field, 'must be text');
  const text = clean(value) || bad(field, 'must not be empty');
  if (isLonger(text, max)) bad(field, `must not be longer than ${max} characters`);
  return text;
}

export function nameOf(field: string, value: unknown): string {
  const name = required(field, value, 255);
  return isLine(name) ? name : bad(field, NO_LINE);
}

export function optional(field: string, value: unknown, max: number): string | null {
  if (value === undefined || value === null || (typeof value === 'string' && clean(value) === '')) return null;
  return required(field, value, max);
}

function url(field: string, value: unknown): string | null {
  const text = optional(field, value, 2_048);
  if (text === null) return null;
  const parsed = parseUrl(text);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return bad(field, 'must be an http or https URL');
  return text;
}

function moment(field: string, value: unknown): UtcTimestamp | null {
  if (value === undefined || value === null) return null;
  return (
    (typeof value === 'string' ? parseMoment(value) : null) ??
    bad(field, 'must be a date (YYYY-MM-DD) or an RFC 3339 datetime')
  );
}

function day(field: string, value: unknown): string | null {
  const read = moment(field, value);
  return read && read.slice(0, 10);
}
