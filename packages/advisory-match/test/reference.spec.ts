import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AdvisoryRecord, Assessor, type KnownRecord, readNvd, readOsv, vulnerabilityOf } from 'advisory-match';
import { orderingFor, type ProductOrdering } from 'version-order';
import { bundledLines } from '../../../test/setup/bundled';
import { atScale } from '../../../test/setup/scale';

const FIXTURES = join(__dirname, 'fixtures');
const BUNDLED = join(__dirname, '../../../data/advisories');
const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
const parsed = <T>(lines: string[]) => lines.map((line) => JSON.parse(line) as T);

interface Product {
  identity: { id: string };
  software: { scheme?: 'generic'; tag_pattern?: string };
  identifiers?: { type: string; value: string }[];
  versions: { version: string }[];
}

interface OsvRecord {
  id: string;
  withdrawn?: string;
  affected: {
    package?: { purl?: string };
    versions?: string[];
    ranges?: { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
  }[];
}

interface NvdRecord {
  id: string;
  configurations: {
    nodes: {
      cpeMatch: {
        criteria: string;
        vulnerable: boolean;
        versionStartIncluding?: string;
        versionEndIncluding?: string;
        versionEndExcluding?: string;
      }[];
    }[];
  }[];
}

const products = new Map<string, Product>();
for (const product of parsed<Product>(bundledLines()))
  if (!products.has(product.identity.id)) products.set(product.identity.id, product);

const map = JSON.parse(readFileSync(join(FIXTURES, 'bitnami-catalogue-map.json'), 'utf8')) as Record<string, string>;

/** Of each product, every version in the long form. */
const sampleOf = ({ versions }: Product) => versions.filter((_, at) => at % atScale(8, 1) === 0);

const orderingOf = ({ software }: Product): ProductOrdering =>
  orderingFor({ scheme: software.scheme ?? 'generic', tagPattern: software.tag_pattern });

/** Fixtures, and what comes with the service. */
const files = (fixture: string, bundled: string) =>
  [join(FIXTURES, fixture), join(BUNDLED, bundled)].filter((path) => existsSync(path));

// --- The rules once more, from the words of the schemas alone -------------------------------------------------------------------------------

function memo<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text)!;
  };
}

/** Semantic Versioning, section 11, for whatever number of numbers; null = it is none. */
const semver = memo((text: string): { numbers: bigint[]; pre: string[] | null } | null => {
  const match =
    /^[v=\s]*(\d+(?:\.\d+)*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*)|([a-z][0-9a-z-]*(?:\.[0-9a-z-]+)*))?(?:\+\S*)?$/i.exec(
      text,
    );
  if (!match) return null;
  const pre = match[2] ?? match[3];
  return { numbers: match[1]!.split('.').map(BigInt), pre: pre === undefined ? null : pre.split('.') };
});

