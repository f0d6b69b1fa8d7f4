import { parseUrl } from '../../config/url';
import { INTERVAL_RULE, parseInterval } from '../polling/poll-times';
import { type Moment, parseMoment } from '../../common/moment';
import { isLonger } from '../../common/text';
import { orderingProblem, type OrderingRow } from '../../version/ordering-settings';
import type { VersionFacts } from '../../version/version.writer';

/** A line of a catalogue file, checked. */
export interface CatalogueRecord {
  /** `<kind>:<id>`; null = the product is known by publisher and name. */
  source: string | null;
  publisher: { name: string; url: string | null; supportUrl: string | null; privacyUrl: string | null };
  software: { name: string; shortDescription: string | null; description: string | null; url: string | null };
  /** How the versions are ordered; null = the record does not say. */
  ordering: OrderingRow | null;
  /** Where its releases come from, not checked against its type yet; null = the record does not say. */
  feed: Feed | null;
  /** Labels are unique. */
  versions: VersionFacts[];
}

/** The source of a product: its type, the settings of that type without secrets, and seconds between two polls (null: adaptive). */
export interface Feed {
  type: string;
  settings: Record<string, unknown>;
  interval: number | null;
}

/** Why a record was not taken: names the field and what is wrong. */
export class RecordError extends Error {
  /** @param field which one is wrong, such as `versions[3].released_at`; null = it is not about one field */
  constructor(
    message: string,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

export const MAX_VERSIONS_IN_RECORD = 50_000;

type Fields = Record<string, unknown>;

const LINE = 'the line';

const bad = (field: string, message: string): never => {
  throw new RecordError(`${field} ${message}`, field === LINE ? null : field);
};

/**
 * Reads one line: `{"publisher":{name,url,support_url,privacy_url},"software":{name,description,short_description,url},
 * "versions":[{version,released_at,removed_at,prerelease,notes_url}],"source":{kind,id},
 * "ordering":{scheme,calver_pattern,tag_pattern,ignore_pattern,prerelease_pattern},"feed":{type,settings,interval}}`. Other keys are ignored.
 * @throws RecordError
 */
export const parseRecord = (text: string): CatalogueRecord => readRecord(parseJson(text));

/**
 * The same, of what is parsed already.
 * @throws RecordError
 */
export function readRecord(value: unknown): CatalogueRecord {
  const record = fieldsOf(LINE, value);
  const publisher = fieldsOf('publisher', record.publisher);
  const software = fieldsOf('software', record.software);
  return {
    source: readSource(record.source),
    publisher: {
      name: required('publisher.name', publisher.name, 255),
      url: url('publisher.url', publisher.url),
      supportUrl: url('publisher.support_url', publisher.support_url),
      privacyUrl: url('publisher.privacy_url', publisher.privacy_url),
    },
    software: {
      name: required('software.name', software.name, 255),
      shortDescription: optional('software.short_description', software.short_description, 1_000),
      description: optional('software.description', software.description, 10_000),
      url: url('software.url', software.url),
    },
    ordering: readOrdering(record.ordering),
    feed: readFeed(record.feed),
    versions: readVersions(record.versions),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return bad(LINE, 'is not valid JSON');
  }
}

function fieldsOf(field: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(field, 'must be an object');
  return value as Fields;
}

function readSource(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const source = fieldsOf('source', value);
  const kind = required('source.kind', source.kind, 32);
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(kind) || kind === 'name')
    bad('source.kind', 'must be lower-case letters, digits, dots, - or _, and not "name"');
  return `${kind}:${required('source.id', source.id, 200)}`;
}

/** Absent settings are the defaults: what `ordering` says is the whole of it. */
function readOrdering(value: unknown): OrderingRow | null {
  if (value === undefined || value === null) return null;
  const ordering = fieldsOf('ordering', value);
  const row: OrderingRow = {
    scheme: optional('ordering.scheme', ordering.scheme, 16) ?? 'generic',
    calver_pattern: optional('ordering.calver_pattern', ordering.calver_pattern, 64),
    tag_pattern: optional('ordering.tag_pattern', ordering.tag_pattern, 255),
    ignore_pattern: optional('ordering.ignore_pattern', ordering.ignore_pattern, 255),
    prerelease_pattern: optional('ordering.prerelease_pattern', ordering.prerelease_pattern, 255),
  };
  const problem = orderingProblem(row);
  return problem ? bad(`ordering.${problem.field}`, problem.message) : row;
}

function readFeed(value: unknown): Feed | null {
  if (value === undefined || value === null) return null;
  const feed = fieldsOf('feed', value);
  const type = required('feed.type', feed.type, 32);
  const interval = optional('feed.interval', feed.interval, 16);
  const seconds = interval === null ? null : parseInterval(interval);
  if (interval !== null && seconds === null) bad('feed.interval', INTERVAL_RULE);
  return { type, settings: fieldsOf('feed.settings', feed.settings), interval: seconds };
}

function readVersions(value: unknown): VersionFacts[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return bad('versions', 'must be an array');
  if (value.length > MAX_VERSIONS_IN_RECORD)
    bad('versions', `must not have more than ${MAX_VERSIONS_IN_RECORD} entries`);
  const versions = new Map<string, VersionFacts>();
  value.forEach((entry: unknown, index) => {
    const version = readVersion(`versions[${index}]`, entry);
    versions.set(version.label, version);
  });
  return [...versions.values()];
}

function readVersion(field: string, value: unknown): VersionFacts {
  const version = fieldsOf(field, value);
  const { prerelease } = version;
  if (prerelease !== undefined && prerelease !== null && typeof prerelease !== 'boolean')
    bad(`${field}.prerelease`, 'must be true, false or null');
  return {
    label: required(`${field}.version`, version.version, 255),
    releasedAt: moment(`${field}.released_at`, version.released_at),
    removedAt: moment(`${field}.removed_at`, version.removed_at),
    prerelease: typeof prerelease === 'boolean' ? prerelease : null,
    notesUrl: url(`${field}.notes_url`, version.notes_url),
  };
}

/** What no text of the catalogue may hold is replaced, as a feed with one broken character is still worth having. */
const clean = (text: string) => text.toWellFormed().replaceAll('\u0000', '\uFFFD').trim();

/** A text that must be there, in the form in which it is stored. */
export function required(field: string, value: unknown, max: number): string {
  if (typeof value !== 'string') return bad(field, 'must be text');
  const text = clean(value);
  if (text === '') bad(field, 'must not be empty');
  if (isLonger(text, max)) bad(field, `must not be longer than ${max} characters`);
  return text;
}

export function optional(field: string, value: unknown, max: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return bad(field, 'must be text');
  const text = clean(value);
  if (isLonger(text, max)) bad(field, `must not be longer than ${max} characters`);
  return text === '' ? null : text;
}

function url(field: string, value: unknown): string | null {
  const text = optional(field, value, 2_048);
  if (text === null) return null;
  const parsed = parseUrl(text);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return bad(field, 'must be an http or https URL');
  return text;
}

function moment(field: string, value: unknown): Moment | null {
  if (value === undefined || value === null) return null;
  const read = typeof value === 'string' ? parseMoment(value) : null;
  return read ?? bad(field, 'must be a date (YYYY-MM-DD) or an RFC 3339 datetime');
}
