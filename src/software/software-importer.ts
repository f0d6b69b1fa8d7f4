import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { foldName } from 'small-parts';
import { newId } from '../common/ids';
import { parseMoment, type UtcTimestamp } from '../common/time/utc-timestamp';
import type { Sql, Transaction } from '../database/database';
import { raiseCatalogueRevision } from './identifier/software-identifier.repository';
import { type PublisherFacts, PublisherImporter } from '../publisher/publisher-importer';
import {
  type ChangedAt,
  DEFAULT_ORDERING,
  type LockedSoftware,
  NAME_IDENTITY,
  NO_REVISION,
  type OrderingRow,
  PRODUCT_FACTS,
  type ProductFacts,
  SoftwareRepository,
  type StoredSoftware,
} from './software.repository';

/** The facts of a record about a product; null or absent = none, which changes nothing. */
interface SoftwareFacts extends Pick<ProductFacts, 'name'>, Partial<ProductFacts> {
  /** `<kind>:<id>`; null = known by publisher and name. */
  identity: string | null;
  publisherId: string;
  name: string;
  /** How well known it is. */
  stars?: number | null;
  /** How its versions are ordered, checked. */
  ordering?: OrderingRow | null;
  /** By which a new product without an ordering gets its versions ordered, as its source suggests. */
  scheme?: string;
  /** `YYYY-MM-DD`: the day of the snapshot with these facts. */
  asOf?: string | null;
  /** When the newest version that it names was released, as far as known. */
  released?: UtcTimestamp | null;
}

type PublishedSoftware = Omit<SoftwareFacts, 'publisherId'> & { publisher: PublisherFacts };

export interface ImportedSoftware {
  id: string;
  /** `newer`: the same facts, of a newer snapshot, or with another number of stars. */
  state: 'added' | 'changed' | 'newer' | 'same';
  /** When the changed facts or versions changed upstream. */
  changedAt: ChangedAt;
}

/** Imports software from catalogue records, with its publishers. */
@Injectable()
export class SoftwareImporter {
  constructor(
    private readonly publishers: PublisherImporter,
    private readonly software: SoftwareRepository,
  ) {}

  /** Publishers first, as `PublisherImporter` says, then their products. @returns what came of each, in the order of `facts` */
  async import(sql: Transaction, facts: PublishedSoftware[], startedAt: UtcTimestamp) {
    const given = facts.map(({ publisher }) => publisher);
    const publishers = await this.publishers.import(sql, given, startedAt);
    const idOf = ({ name }: PublisherFacts) => publishers.ids.get(foldName(name))!;
    const products = facts.map(({ publisher, ...product }) => ({ ...product, publisherId: idOf(publisher) }));
    return { publishers, software: await this.importProducts(sql, products, startedAt) };
  }

  /**
   * Adds missing products, updates those whose facts changed and locks all of them until the caller's transaction ends: versions are
   * only written under this lock, so that "latest" considers those of all writers.
   * @param startedAt when the import began
   * @returns one entry for each of `facts`, in their order
   */
  private async importProducts(
    sql: Transaction,
    facts: SoftwareFacts[],
    startedAt: UtcTimestamp,
  ): Promise<ImportedSoftware[]> {
    const known = await this.lockKnown(sql, facts, startedAt);
    const added: { row: LockedSoftware; changedAt: ChangedAt }[] = [];
    const results = facts.map((one) => {
      const row = known.match(one);
      if (row) return { row, state: stateAfter(row, one), changedAt: changedAt(one, row.created_now === 1) };
      const created = { row: newSoftware(one), changedAt: changedAt(one, true) };
      known.add(created.row);
      added.push(created);
      return { ...created, state: 'added' as const };
    });
    await this.software.insert(sql, added);
    for (const { row, state, changedAt } of results) {
      if (state === 'changed') await this.software.update(sql, row, changedAt);
      if (state === 'newer') await this.software.setSnapshot(sql, row);
    }
    if (results.some(({ state }) => state === 'added' || state === 'changed')) await raiseCatalogueRevision(sql);
    return results.map(({ row, state, changedAt }) => ({ id: row.id, state, changedAt }));
  }

