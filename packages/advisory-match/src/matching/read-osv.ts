import type { SchemeName } from 'version-order';
import type { AdvisoryKey, AdvisoryRange, AdvisoryRecord, Origin, RangeEvent } from './advisory';
import { type NamedPackage, packageNamed, repositoryKey } from './ecosystem';
import {
  aliasesOf,
  dayOf,
  type Fields,
  idOf,
  isFields,
  lineOf,
  listOf,
  RecordProblem,
  textsOf,
  versionOf,
  webAddressOf,
} from './fields';
import { readSeverity } from './severity';

const AFFECTED_AT_MOST = 5_000;
const EVENTS_AT_MOST = 1_000;
const VERSIONS_AT_MOST = 50_000;
/** Bytes of what is stored of one range. */
const CONTENT_AT_MOST = 60_000;

/** Databases by the beginning of their ids (https://ossf.github.io/osv-schema/#id-modified-fields). */
const DATABASES = new Map([
  ['BIT', 'Bitnami'],
  ['CURL', 'curl'],
  ['CVE', 'OSV'],
  ['DRUPAL', 'Drupal'],
  ['EEF', 'Erlang Ecosystem Foundation'],
  ['GHSA', 'GitHub'],
  ['GO', 'Go'],
  ['HSEC', 'Haskell'],
  ['KUBE', 'Kubernetes'],
  ['PSF', 'Python Software Foundation'],
  ['PYSEC', 'PyPI'],
  ['RSEC', 'R Consortium'],
  ['RUSTSEC', 'RustSec'],
  ['V8', 'V8'],
]);

/** Those of publishers about their own products. */
const VENDORS = new Set(['CURL', 'DRUPAL', 'KUBE', 'PSF', 'V8']);

/**
 * Reads a record of OSV's schema (https://ossf.github.io/osv-schema/). What it says of packages that cannot be named exactly, and of commits, is
 * left out; so `affected` may be empty.
 * @returns null for a record that is dropped at once: malicious packages (`MAL-…`)
 * @throws RecordProblem
 */
export function readOsv(content: unknown): AdvisoryRecord | null {
  if (!isFields(content)) throw new RecordProblem('is not an object');
  const id = idOf(content.id);
  if (id.startsWith('MAL-')) return null;
  const prefix = id.slice(0, id.indexOf('-'));
  const aliases = aliasesOf(content.aliases, id);
  const affected = listOf(content.affected, 'affected', AFFECTED_AT_MOST).filter(isFields);
  const specific = isFields(content.database_specific) ? content.database_specific : {};
  const scores = [content, ...affected].flatMap(({ severity }) => listOf(severity, 'severity', 50));
  return {
    id,
    aliases,
    summary: lineOf(content.summary, 500) ?? lineOf(content.details, 500),
    ...readSeverity(specific.severity ?? ownWord(affected), scores),
    database: DATABASES.get(prefix) ?? prefix,
    url: addressOf(content, aliases),
    published: dayOf(content.published),
    modified: dayOf(content.modified),
    isWithdrawn: typeof content.withdrawn === 'string',
    affected: readAffected(affected, prefix),
  };
}

const ownWord = (affected: Fields[]): unknown =>
  affected.map(({ database_specific: own }) => (isFields(own) ? own.severity : undefined)).find((word) => word);

/** An advisory among its references, else the first of them. */
function addressOf({ references }: Fields, aliases: string[]): string | null {
  const list = (Array.isArray(references) ? references : []).filter(isFields).slice(0, 200);
  const advisory = list.find(({ type }) => type === 'ADVISORY');
  const named = list.find(({ url }) => aliases.some((alias) => typeof url === 'string' && url.includes(alias)));
  return webAddressOf((advisory ?? named ?? list[0])?.url);
}

function readAffected(affected: Fields[], prefix: string): AdvisoryRange[] {
  let events = 0;
  let versions = 0;
  const ranges: AdvisoryRange[] = [];
  for (const entry of affected)
    for (const range of rangesOf(entry, prefix)) {
      events += range.ranges.reduce((sum, list) => sum + list.length, 0);
      versions += range.versions.length;
      if (events > EVENTS_AT_MOST) throw new RecordProblem(`has more than ${EVENTS_AT_MOST} events`);
      if (versions > VERSIONS_AT_MOST) throw new RecordProblem(`has more than ${VERSIONS_AT_MOST} versions`);
      ranges.push(...inParts(range));
    }
  return ranges;
}

