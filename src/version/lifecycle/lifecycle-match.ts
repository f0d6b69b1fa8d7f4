import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ProductOrdering } from 'version-order';
import { orderingOf } from '../versions/ordering-settings';
import { LifecycleRepository } from './lifecycle.repository';
import { LifecycleService } from './lifecycle.service';
import type { Cycle } from './product-cycle';
import { cycleOf, supportOf } from './support';

interface Product {
  ordering: ProductOrdering;
  cycles: Cycle[];
}

const PRODUCTS_AT_MOST = 1_000;
/** Characters of a line, beyond which nothing is matched. */
const MAX_LINE = 1_000;

/** The command `lifecycle match`. */
@Injectable()
export class LifecycleMatch {
  private readonly products = new Map<string, Product | null>();

  constructor(
    private readonly repository: LifecycleRepository,
    private readonly lifecycles: LifecycleService,
  ) {}

  /** Writes `cycle<TAB>state<TAB>day` for each line `product of endoflife.date<TAB>version`, in the same order. */
  async lines(input: Readable, output: Writable): Promise<void> {
    const today = await this.lifecycles.today();
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const answer = await this.match(line, today);
      if (!output.write(`${answer}\n`)) await once(output, 'drain');
    }
  }

  private async match(line: string, today: string): Promise<string> {
    const [name = '', version = ''] = line.slice(0, MAX_LINE).split('\t');
    const product = await this.product(name);
    if (!product) return '\tunknown\t';
    const { ordering, cycles } = product;
    const match = cycleOf(ordering.read(version).key, ordering.versionIn(version), cycles, today);
    const { state, eolOn } = supportOf(match, today);
    return `${match === null || match === 'older' ? '' : match.cycle}\t${state}\t${eolOn ?? ''}`;
  }

  private async product(name: string): Promise<Product | null> {
    const known = this.products.get(name);
    if (known !== undefined) return known;
    if (this.products.size >= PRODUCTS_AT_MOST) this.products.clear();
    const product = await this.find(name);
    this.products.set(name, product);
    return product;
  }

  /** By the identity, or by the name that no other product has: a product may have become part of another one. */
  private async find(name: string): Promise<Product | null> {
    const [row] = await this.repository.products([`endoflife:${name}`]);
    const named = row ? [row.id] : await this.repository.idsNamed('alias', name.toLowerCase());
    if (named.length !== 1) return null;
    const cycles = (await this.repository.find(named)).get(named[0]!);
    const ordering = row ?? (await this.repository.orderingById(named[0]!));
    return cycles && ordering ? { ordering: orderingOf(ordering), cycles } : null;
  }
}