  private async lockKnown(sql: Sql, facts: SoftwareFacts[], since: UtcTimestamp): Promise<KnownSoftware> {
    const rows = await this.software.lockByIdentities(sql, [...new Set(facts.map(identityOf))].sort(), since);
    for (const { identity, publisherId, name } of facts)
      if (identity === null) rows.push(...(await this.software.lockByName(sql, publisherId, foldName(name), since)));
    return new KnownSoftware(rows);
  }
}

/** Finds the product of a record: by its identity if the record names one, else by publisher and name. */
class KnownSoftware {
  private readonly byIdentity = new Map<string, LockedSoftware>();
  private readonly byName = new Map<string, LockedSoftware>();

  constructor(rows: LockedSoftware[]) {
    rows.forEach((row) => this.add(row));
  }

  add(row: LockedSoftware): void {
    this.byIdentity.set(row.identity, row);
    const name = nameOf(row.publisher_id, row.name_key);
    if (!this.byName.has(name)) this.byName.set(name, row);
  }

  match(facts: SoftwareFacts): LockedSoftware | undefined {
    const exact = this.byIdentity.get(identityOf(facts));
    if (exact || facts.identity !== null) return exact;
    return this.byName.get(nameOf(facts.publisherId, foldName(facts.name)));
  }
}

const nameOf = (publisherId: string, nameKey: string) => `${publisherId} ${nameKey}`;

function identityOf(facts: SoftwareFacts): string {
  if (facts.identity !== null) return facts.identity;
  const name = nameOf(facts.publisherId, foldName(facts.name));
  return `${NAME_IDENTITY}${createHash('sha256').update(name).digest('hex')}`;
}

const newSoftware = (facts: SoftwareFacts): LockedSoftware => ({
  id: newId(),
  publisher_id: facts.publisherId,
  identity: identityOf(facts),
  name: facts.name,
  ...(Object.fromEntries(PRODUCT_FACTS.map((one) => [one, facts[one] ?? null])) as Omit<ProductFacts, 'name'>),
  name_key: foldName(facts.name),
  stars: facts.stars ?? null,
  ...(facts.ordering ?? { ...DEFAULT_ORDERING, scheme: facts.scheme ?? DEFAULT_ORDERING.scheme }),
  catalogued_as_of: facts.asOf ?? null,
  ordering_revision: NO_REVISION,
  created_now: 1,
});

/** A new product changed when its newest version was released; a known one on the day of the snapshot, or just now. */
const changedAt = ({ asOf, released }: SoftwareFacts, isNew: boolean): ChangedAt =>
  (isNew ? released : null) ?? (asOf ? parseMoment(asOf) : null);

function stateAfter(row: StoredSoftware, facts: SoftwareFacts): ImportedSoftware['state'] {
  const isNewer = facts.asOf != null && facts.asOf > (row.catalogued_as_of ?? '');
  const stars = starsAfter(row, facts, isNewer);
  const hasOtherStars = stars !== row.stars;
  row.stars = stars;
  if (isNewer) row.catalogued_as_of = facts.asOf!;
  if (merge(row, facts)) return 'changed';
  return isNewer || hasOtherStars ? 'newer' : 'same';
}

/** Those of a newer snapshot, or of a record without a day; of others the larger number, so that their order does not matter. */
function starsAfter({ stars }: StoredSoftware, facts: SoftwareFacts, isNewer: boolean): number | null {
  if (facts.stars == null || stars === null) return facts.stars ?? stars;
  return isNewer || facts.asOf == null ? facts.stars : Math.max(stars, facts.stars);
}

/** @returns whether anything changed */
function merge(row: StoredSoftware, facts: SoftwareFacts): boolean {
  const ordering = facts.ordering ?? {};
  const isReordered = differs(row, ordering);
  const given: Partial<StoredSoftware> = {
    publisher_id: facts.publisherId,
    name_key: foldName(facts.name),
    ...stated(facts),
    ...ordering,
  };
  if (!differs(row, given)) return false;
  Object.assign(row, given, isReordered && { ordering_revision: NO_REVISION });
  return true;
}

const stated = (facts: SoftwareFacts): Partial<ProductFacts> =>
  Object.fromEntries(
    (['name', ...PRODUCT_FACTS] as const).flatMap((one) => (facts[one] == null ? [] : [[one, facts[one]]])),
  );

const differs = (row: StoredSoftware, given: Partial<StoredSoftware>): boolean =>
  (Object.keys(given) as (keyof StoredSoftware)[]).some((column) => given[column] !== row[column]);