function rangesOf(entry: Fields, prefix: string): AdvisoryRange[] {
  const given = listOf(entry.ranges, 'ranges', EVENTS_AT_MOST).filter(isFields);
  const versions = textsOf(listOf(entry.versions, 'versions', VERSIONS_AT_MOST)).map(versionOf);
  if (!isFields(entry.package)) return repositoryRanges(given, versions, prefix);
  const { ecosystem, name, purl } = entry.package;
  if (typeof ecosystem !== 'string' || typeof name !== 'string' || name.length > 255) return [];
  const named = packageNamed(ecosystem, name, purl);
  return named === null || named.key.length > 255 ? [] : packageRanges(named, given, versions, prefix);
}

function packageRanges(named: NamedPackage, given: Fields[], versions: string[], prefix: string): AdvisoryRange[] {
  const key: AdvisoryKey = { type: 'purl', value: named.key };
  const origin = originOf(named, prefix);
  const semver = given.filter(({ type }) => type === 'SEMVER').map(eventsOf);
  const own = given.filter(({ type }) => type === 'ECOSYSTEM').map(eventsOf);
  const { scheme } = named;
  // By the schema, ranges of this type are ordered by Semantic Versioning whatever the ecosystem.
  if (semver.length === 0 || scheme === 'semver')
    return [{ key, origin, scheme, ranges: [...semver, ...own], versions }];
  const first: AdvisoryRange = { key, origin, scheme: 'semver', ranges: semver, versions };
  return own.length === 0 ? [first] : [first, { key, origin, scheme, ranges: own, versions: [] }];
}

function originOf({ ecosystem, key }: NamedPackage, prefix: string): Origin {
  if (ecosystem === 'Bitnami') return 'bitnami';
  const isGo = prefix === 'GO' && /^pkg:golang\/[a-z]+$/.test(key);
  return isGo || VENDORS.has(prefix) ? 'vendor' : 'package';
}

/** Without a package it is about a repository: by the versions that somebody read in the advisory, else by its listed tags. */
function repositoryRanges(given: Fields[], versions: string[], prefix: string): AdvisoryRange[] {
  const origin = VENDORS.has(prefix) ? 'vendor' : 'repository';
  const stated = given.filter(({ type }) => type === 'SEMVER').map(eventsOf);
  const byKey = new Map<string, RangeEvent[][]>();
  for (const range of given.filter(({ type }) => type === 'GIT')) {
    const key = repositoryKey(range.repo);
    if (key === null || key.length > 255) continue;
    const extracted = extractedOf(range);
    byKey.set(key, [...(byKey.get(key) ?? []), ...(extracted.length > 0 ? [extracted] : [])]);
  }
  return [...byKey].flatMap(([value, extracted]) => {
    const key: AdvisoryKey = { type: 'repo', value };
    const isStated = extracted.length === 0 && stated.length > 0 && byKey.size === 1;
    const ranges = isStated ? stated : extracted;
    const scheme: SchemeName | 'product' = isStated ? 'semver' : 'product';
    // Tags of several repositories: nobody says of which one each is.
    const tags = ranges.length > 0 || byKey.size > 1 ? [] : versions;
    return ranges.length + tags.length === 0 ? [] : [{ key, origin, scheme, ranges, versions: tags }];
  });
}

/** Also under the name that OSV gave them before. */
function extractedOf({ database_specific: specific }: Fields): RangeEvent[] {
  if (!isFields(specific)) return [];
  const events = specific.extracted_events ?? specific.versions;
  return eventsOf({ events: Array.isArray(events) ? events : [] });
}

/** @throws RecordProblem */
function eventsOf({ events }: Fields): RangeEvent[] {
  return listOf(events, 'events', EVENTS_AT_MOST).flatMap((event): RangeEvent[] => {
    if (!isFields(event)) throw new RecordProblem('has an event that is not an object');
    const { introduced, fixed, last_affected } = event;
    if (introduced !== undefined) return [{ introduced: versionOf(introduced) }];
    if (fixed !== undefined) return [{ fixed: versionOf(fixed) }];
    if (last_affected !== undefined) return [{ last_affected: versionOf(last_affected) }];
    return []; // `limit` is for commits
  });
}

/** A long list of versions takes several rows. @throws RecordProblem */
export function inParts(range: AdvisoryRange): AdvisoryRange[] {
  if (Buffer.byteLength(JSON.stringify(range.ranges)) > CONTENT_AT_MOST)
    throw new RecordProblem('has ranges that are too long');
  if (Buffer.byteLength(JSON.stringify(range)) < CONTENT_AT_MOST) return [range];
  const parts: AdvisoryRange[] = [{ ...range, versions: [] }];
  let bytes = 0;
  for (const version of range.versions) {
    const size = Buffer.byteLength(JSON.stringify(version)) + 1;
    if (bytes === 0 || bytes + size > CONTENT_AT_MOST) {
      parts.push({ ...range, ranges: [], versions: [] });
      bytes = 0;
    }
    parts.at(-1)!.versions.push(version);
    bytes += size;
  }
  return parts;
}
