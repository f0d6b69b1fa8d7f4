import { type Identifier, IdentifierError, readIdentifier } from 'inventory-reader';
import type { AdvisoryRange, AdvisoryRecord, RangeEvent } from './advisory';
import { dayOf, type Fields, idOf, isFields, listOf, RecordProblem, versionOf, webAddressOf } from './fields';
import { inParts } from './read-osv';

const CONFIGURATIONS_AT_MOST = 1_000;
const MATCHES_AT_MOST = 10_000;

/** Types of package URLs by `target_sw`: for what a program was made. */
const TARGETS = new Map([
  ['.net', 'nuget'],
  ['go', 'golang'],
  ['maven', 'maven'],
  ['node.js', 'npm'],
  ['perl', 'cpan'],
  ['php', 'composer'],
  ['python', 'pypi'],
  ['r', 'cran'],
  ['ruby', 'gem'],
  ['rust', 'cargo'],
]);

/**
 * Reads a record with `configurations` as NVD's API 2.0 gives them (https://nvd.nist.gov/developers/vulnerabilities). Only what is `vulnerable`
 * counts, and not that on which it runs. A CPE name for another platform than any is left out, unless its `target_sw` says of which kind the
 * package is.
 * @throws RecordProblem
 */
export function readNvd(content: unknown): AdvisoryRecord {
  if (!isFields(content)) throw new RecordProblem('is not an object');
  const id = idOf(content.id);
  const references = listOf(content.references, 'references', 10_000);
  return {
    id,
    aliases: [],
    summary: null,
    severity: 'unknown',
    cvss: null,
    database: 'NVD',
    url: /^CVE-/.test(id) ? `https://nvd.nist.gov/vuln/detail/${id}` : webAddressOf(references[0]),
    published: dayOf(content.published),
    modified: dayOf(content.modified ?? content.lastModified),
    isWithdrawn: content.vulnStatus === 'Rejected',
    affected: rangesOf(matchesOf(content.configurations)),
  };
}

function matchesOf(configurations: unknown): Fields[] {
  const matches: Fields[] = [];
  for (const configuration of listOf(configurations, 'configurations', CONFIGURATIONS_AT_MOST)) {
    if (!isFields(configuration) || configuration.negate === true) continue;
    for (const node of listOf(configuration.nodes, 'nodes', CONFIGURATIONS_AT_MOST)) {
      if (!isFields(node) || node.negate === true) continue;
      matches.push(...listOf(node.cpeMatch, 'cpeMatch', MATCHES_AT_MOST).filter(isFields));
      if (matches.length > MATCHES_AT_MOST) throw new RecordProblem(`has more than ${MATCHES_AT_MOST} matches`);
    }
  }
  return matches.filter(({ vulnerable }) => vulnerable === true);
}

function rangesOf(matches: Fields[]): AdvisoryRange[] {
  const byProduct = new Map<string, AdvisoryRange>();
  for (const match of matches) {
    const name = cpeOf(match.criteria);
    if (name === null) continue;
    const { product, version, target } = name;
    const place = `${product} ${target ?? ''}`;
    const range = byProduct.get(place) ?? emptyRange(product, target);
    if (version === '*') range.ranges.push(boundsOf(match));
    else range.versions.push(versionOf(version));
    byProduct.set(place, range);
  }
  return [...byProduct.values()].flatMap(inParts);
}

const emptyRange = (product: string, target: string | null): AdvisoryRange => ({
  key: { type: 'cpe', value: product },
  origin: 'overrides',
  scheme: 'product',
  ranges: [],
  versions: [],
  ...(target === null ? {} : { target }),
});

/** `*` = any, `-` = it has none. */
export const isAny = (part: string | undefined) => part === undefined || part === '' || part === '*' || part === '-';

interface CpeName {
  product: string;
  /** `*` = those between the bounds. */
  version: string;
  target: string | null;
}

/**
 * The parts of a CPE 2.3 name (NISTIR 7695): `cpe:2.3:part:vendor:product:version:update:edition:language:sw_edition:target_sw:target_hw:other`.
 * @returns null if it names no product exactly, or no version
 */
function cpeOf(criteria: unknown): CpeName | null {
  if (typeof criteria !== 'string' || criteria.length > 2_048) return null;
  const parts = criteria.split(/(?<!\\):/);
  const [, , part, vendor, product, version = '-', update = '*', , , , targetSoftware] = parts;
  const target = isAny(targetSoftware) ? null : TARGETS.get(targetSoftware!.replaceAll('\\', '').toLowerCase());
  if (target === undefined || version === '-') return null;
  const key = identifierOf(`${part}:${vendor}:${product}`);
  return key === null ? null : { product: key.value, version: cpeVersion(version, update), target };
}

/** Of the parts of a CPE name: `2.0.0` with the update `rc1` is 2.0.0-rc1. */
export const cpeVersion = (version: string, update: string): string =>
  (version === '*' || isAny(update) ? version : `${version}-${update}`).replace(/\\(.)/g, '$1');

function identifierOf(text: string): Identifier | null {
  try {
    return readIdentifier('cpe', text);
  } catch (error) {
    if (error instanceof IdentifierError) return null;
    throw error;
  }
}

function boundsOf(match: Fields): RangeEvent[] {
  const { versionStartIncluding: from, versionStartExcluding: after } = match;
  const { versionEndIncluding: to, versionEndExcluding: before } = match;
  const events: RangeEvent[] = [];
  if (after !== undefined) events.push({ introduced_after: versionOf(after) });
  else events.push({ introduced: from === undefined ? '0' : versionOf(from) });
  if (before !== undefined) events.push({ fixed: versionOf(before) });
  else if (to !== undefined) events.push({ last_affected: versionOf(to) });
  return events;
}
