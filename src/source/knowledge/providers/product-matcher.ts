import { Injectable } from '@nestjs/common';
import { keyOf } from 'inventory-reader';
import { groupBy } from 'small-parts';
import { isOwn } from '../../../version/lifecycle/lifecycle.store';
import { LifecycleRepository } from '../../../version/lifecycle/lifecycle.repository';
import type { ListedProduct } from './endoflife-answer';
import { KnowledgeMatchRepository } from './knowledge-match.repository';

/** Finds the products of the catalogue for those of endoflife.date. */
@Injectable()
export class ProductMatcher {
  constructor(
    private readonly matches: KnowledgeMatchRepository,
    private readonly lifecycles: LifecycleRepository,
  ) {}

  /**
   * By their identity (`endoflife:<name>`), else by a package URL, a CPE name or a project of Repology that one product on either side has. Never
   * by names. Products whose own record tells of their cycles are left out.
   * @returns by product
   */
  async match(listed: ListedProduct[]): Promise<Map<string, ListedProduct>> {
    const byIdentity = new Map(listed.map((product) => [`endoflife:${product.name}`, product]));
    const known = await this.lifecycles.products([...byIdentity.keys()]);
    const found = new Map(known.map(({ id, identity }) => [id, byIdentity.get(identity)!]));
    const left = new Set(listed);
    for (const product of found.values()) left.delete(product);
    for (const [id, product] of await this.byIdentifiers(listed, left)) if (!found.has(id)) found.set(id, product);
    return this.withoutOwn(found);
  }

  /** @param left those that may be found */
  private async byIdentifiers(listed: ListedProduct[], left: Set<ListedProduct>): Promise<Map<string, ListedProduct>> {
    const owners = ownersOf(listed);
    const ids = new Map<ListedProduct, Set<string>>();
    for (const type of ['purl', 'cpe', 'repology'] as const) {
      const values = [...left].flatMap(({ identifiers }) => identifiers.filter((one) => one.type === type));
      const rows = await this.matches.identified(
        type,
        values.map(({ value }) => value),
      );
      const byValue = groupBy(rows, ({ value }) => value);
      for (const [value, products] of byValue) {
        const owner = owners.get(keyOf({ type, value }));
        if (products.length === 1 && owner) ids.set(owner, (ids.get(owner) ?? new Set()).add(products[0]!.id));
      }
    }
    const certain = [...ids].flatMap(([product, set]) => (set.size === 1 ? [[[...set][0]!, product] as const] : []));
    const twice = groupBy(certain, ([id]) => id);
    return new Map(certain.filter(([id]) => twice.get(id)!.length === 1));
  }

  private async withoutOwn(found: Map<string, ListedProduct>): Promise<Map<string, ListedProduct>> {
    const ids = [...found.keys()];
    const [cycles, origins] = [await this.lifecycles.find(ids), await this.lifecycles.origins(ids)];
    return new Map([...found].filter(([id]) => !isOwn(cycles.get(id) ?? [], origins.get(id))));
  }
}

/** Which product an identifier is of; null = of several. */
function ownersOf(listed: ListedProduct[]): Map<string, ListedProduct | null> {
  const owners = new Map<string, ListedProduct | null>();
  for (const product of listed)
    for (const identifier of product.identifiers) {
      const key = keyOf(identifier);
      owners.set(key, owners.has(key) && owners.get(key) !== product ? null : product);
    }
  return owners;
}
