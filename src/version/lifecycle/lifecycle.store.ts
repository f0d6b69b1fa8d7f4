import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ProductOrdering } from 'version-order';
import type { Sql } from '../../database/database';
import { orderingOf } from '../versions/ordering-settings';
import { OrderingRepository } from '../versions/ordering.repository';
import { UpdateMarkRepository } from '../versions/update-mark.repository';
import { VersionRecorder } from '../versions/version-recorder';
import { CYCLE_FACTS, LifecycleRepository, type OriginRow, type WrittenCycle } from './lifecycle.repository';
import type { Cycle, CycleOrigin, ProductCycle } from './product-cycle';

/** All known cycles of a product, and the day (`YYYY-MM-DD`) of these facts. */
interface ProductCycles {
  softwareId: string;
  cycles: ProductCycle[];
  asOf: string;
  /** Names of further listed cycles that cannot be stored: their known facts stay. */
  unreadable?: string[];
}

/** What makes a cycle another one: its day and its origin alone do not. */
const FACTS = (Object.keys(CYCLE_FACTS) as (keyof typeof CYCLE_FACTS)[]).filter(
  (name) => name !== 'asOf' && name !== 'origin',
);

/** Writes the cycles of products, in the caller's transaction, which has locked them. */
@Injectable()
export class LifecycleStore implements OnModuleInit {
  constructor(
    private readonly cycles: LifecycleRepository,
    private readonly orderings: OrderingRepository,
    private readonly marks: UpdateMarkRepository,
    private readonly versions: VersionRecorder,
  ) {}

  onModuleInit(): void {
    this.versions.onRekey((sql, softwareIds) => this.rangeAgain(sql, softwareIds));
  }

  /**
   * Replaces the cycles of products: writes changes only, and keeps cycles that are no longer listed. Older facts than the stored
   * ones change nothing (`mayReplace`). Leaves a mark for the update check at tracked products.
   * @param given each product once
   * @param by the origin; null = a record
   * @returns ids of the products for which that changed anything
   */
  async replace(sql: Sql, given: ProductCycles[], by: CycleOrigin = null): Promise<Set<string>> {
    const ids = given.map(({ softwareId }) => softwareId);
    const stored = await this.cycles.find(ids, sql);
    const origins = await this.cycles.origins([...stored.keys()], sql);
    const products = new Map((await this.orderings.findProducts(sql, ids)).map((row) => [row.id, row]));
    const added: WrittenCycle[] = [];
    const changed = new Set<string>();
    for (const product of given) {
      const row = products.get(product.softwareId);
      const before = stored.get(product.softwareId) ?? [];
      if (!row || !mayReplace(product.asOf, by, before, origins.get(product.softwareId))) continue;
      const news = newsOf(product, before, orderingOf(row), by);
      added.push(...news.added);
      for (const cycle of news.updated) await this.cycles.update(sql, cycle);
      await this.cycles.setGone(sql, news.gone);
      if (news.added.length + news.updated.length + news.gone.length > 0) changed.add(product.softwareId);
    }
    await this.cycles.insert(sql, added);
    const tracked = [...changed].filter((id) => products.get(id)!.is_tracked);
    await this.marks.add(sql, tracked.sort());
    return changed;
  }

  /** After a product's ordering changed. `VersionRecorder` leaves the marks. */
  private async rangeAgain(sql: Sql, softwareIds: string[]): Promise<void> {
    const stored = await this.cycles.find(softwareIds, sql);
    if (stored.size === 0) return;
    for (const row of await this.orderings.findProducts(sql, [...stored.keys()]))
      for (const cycle of stored.get(row.id)!) {
        const range = rangeOf(orderingOf(row), cycle.cycle);
        if (range.rangeFrom !== cycle.rangeFrom || range.rangeTo !== cycle.rangeTo)
          await this.cycles.setRange(sql, { ...cycle, ...range });
      }
  }
}

function newsOf(
  { softwareId, cycles, asOf, unreadable = [] }: ProductCycles,
  before: Cycle[],
  ordering: ProductOrdering,
  by: CycleOrigin,
) {
  const known = new Map(before.map((cycle) => [cycle.cycle, cycle]));
  const added: WrittenCycle[] = [];
  const updated: WrittenCycle[] = [];
  for (const cycle of new Map(cycles.map((one) => [one.cycle, one])).values()) {
    const stored = known.get(cycle.cycle);
    known.delete(cycle.cycle);
    const range = rangeOf(ordering, cycle.cycle);
    const wanted = { ...cycle, ...range, softwareId, asOf, isGone: false, origin: by };
    if (!stored) added.push({ ...wanted, id: null });
    else if (stored.isGone || FACTS.some((name) => stored[name] !== wanted[name]) || isTakenOver(stored, by))
      updated.push({ ...wanted, id: stored.id });
  }
  for (const name of unreadable) known.delete(name);
  const gone = [...known.values()].filter(({ isGone }) => !isGone).map(({ id }) => id);
  return { added, updated, gone };
}

/** Facts of a product's own record belong to the record from now on, even if others said the same before. */
const isTakenOver = (stored: Cycle, by: CycleOrigin) => by === null && stored.origin !== null;

/** Both null: it is no series in the product's scheme. Sort keys have at most 255 characters. */
export function rangeOf(ordering: ProductOrdering, cycle: string): Pick<Cycle, 'rangeFrom' | 'rangeTo'> {
  const range = ordering.seriesRange(cycle);
  if (range === null || range.gte.length > 255 || range.lt.length > 255) return { rangeFrom: null, rangeTo: null };
  return { rangeFrom: range.gte, rangeTo: range.lt };
}

/** Its cycles are those of endoflife.date, whoever brought them: a record of the catalogue is a snapshot of the same. */
const isTheirs = (origin: OriginRow | undefined) =>
  origin?.source_type === 'endoflife' || origin?.identity.startsWith('endoflife:') === true;

/** Whether the facts are from the product's own record. */
export const isOwn = (cycles: Cycle[], origin: OriginRow | undefined) =>
  !isTheirs(origin) && cycles.some((cycle) => cycle.origin === null);

/**
 * Whether facts of a day may replace the stored ones of a product: not if those are newer, or were confirmed by a newer answer. Facts of a product's
 * own record are replaced by records and by its source only, and replace those of others, whatever the day. On the day of its
 * last poll a product's source is believed, not the provider of knowledge.
 */
function mayReplace(asOf: string, by: CycleOrigin, before: Cycle[], origin: OriginRow | undefined): boolean {
  if (before.length === 0) return true;
  const own = isOwn(before, origin);
  if (by === 'endoflife' && own) return false;
  if (by === null && !own && !isTheirs(origin)) return true;
  if (before.some((cycle) => cycle.asOf > asOf)) return false;
  if (own) return true;
  const polled = origin?.source_type === 'endoflife' && origin.asked_at ? origin.asked_at.slice(0, 10) : '';
  return (by === 'endoflife' ? polled < asOf : polled <= asOf) && (origin?.told_on ?? '') <= asOf;
}
