import { Injectable } from '@nestjs/common';
import { groupBy, TimeSlice } from 'small-parts';
import { ORDERING_REVISION, OTHER_FORM, PatternBudget, type ProductOrdering } from 'version-order';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { type ChangedAt, type LatestVersion, SoftwareRepository, UNCHANGED } from '../../software/software.repository';
import { adoptSpellings } from './adopt-spellings';
import { isBefore, latestOf, type RankedVersion } from './latest-version';
import { orderingOf } from './ordering-settings';
import { OrderingRepository, type ProductRow } from './ordering.repository';
import { ReleaseRank } from './version.entity';
import { UpdateMarkRepository } from './update-mark.repository';
import { type StoredVersion, VersionRepository } from './version.repository';

/** A version as its source lists it. */
export interface VersionFacts {
  label: string;
  releasedAt: UtcTimestamp | null;
  /** When the source withdrew it; null = it is offered. */
  removedAt: UtcTimestamp | null;
  /** It was withdrawn at an unknown time: the time of the first recording counts. */
  withdrawn?: boolean;
  /** Why its source does not offer it; null = it does, undefined = unchanged. */
  leftOut?: string | null;
  /** The source's own flag; null = it has none. */
  prerelease: boolean | null;
  /** Release notes; null = the source does not say. */
  notesUrl: string | null;
  /** An own version of users, not named by the source: it stays hidden. */
  own?: boolean;
}

/** Versions of one product, which the caller's transaction has locked. */
export interface ProductVersions {
  softwareId: string;
  /** The product was added in this transaction. */
  isNew: boolean;
  versions: VersionFacts[];
  /** For `last_update`, if anything changes. */
  changedAt: ChangedAt;
  /** The day of the snapshot that has them: a new version whose release date is unknown was there by then. */
  asOf?: UtcTimestamp | null;
  /** The product's source listed them. `all`: versions that it listed before and not now were withdrawn. */
  seen?: 'all' | 'some';
  /** All labels of the answer of its source that names these versions; absent = they come from elsewhere. */
  listed?: ReadonlySet<string>;
}

interface Product {
  ordering: ProductOrdering;
  /** Its keys are from other settings or another revision of the algorithms: all are computed again. */
  isStale: boolean;
  isTracked: boolean;
  /** The latest version before this transaction; null = none. */
  latest: RankedVersion | null;
  now: UtcTimestamp;
  /** By label. */
  versions: Map<string, StoredVersion>;
  /** Whether `versions` has all of the product's versions, or only the named ones. */
  isComplete: boolean;
  listed: ReadonlySet<string> | null;
  changedAt: ChangedAt;
}

/** Runs in the transaction that computes the sort keys of these products again. */
export type RekeyListener = (sql: Sql, softwareIds: string[]) => Promise<void>;

/** Milliseconds for the patterns of all products of a transaction, as others wait for its locks. */
export const PATTERNS_MS = 2_000;

/** Writes versions and everything that depends on them: keys, the latest version, marks for the update check. */
@Injectable()
export class VersionRecorder {
  private readonly listeners: RekeyListener[] = [];

  constructor(
    private readonly versions: VersionRepository,
    private readonly marks: UpdateMarkRepository,
    private readonly orderings: OrderingRepository,
    private readonly software: SoftwareRepository,
  ) {}

  /** Features that derive data from a product's ordering register here. */
  onRekey(listener: RekeyListener): void {
    this.listeners.push(listener);
  }

  /**
   * Adds new versions and updates changed ones, in the caller's transaction. Versions that are not named do not change,
   * unless the product is stale or its source no longer lists them.
   * @returns for each product the number of versions that were added or changed
   * @throws PatternBudgetSpent
   */
  async record(sql: Sql, given: ProductVersions[], budget = new PatternBudget(PATTERNS_MS)): Promise<number[]> {
    const products = await this.load(sql, given);
    const added = new Map<string, StoredVersion>();
    const counts: number[] = [];
    for (const one of given)
      counts.push(await this.recordProduct(sql, one, products.get(one.softwareId)!, budget, added));
    await adoptSpellings(this.versions, sql, added, products);
    await this.versions.insert(sql, [...added.values()]);
    const touched = new Set(given.filter((_one, index) => counts[index]! > 0).map(({ softwareId }) => softwareId));
    for (const { softwareId, changedAt } of given) noteChange(products.get(softwareId)!, changedAt);
    await this.setLatest(sql, new Map([...touched].map((id) => [id, products.get(id)!])));
    // Untracked products need no mark: creating a favorite waits for the product's lock and then sees these versions.
    const tracked = [...touched].filter((id) => products.get(id)!.isTracked);
    await this.marks.add(sql, tracked.sort());
    return counts;
  }

