import { type CatalogueRecord, RecordError } from './record';

/** About 35 MB. Facts beyond that are not compared. */
const MAX_FACTS = 500_000;

/**
 * The facts that the records of one import state. Several records may complete each other about one product, but must not contradict
 * each other: every import of the same file would change the product back and forth.
 */
export class StatedFacts {
  /** Hash of the value by the hash of product and field, as the texts may be of any size. */
  private readonly known = new Map<number, number>();

  begin(): BatchFacts {
    return new BatchFacts(this.known);
  }
}

/** Those of one transaction, which are kept if it commits. */
export class BatchFacts {
  private readonly added = new Map<number, number>();

  constructor(private readonly known: Map<number, number>) {}

  /** @throws RecordError if an earlier record states another value */
  add(softwareId: string, record: CatalogueRecord): void {
    const product = hash(softwareId);
    let last: { version: string | null; of: number } = { version: null, of: product };
    for (const { field, version, value } of factsOf(record)) {
      if (version !== last.version) last = { version, of: hash(`\n${version ?? ''}`, product) };
      const key = hash(field, last.of);
      const stated = hash(value);
      const before = this.added.get(key) ?? this.known.get(key);
      if (before !== undefined && before !== stated) throw contradiction(field, version);
      this.added.set(key, stated);
    }
  }

  keep(): void {
    for (const [key, value] of this.added) if (this.known.size < MAX_FACTS) this.known.set(key, value);
  }
}

function contradiction(field: string, version: string | null): RecordError {
  const what = version === null ? field : `${field} of ${JSON.stringify(version)}`;
  return new RecordError(`${what} is not what an earlier line of this import says of the same product`, field);
}

interface Fact {
  field: string;
  /** Label of the version; null = a fact about the product. */
  version: string | null;
  value: string;
}

function factsOf({
  publisher,
  software,
  stars,
  ordering,
  source,
  notes,
  identifiers,
  versions,
}: CatalogueRecord): Fact[] {
  const product = {
    ...within('publisher', publisher),
    ...within('software', software),
    ...Object.fromEntries(
      Object.entries({ stars, ordering, source, notes_from: notes, identifiers }).map(([field, value]) => [
        field,
        value === null ? null : JSON.stringify(value),
      ]),
    ),
  };
  const ofVersions = versions.map(({ label, releasedAt, removedAt, prerelease, notesUrl }) =>
    facts(label, {
      'versions[].released_at': releasedAt,
      // Absent means that the version is offered.
      'versions[].removed_at': removedAt ?? '',
      'versions[].prerelease': prerelease === null ? null : String(prerelease),
      'versions[].notes_url': notesUrl,
    }),
  );
  return [facts(null, product), ...ofVersions].flat();
}

const within = (part: string, stated: object): Record<string, string | null> =>
  Object.fromEntries(Object.entries(stated).map(([field, value]) => [`${part}.${field}`, value as string | null]));

const facts = (version: string | null, values: Record<string, string | null>): Fact[] =>
  Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [{ field, version, value }]));

/**
 * cyrb53 (public domain): 53 bits tell a million facts apart, and it is fast enough for every fact of an import.
 * @param seed the hash of what is before the text
 */
function hash(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ (seed / 2 ** 32);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 2 ** 32 * (0x1fffff & low) + (high >>> 0);
}
