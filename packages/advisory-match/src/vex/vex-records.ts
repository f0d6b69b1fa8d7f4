import { hash } from 'node:crypto';
import { groupBy } from 'small-parts';
import type { SchemeName } from 'version-order';
import type { AdvisoryRange, AdvisoryRecord, Denial } from '../matching/advisory';
import { schemeOfPurl } from '../matching/ecosystem';
import { inParts } from '../matching/read-osv';
import type { VexDocument, VexProduct, VexStatement } from './statement';

/** Before all versions, and after them: a range in which no version is. */
const ALL = [[{ introduced: '0' }]];
const NONE = [[]];

/** What records of a document begin with: another revision of it replaces them. */
export const recordPrefix = ({ id }: Pick<VexDocument, 'id'>): string => `vex-${hash('sha256', id).slice(0, 24)}:`;

/**
 * A vendor's document as advisories, one record for each vulnerability. Of statements about the same versions the newest counts. What is said of
 * a part of another product is left out, and so is what names no product.
 */
export function vexRecords(document: VexDocument): AdvisoryRecord[] {
  const prefix = recordPrefix(document);
  const byVulnerability = groupBy(document.statements, ({ vulnerability }) => vulnerability);
  return [...byVulnerability].flatMap(([vulnerability, statements]) => {
    const id = prefix + vulnerability;
    return id.length > 128 ? [] : [recordOf(document, id, vulnerability, statements)];
  });
}

function recordOf(
  { author }: VexDocument,
  id: string,
  vulnerability: string,
  statements: VexStatement[],
): AdvisoryRecord {
  const said = statements.map(({ saidAt }) => saidAt ?? '').sort();
  const [first, last] = [said[0], said.at(-1)].map((moment) => moment!.slice(0, 10) || null);
  return {
    id,
    aliases: [...new Set([vulnerability, ...statements.flatMap(({ aliases }) => aliases)])].slice(0, 50),
    ...{ summary: null, severity: 'unknown', cvss: null, database: author, url: null },
    ...{ published: first!, modified: last!, isWithdrawn: false },
    affected: rangesOf(newest(statements)).flatMap(inParts),
  };
}

/** What counts of each set of versions. */
function newest(statements: VexStatement[]): { product: VexProduct; statement: VexStatement }[] {
  const found = new Map<string, { product: VexProduct; statement: VexStatement }>();
  for (const statement of statements.toSorted(bySaid))
    for (const product of statement.products.filter(({ isPart }) => !isPart))
      for (const one of eachVersion(product))
        found.set(JSON.stringify([one.key, one.versions, one.ranges]), { product: one, statement });
  return [...found.values()];
}

const bySaid = ({ saidAt: one }: VexStatement, { saidAt: other }: VexStatement) =>
  (one ?? '') === (other ?? '') ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;

const eachVersion = (product: VexProduct): VexProduct[] =>
  product.versions.length < 2 ? [product] : product.versions.map((version) => ({ ...product, versions: [version] }));

/** Versions of one product of which the same is said are one range. */
function rangesOf(said: { product: VexProduct; statement: VexStatement }[]): AdvisoryRange[] {
  const ranges = said.flatMap(({ product, statement }) => rangeOf(product, statement) ?? []);
  const bySaying = groupBy(ranges, ({ key, denial, ranges: events }) => JSON.stringify([key, denial, events]));
  return [...bySaying.values()].map((same) => ({ ...same[0]!, versions: same.flatMap(({ versions }) => versions) }));
}

/** Null: it says nothing. */
function rangeOf({ key, versions, ranges }: VexProduct, { status, reason }: VexStatement): AdvisoryRange | null {
  const base = { key, origin: 'vendor' as const, scheme: schemeOf(key), versions };
  if (status === 'under_investigation') return null;
  if (versions.length + ranges.length > 0)
    return status === 'affected' ? { ...base, ranges } : { ...base, ranges, denial: denialOf(status, reason) };
  // Without versions it is also about those that its author has not seen: it contradicts others, and does not decide.
  if (status === 'fixed') return null;
  return { ...base, ranges: status === 'affected' ? ALL : NONE };
}

const denialOf = (status: VexStatement['status'], reason: string | null): Denial => ({
  reason: status === 'fixed' ? null : reason,
});

/** Package URLs of which nobody says how their versions are ordered name a product, whose own order counts. */
const schemeOf = ({ type, value }: AdvisoryRange['key']): SchemeName | 'product' =>
  (type === 'purl' ? schemeOfPurl(value) : null) ?? 'product';