  private async load(sql: Sql, given: ProductVersions[]): Promise<Map<string, Product>> {
    const rows = await this.orderings.findProducts(sql, [...new Set(given.map(({ softwareId }) => softwareId))]);
    const products = new Map(rows.map((row) => [row.id, productOf(row)]));
    const stale = [...products].filter(([, { isStale }]) => isStale).map(([id]) => id);
    await this.software.setOrderingRevision(sql, stale, ORDERING_REVISION);
    if (stale.length > 0) for (const listener of this.listeners) await listener(sql, stale);
    const whole = new Set<string>();
    for (const { softwareId, isNew, seen, listed = null } of given) {
      const product = products.get(softwareId)!;
      product.listed = listed;
      if (!isNew && (seen === 'all' || product.isStale)) whole.add(softwareId);
      product.isComplete ||= isNew || whole.has(softwareId);
    }
    const labels = given
      .filter(({ softwareId }) => !products.get(softwareId)!.isComplete)
      .flatMap(({ softwareId, versions }) => versions.map(({ label }): [string, string] => [softwareId, label]));
    const known = [await this.versions.findAll(sql, [...whole]), await this.versions.findByLabels(sql, labels)];
    for (const row of known.flat()) products.get(row.software_id)!.versions.set(row.version, row);
    return products;
  }

  private async recordProduct(
    sql: Sql,
    given: ProductVersions,
    product: Product,
    budget: PatternBudget,
    added: Map<string, StoredVersion>,
  ): Promise<number> {
    if (given.seen) await this.setSourceSeen(sql, given.versions, product);
    let count = 0;
    const slice = new TimeSlice();
    for (const facts of factsToRecord(given, product)) {
      if (slice.isOver) await slice.next();
      const before = product.versions.get(facts.label);
      const after = changedVersion(given, product, facts, before, budget);
      if (after === null) continue;
      product.versions.set(facts.label, after);
      count++;
      // A version that another record of this transaction added is not in the table yet.
      if (before && !added.has(before.id)) await this.versions.update(sql, after);
      else added.set(after.id, after);
    }
    return count;
  }

  private async setSourceSeen(sql: Sql, named: VersionFacts[], { versions }: Product): Promise<void> {
    const unseen = named.map(({ label }) => versions.get(label)).filter((row) => row && !row.source_seen);
    await this.versions.setSourceSeen(
      sql,
      unseen.map((row) => row!.id),
    );
    for (const row of unseen) row!.source_seen = true;
  }

  /** Reads the other versions of a product only if its latest version was lowered. */
  private async setLatest(sql: Sql, touched: Map<string, Product>): Promise<void> {
    const latest = new Map<string, LatestVersion>();
    const unknown: string[] = [];
    const set = (id: string, versionId: string | null) =>
      latest.set(id, { versionId, changedAt: touched.get(id)!.changedAt });
    for (const [id, { latest: before, versions, isComplete }] of touched) {
      const rows = [...versions.values()];
      const after = rows.find((row) => row.id === before?.id);
      if (isComplete || before === null) set(id, latestOf(rows));
      else if (!after || !isBefore(after, before)) set(id, latestOf([after ?? before, ...rows]));
      else unknown.push(id);
    }
    const all = groupBy(await this.versions.findAll(sql, unknown), (row) => row.software_id);
    for (const id of unknown) set(id, latestOf(all.get(id) ?? []));
    await this.software.setLatestVersions(sql, latest);
  }
}

const productOf = (row: ProductRow): Product => ({
  ordering: orderingOf(row),
  isStale: row.ordering_revision !== ORDERING_REVISION,
  isTracked: Boolean(row.is_tracked),
  latest:
    row.latest_id === null ? null : { id: row.latest_id, release_rank: row.latest_rank!, version_key: row.latest_key! },
  now: row.now,
  versions: new Map(),
  isComplete: false,
  listed: null,
  changedAt: UNCHANGED,
});

