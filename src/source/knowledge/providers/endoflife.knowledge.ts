import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database';
import { LifecycleStore } from '../../../version/lifecycle/lifecycle.store';
import { VersionChanges } from '../../../version/versions/version-changes';
import { type ListedProduct, type ListedProducts, readAnswers } from './endoflife-answer';
import { KnowledgeMatchRepository } from './knowledge-match.repository';
import { KnowledgeProvider, type Learnt, type Writing } from './knowledge-provider';
import { ProductMatcher } from './product-matcher';

/** A transaction ends at whichever comes first. */
const BATCH_PRODUCTS = 50;
const BATCH_CYCLES = 2_000;

type Match = [softwareId: string, product: ListedProduct];

/** Until when release cycles are supported, of all products in one answer: https://endoflife.date/docs/api/v1/ (operation `products_full`). */
@Injectable()
export class EndoflifeKnowledge extends KnowledgeProvider<ListedProducts> {
  readonly name = 'endoflife';
  readonly title = 'endoflife.date';
  readonly setting = 'lifecycleUrl';

  readonly read = readAnswers;

  constructor(
    private readonly database: Database,
    private readonly matcher: ProductMatcher,
    private readonly matches: KnowledgeMatchRepository,
    private readonly lifecycles: LifecycleStore,
    private readonly changes: VersionChanges,
  ) {
    super();
  }

  async write({ products }: ListedProducts, { hold, signal }: Writing): Promise<Learnt> {
    const matched = await this.matcher.match(products);
    let changed = 0;
    for (const batch of batchesOf([...matched].filter(([, { cycles }]) => cycles.length > 0))) {
      signal?.throwIfAborted();
      changed += await this.database.transaction(async (sql) => {
        await hold(sql);
        const present = await this.matches.lock(
          sql,
          batch.map(([id]) => id),
        );
        const given = batch
          .filter(([id]) => present.has(id))
          .map(([softwareId, product]) => ({ ...product, softwareId }));
        return (await this.lifecycles.replace(sql, given, this.name)).size;
      });
    }
    const names = new Map([...matched].map(([id, { name }]) => [id, name]));
    await this.database.transaction(async (sql) => {
      await hold(sql);
      await this.matches.replace(sql, this.name, names);
    });
    if (changed > 0) this.changes.next();
    return { matched: matched.size, changed };
  }
}

function* batchesOf(matches: Match[]): Generator<Match[]> {
  let batch: Match[] = [];
  let cycles = 0;
  for (const match of matches) {
    batch.push(match);
    cycles += match[1].cycles.length;
    if (batch.length < BATCH_PRODUCTS && cycles < BATCH_CYCLES) continue;
    yield batch;
    batch = [];
    cycles = 0;
  }
  if (batch.length > 0) yield batch;
}
