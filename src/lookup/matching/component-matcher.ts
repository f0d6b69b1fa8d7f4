import { Injectable } from '@nestjs/common';
import type { Component } from 'inventory-reader';
import { groupBy, TimeSlice } from 'small-parts';
import type { KeyRange } from 'version-order';
import { type ProductKey, productKeys, proposedKeys, type WrittenVersion, writtenVersion } from 'address-reader';
import type { Sql } from '../../database/database';
import { pagesOf } from '../../database/rows';
import type { NamedSoftware } from '../../software/dto/named-software';
import { LabelReader, type ReadLabel, type ReadTexts } from './label-reader';
import { type Match, NO_PRODUCT } from './match';
import { keyText, type LabelRow, MatchingRepository, type ProductRow } from './matching.repository';
import { NearestRepository } from './nearest.repository';

/** Products that may be meant. */
export const MAX_CANDIDATES = 10;

/** A component whose product is certain. */
interface Certain {
  at: number;
  written: WrittenVersion;
  product: ProductRow;
  read: ReadTexts;
}

/** The product that a user has said a component is. */
export type Decided = (component: Component) => string | undefined;

/** Finds the products and versions of components. Only reads the database. */
@Injectable()
export class ComponentMatcher {
  constructor(
    private readonly repository: MatchingRepository,
    private readonly nearest: NearestRepository,
  ) {}

  /**
   * In the order of the components, with statements for at most 500 of them each.
   * @param sql of the transaction that will use it, or the database
   * @param decided the product that a component is, whatever it is called
   * @param isLookedAt by somebody, whom products tell something that are only alike: to look for these takes as long as all the rest
   */
  async match(
    sql: Sql,
    components: Component[],
    decided: Decided = () => undefined,
    isLookedAt = false,
  ): Promise<Match[]> {
    const labels = new LabelReader();
    const matches: Match[] = [];
    for (const page of pagesOf(components)) matches.push(...(await this.matchPage(sql, page, labels, decided)));
    if (isLookedAt) await this.addNearest(sql, components, matches);
    return matches;
  }

  /** The label of a version of a known product as the product writes it; one that it does not know may become an own version. */
  async labelOf(sql: Sql, softwareId: string, text: string): Promise<ReadLabel> {
    const product = (await this.repository.byIds(sql, [softwareId])).get(softwareId);
    if (!product) return { reason: 'the product is gone', isTag: false };
    const written = { text, isTag: false, type: null };
    const labels = new LabelReader();
    const read = labels.read(written, product);
    const known = await this.knownLabels(sql, [{ product, read }]);
    return labels.choose(written, product, read, known.get(softwareId) ?? []);
  }

  private async matchPage(sql: Sql, components: Component[], labels: LabelReader, decided: Decided): Promise<Match[]> {
    const chosen = components.map(decided);
    const byId = await this.repository.byIds(sql, [...new Set(chosen.filter((id) => id !== undefined))]);
    const steps = components.map((component) => (component.elsewhere === undefined ? productKeys(component) : []));
    const proposed = components.map((component) => (component.elsewhere === undefined ? proposedKeys(component) : []));
    const products = await this.repository.products(sql, uniqueKeys([...steps.flat(2), ...proposed.flat()]));
    const placed: Certain[] = [];
    const slice = new TimeSlice();
    const matches: Match[] = [];
    for (const [at, component] of components.entries()) {
      if (slice.isOver) await slice.next();
      const own = byId.get(chosen[at] ?? '');
      const found = own ? [own] : firstFound(steps[at]!, products);
      const { elsewhere } = component;
      const [nearest] = found.length === 0 ? firstFound([proposed[at]!], products) : [];
      matches.push(
        own || elsewhere === undefined
          ? matchOf(found, nearest)
          : { state: 'unmatched', reason: elsewhere, nearest: null },
      );
      const [product] = found;
      const written = writtenVersion(component);
      if (found.length === 1 && written !== null)
        placed.push({ at, written, product: product!, read: labels.read(written, product!) });
    }
    await this.addLabels(sql, placed, labels, matches);
    return matches;
  }

  private async addLabels(sql: Sql, placed: Certain[], labels: LabelReader, matches: Match[]): Promise<void> {
    const known = await this.knownLabels(sql, placed);
    const slice = new TimeSlice();
    for (const { at, written, product, read } of placed) {
      if (slice.isOver) await slice.next();
      const chosen = labels.choose(written, product, read, known.get(product.id) ?? []);
      if ('label' in chosen) matches[at] = matchedWith(product, chosen.label, chosen.series);
      else if (chosen.isTag)
        matches[at] = { state: 'unmatched', reason: chosen.reason, nearest: nameOf(product), isProduct: true };
      else matches[at] = { state: 'rejected', reason: chosen.reason };
    }
  }

  private async knownLabels(sql: Sql, placed: Pick<Certain, 'product' | 'read'>[]): Promise<Map<string, LabelRow[]>> {
    // Each once: labels that a product's scheme cannot read share one key.
    const pairs = (of: (read: ReadTexts) => (string | null)[]) => {
      const found = placed.flatMap(({ product, read }) =>
        of(read).flatMap((one): [string, string][] => (one === null ? [] : [[product.id, one]])),
      );
      return [...new Map(found.map((pair) => [pair.join(' '), pair])).values()];
    };
    const rows = await this.repository.labels(
      sql,
      pairs(({ texts }) => texts),
      pairs(({ keys }) => keys),
    );
    return groupBy(rows, ({ software_id: id }) => id);
  }

  private async addNearest(sql: Sql, components: Component[], matches: Match[]): Promise<void> {
    const alone = matches.flatMap((match, at) => (match.state === 'unmatched' && match.nearest === null ? [at] : []));
    const found = await this.nearest.find(
      sql,
      alone.map((at) => components[at]!.name),
    );
    for (const at of alone) {
      const match = matches[at]!;
      if (match.state === 'unmatched') match.nearest = found.get(components[at]!.name) ?? null;
    }
  }
}

const uniqueKeys = (keys: ProductKey[]): ProductKey[] => [...new Map(keys.map((key) => [keyText(key), key])).values()];

/** The products of the first step that finds any. */
export function firstFound(steps: ProductKey[][], known: Map<string, ProductRow[]>): ProductRow[] {
  for (const keys of steps) {
    const found = keys.flatMap((key) => known.get(keyText(key)) ?? []);
    const products = new Map(found.map((product) => [product.id, product]));
    if (products.size > 0) return [...products.values()].sort(byName);
  }
  return [];
}

/** @param nearest that it may be */
function matchOf(found: ProductRow[], nearest: ProductRow | undefined): Match {
  if (found.length === 0)
    return nearest === undefined
      ? { state: 'unmatched', reason: NO_PRODUCT, nearest: null }
      : { state: 'unmatched', reason: NO_PRODUCT, nearest: nameOf(nearest), isProposed: true };
  if (found.length === 1) return matchedWith(found[0]!, null);
  return { state: 'ambiguous', candidates: found.slice(0, MAX_CANDIDATES).map(nameOf) };
}

const matchedWith = ({ id, name, latest }: ProductRow, label: string | null, series?: KeyRange): Match => ({
  ...{ state: 'matched', softwareId: id, softwareName: name, latest, label },
  ...(series ? { series } : {}),
});

const byName = (a: ProductRow, b: ProductRow) => (`${a.name} ${a.id}` < `${b.name} ${b.id}` ? -1 : 1);

export const nameOf = ({ id, name }: ProductRow): NamedSoftware => ({ id, name });