/** Of several records about one product, the latest change counts. */
function noteChange(product: Product, changedAt: ChangedAt): void {
  if (product.changedAt !== null && (changedAt === null || changedAt > product.changedAt))
    product.changedAt = changedAt;
}

/** When the newest of these versions was released; null = unknown. */
export function newestRelease(versions: VersionFacts[], now: UtcTimestamp): UtcTimestamp | null {
  let newest: UtcTimestamp | null = null;
  for (const { releasedAt } of versions)
    if (releasedAt !== null && releasedAt <= now && releasedAt > (newest ?? '')) newest = releasedAt;
  return newest;
}

function factsToRecord(given: ProductVersions, product: Product): VersionFacts[] {
  const named = new Map(given.versions.map((facts) => [facts.label, facts]));
  const others: VersionFacts[] = [];
  for (const row of product.versions.values()) {
    if (named.has(row.version)) continue;
    const withdrawn = given.seen === 'all' && Boolean(row.source_seen);
    if (product.isStale || withdrawn) others.push({ ...factsOf(row), withdrawn });
  }
  return [...named.values(), ...others];
}

const factsOf = (row: StoredVersion): VersionFacts => ({
  label: row.version,
  releasedAt: row.released_at,
  removedAt: row.removed_at,
  prerelease: flagOf(row.source_prerelease),
  notesUrl: row.notes_url,
  own: Boolean(row.hidden),
});

const flagOf = (value: boolean | number | null | undefined) => (value == null ? null : Boolean(value));

/** Null: nothing about the version has changed. */
function changedVersion(
  { softwareId, seen, asOf }: ProductVersions,
  { ordering, isStale, now }: Product,
  facts: VersionFacts,
  before: StoredVersion | undefined,
  budget: PatternBudget,
): StoredVersion | null {
  // An own version of users is new to the catalogue; their favorites keep it by its id.
  const known = before?.hidden && !facts.own ? undefined : before;
  const merged = mergedFacts(facts, known, now);
  const isNews = !known || differs(known, merged);
  // Parsing labels is the costly part, and most listed versions are known.
  if (!isNews && !isStale) return null;
  const { source_prerelease, released_at, removed_at, left_out } = merged;
  const hints = { prerelease: source_prerelease ?? undefined, releasedAt: released_at };
  const read = ordering.read(facts.label, hints, budget);
  const reading = {
    version_key: read.key,
    prerelease: read.prerelease,
    release_rank: releaseRankOf(read, removed_at !== null || isLeftOut(left_out, ordering)),
  };
  if (!isNews && !differs(known, reading)) return null;
  return {
    id: before?.id ?? newId(),
    software_id: softwareId,
    version: facts.label,
    ...merged,
    ...reading,
    source_seen: known ? Boolean(known.source_seen) : seen !== undefined,
    hidden: facts.own ?? false,
    created_at: released_at ?? known?.created_at ?? (asOf && asOf < now ? asOf : now),
    added_at: known?.added_at ?? now,
  };
}

/** Facts that the source does not give stay unchanged. */
const mergedFacts = (facts: VersionFacts, before: StoredVersion | undefined, now: UtcTimestamp) => ({
  source_prerelease: facts.prerelease ?? flagOf(before?.source_prerelease),
  released_at: facts.releasedAt ?? before?.released_at ?? null,
  removed_at: facts.removedAt ?? (facts.withdrawn ? (before?.removed_at ?? now) : null),
  left_out: facts.leftOut === undefined ? (before?.left_out ?? null) : facts.leftOut,
  notes_url: facts.notesUrl ?? before?.notes_url ?? null,
});

const isLeftOut = (reason: string | null, { hasTagPattern }: ProductOrdering): boolean =>
  reason !== null && !(hasTagPattern && reason.startsWith(OTHER_FORM));

function releaseRankOf(read: { prerelease: boolean; ignored: boolean }, isGone: boolean): number {
  if (isGone || read.ignored) return ReleaseRank.Excluded;
  return read.prerelease ? ReleaseRank.Prerelease : ReleaseRank.Release;
}

const differs = (before: StoredVersion, after: Partial<StoredVersion>): boolean =>
  (Object.keys(after) as (keyof StoredVersion)[]).some((column) => plain(before[column]) !== plain(after[column]!));

/** The databases return flags as 0 and 1. */
const plain = (value: StoredVersion[keyof StoredVersion]) => (typeof value === 'boolean' ? Number(value) : value);
