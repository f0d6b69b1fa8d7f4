import { IdentifierError, PurlError, readIdentifier } from 'inventory-reader';
import { type Constraint, parseVers, VersError } from 'version-order';
import type { RangeEvent } from '../matching/advisory';
import { readUsedPackage } from '../matching/ecosystem';
import { cpeVersion, isAny } from '../matching/read-nvd';
import { RecordProblem, versionOf } from '../matching/fields';
import type { VexProduct } from './statement';

const NAME_AT_MOST = 2_048;
const CONSTRAINTS_AT_MOST = 1_000;

/** What a document says of a product: any of its fields may be missing, or be anything. */
export interface GivenProduct {
  names: unknown[];
  /** Where the names have none: a version, or a range of them (`vers:`). */
  version?: unknown;
  isPart?: boolean;
}

/**
 * The product by each of its names: a package URL, or a CPE name (2.2 or 2.3). A name of another kind names nothing.
 * @throws RecordProblem
 */
export function productsOf({ names, version, isPart = false }: GivenProduct): VexProduct[] {
  return names.flatMap((name) => {
    const named = typeof name === 'string' && name.length <= NAME_AT_MOST ? productNamed(name.trim()) : null;
    if (named === null || named.key.value.length > 255) return [];
    return [{ key: named.key, ...versionsIn(named.version ?? version), isPart }];
  });
}

interface Named {
  key: VexProduct['key'];
  version: string | null;
}

function productNamed(name: string): Named | null {
  if (/^pkg:/i.test(name)) return packageNamed(name);
  return /^cpe:/i.test(name) ? cpeNamed(name) : null;
}

function packageNamed(name: string): Named | null {
  try {
    const { key, version } = readUsedPackage(name);
    return { key: { type: 'purl', value: key }, version };
  } catch (error) {
    if (error instanceof PurlError || error instanceof URIError) return null;
    throw error;
  }
}

/** NISTIR 7695: `cpe:2.3:part:vendor:product:version:update:…`, `cpe:/part:vendor:product:version:update:…` */
function cpeNamed(name: string): Named | null {
  const isUri = name.toLowerCase().startsWith('cpe:/');
  const parts = isUri ? name.slice(5).split(':') : name.split(/(?<!\\):/).slice(2);
  const [, , , version = '*', update = '*'] = isUri ? parts.map(decoded) : parts;
  try {
    const { value } = readIdentifier('cpe', name);
    return { key: { type: 'cpe', value }, version: isAny(version) ? null : cpeVersion(version, update) };
  } catch (error) {
    if (error instanceof IdentifierError) return null;
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @throws RecordProblem */
function versionsIn(given: unknown): Pick<VexProduct, 'versions' | 'ranges'> {
  if (given === undefined || given === null || given === '') return { versions: [], ranges: [] };
  if (typeof given !== 'string' || !/^vers:/i.test(given)) return { versions: [versionOf(given)], ranges: [] };
  try {
    const { type, constraints } = parseVers(given);
    if (type === 'none' || constraints.length > CONSTRAINTS_AT_MOST) throw new VersError('it has too many, or nothing');
    return rangesOf(constraints);
  } catch (error) {
    if (!(error instanceof VersError)) throw error;
    throw new RecordProblem(`has a version range that cannot be read: ${error.message}`);
  }
}

/** @param constraints in the order of their versions @throws VersError */
function rangesOf(constraints: readonly Constraint[]): Pick<VexProduct, 'versions' | 'ranges'> {
  const versions: string[] = [];
  const ranges: RangeEvent[][] = [];
  let open: RangeEvent[] | null = null;
  for (const { comparator, version } of constraints) {
    if (comparator === '*') return { versions: [], ranges: [] };
    if (comparator === '!=') throw new VersError('it leaves a version out');
    if (comparator === '=') versions.push(versionOf(version));
    else if (comparator === '>=' || comparator === '>') {
      open = [comparator === '>=' ? { introduced: versionOf(version) } : { introduced_after: versionOf(version) }];
      ranges.push(open);
    } else {
      if (open === null) ranges.push((open = [{ introduced: '0' }]));
      open.push(comparator === '<' ? { fixed: versionOf(version) } : { last_affected: versionOf(version) });
      open = null;
    }
  }
  return { versions, ranges };
}