function compareSemver(a: string, b: string): number {
  const [one, other] = [semver(a)!, semver(b)!];
  for (let at = 0; at < Math.max(one.numbers.length, other.numbers.length); at++) {
    const [x, y] = [one.numbers[at] ?? 0n, other.numbers[at] ?? 0n];
    if (x !== y) return x < y ? -1 : 1;
  }
  if (one.pre === null || other.pre === null) return Number(one.pre === null) - Number(other.pre === null);
  for (let at = 0; at < Math.max(one.pre.length, other.pre.length); at++) {
    const [x, y] = [one.pre[at], other.pre[at]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const [isX, isY] = [/^\d+$/.test(x), /^\d+$/.test(y)];
    if (isX && isY && BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y) ? -1 : 1;
    if (isX !== isY) return isX ? -1 : 1;
    if (!isX && x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

type Events = NonNullable<OsvRecord['affected'][number]['ranges']>[number]['events'];
const sortedEvents = new WeakMap<Events, Events>();

/** "fixed" at a version wins over "introduced" at the same. */
function sortedOf(events: Events): Events {
  const known = sortedEvents.get(events);
  if (known) return known;
  const textOf = (event: Events[number]) => (event.introduced ?? event.fixed ?? event.last_affected)!;
  const sorted = [...events].sort((a, b) => {
    const [x, y] = [textOf(a), textOf(b)];
    if (x === '0' || y === '0') return Number(y === '0') - Number(x === '0');
    return compareSemver(x, y) || Number(a.introduced === undefined) - Number(b.introduced === undefined);
  });
  sortedEvents.set(events, sorted);
  return sorted;
}

/** OSV's "Evaluation": `IsVulnerable`, `IncludedInVersions`, `IncludedInRanges`. */
function isVulnerable(label: string, record: OsvRecord, purl: string): boolean {
  return record.affected.some((entry) => {
    if (entry.package?.purl !== purl) return false;
    if (entry.versions?.includes(label)) return true;
    return (entry.ranges ?? []).some(({ type, events }) => {
      const texts = events.map((event) => event.introduced ?? event.fixed ?? event.last_affected!);
      if (type !== 'SEMVER' || !semver(label) || texts.some((text) => !semver(text))) return false;
      const at = (version: string) => (version === '0' ? -1 : compareSemver(version, label));
      let vulnerable = false;
      for (const { introduced, fixed, last_affected } of sortedOf(events))
        if (introduced !== undefined && at(introduced) <= 0) vulnerable = true;
        else if (fixed !== undefined && at(fixed) <= 0) vulnerable = false;
        else if (last_affected !== undefined && at(last_affected) < 0) vulnerable = false;
      return vulnerable;
    });
  });
}

const partsOf = memo((criteria: string) => criteria.split(/(?<!\\):/));

type Scheme = Pick<ProductOrdering['scheme'], 'valid'> & { key(text: string): string };

/** NVD's API: `cpeMatch` with its bounds; the order is that of the product. */
function isMatched(label: string, { configurations }: NvdRecord, product: string, scheme: Scheme): boolean {
  const compare = (a: string, b: string) =>
    scheme.key(a) < scheme.key(b) ? -1 : Number(scheme.key(a) > scheme.key(b));
  const isNumbered = (text: string) => /^v?\d/i.test(text) && scheme.valid(text);
  return configurations
    .flatMap(({ nodes }) => nodes.flatMap(({ cpeMatch }) => cpeMatch))
    .some((match) => {
      const parts = partsOf(match.criteria.toLowerCase());
      if (!match.vulnerable || parts.slice(2, 5).join(':') !== product) return false;
      if (!['*', '-'].includes(parts[10]!)) return false;
      const version = partsOf(match.criteria)[5]!.replace(/\\(.)/g, '$1');
      if (version === '-') return false;
      if (version !== '*')
        return (
          ['*', '-'].includes(parts[6]!) &&
          (version === label || (scheme.valid(version) && scheme.valid(label) && compare(version, label) === 0))
        );
      const { versionStartIncluding: from, versionEndIncluding: to, versionEndExcluding: before } = match;
      const end = before ?? to;
      if (!scheme.valid(label)) return false;
      if ([from, end].some((text) => text !== undefined && text !== '0' && !isNumbered(text))) return false;
      if (from !== undefined && from !== '0' && end !== undefined && compare(end, from) < 0) return false;
      if (from !== undefined && from !== '0' && compare(label, from) < 0) return false;
      if (before !== undefined) return before !== '0' && compare(label, before) < 0;
      return to === undefined || (to !== '0' && compare(label, to) <= 0);
    });
}

// ---------------------------------------------------------------------------------------------------------------------------------------------

const known = (record: AdvisoryRecord, key: string): KnownRecord => ({
  id: record.id,
  severity: record.severity,
  vulnerability: vulnerabilityOf(record),
  affected: record.affected.filter((range) => range.key.value === key && range.target === undefined),
});

describe('the matching', () => {
  test('finds what OSV says for all versions of the catalogue', () => {
    for (const path of files('bitnami-50-products.ndjson.gz', 'bitnami.ndjson.gz')) {
      const byPurl = new Map<string, OsvRecord[]>();
      for (const record of parsed<OsvRecord>(linesOf(path)))
        for (const purl of new Set(record.affected.map((entry) => entry.package?.purl ?? '')))
          byPurl.set(purl, [...(byPurl.get(purl) ?? []), record]);
      let pairs = 0;
      let found = 0;
      const differences: string[] = [];
      for (const [id, component] of Object.entries(map)) {
        const purl = `pkg:bitnami/${component}`;
        const records = byPurl.get(purl) ?? [];
        const product = products.get(id)!;
        const assessor = new Assessor(
          orderingOf(product),
          records.map((record) => known(readOsv(record)!, purl)),
        );
        for (const { version } of sampleOf(product)) {
          const ours = new Set(assessor.assess(version).map((one) => one.vulnerability));
          const theirs = new Set(
            records
              .filter((one) => isVulnerable(version, one, purl))
              .map((one) => vulnerabilityOf({ ...one, aliases: (one as { aliases?: string[] }).aliases ?? [] })),
          );
          pairs++;
          found += ours.size;
          if (ours.size !== theirs.size || [...ours].some((one) => !theirs.has(one)))
            differences.push(`${id} ${version}`);
        }
      }
      expect(differences).toEqual([]);
      expect(pairs).toBeGreaterThan(atScale(1_600, 13_000));
      expect(found).toBeGreaterThan(atScale(12_000, 100_000));
    }
  });

  test('finds what the overrides of NVD say for all versions of the catalogue', () => {
    const owners = new Map<string, Product[]>();
    for (const product of products.values())
      for (const { type, value } of product.identifiers ?? [])
        if (type === 'cpe') owners.set(value, [...(owners.get(value) ?? []), product]);
    for (const path of files('nvd-overrides.ndjson.gz', 'nvd-overrides.ndjson.gz')) {
      const byCpe = new Map<string, NvdRecord[]>();
      for (const record of parsed<NvdRecord>(linesOf(path)))
        for (const { key } of readNvd(record).affected) byCpe.set(key.value, [...(byCpe.get(key.value) ?? []), record]);
      let found = 0;
      const differences: string[] = [];
      for (const [cpe, records] of byCpe)
        for (const product of owners.get(cpe) ?? []) {
          const ordering = orderingOf(product);
          const scheme = {
            key: memo((text) => ordering.scheme.key(text)),
            valid: memo((text) => ordering.scheme.valid(text)),
          };
          const unique = [...new Map(records.map((record) => [record.id, record])).values()];
          const assessor = new Assessor(
            ordering,
            unique.map((record) => known(readNvd(record), cpe)),
          );
          for (const { version } of sampleOf(product)) {
            const label = ordering.versionIn(version);
            const ours = assessor.assess(version).map((one) => one.vulnerability);
            // `latest` has no place among numbers.
            const isOrdered = /\d/.test(label);
            const theirs = unique.filter((one) => isOrdered && isMatched(label, one, cpe, scheme)).map(({ id }) => id);
            found += ours.length;
            if (ours.join() !== theirs.sort().join()) differences.push(`${product.identity.id} ${version}`);
          }
        }
      expect(differences.slice(0, 20)).toEqual([]);
      expect(found).toBeGreaterThan(atScale(600, 5_000));
    }
  });

  test('calls exactly five of the fifty latest versions affected', () => {
    const records = parsed<object>(linesOf(join(FIXTURES, 'bitnami-50-products.ndjson.gz'))).map((one) =>
      readOsv(one)!,
    );
    const affected = Object.entries(map).filter(([id, component]) => {
      const key = `pkg:bitnami/${component}`;
      const product = products.get(id)!;
      const ordering = orderingOf(product);
      const versions = product.versions.map(({ version }) => ({ version, ...ordering.read(version) }));
      const releases = versions.filter(({ valid, ignored, prerelease }) => valid && !ignored && !prerelease);
      const latest = releases.reduce((best, one) => (one.key > best.key ? one : best));
      const own = records.map((record) => known(record, key)).filter((record) => record.affected.length > 0);
      return new Assessor(ordering, own).assess(latest.version).length > 0;
    });
    expect(affected.map(([id]) => id).sort()).toEqual([
      'ProjectJupyter.JupyterLab',
      'Rclone.Rclone',
      'kyverno',
      'python',
      'solr',
    ]);
  });
});
