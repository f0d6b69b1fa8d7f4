import { Injectable } from '@nestjs/common';
import { audit } from '../access/audit/audit.repository';
import { lockUser } from '../access/user/user.repository';
import type { Actor, UserActor } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';
import { Config } from '../config/config';
import type { Scope } from '../config/scopes';
import { Database, type Transaction } from '../database/database';
import { isDuplicateKey } from '../database/errors';
import { FavoriteService } from '../favorite/favorite.service';
import { unnamedIdentity } from '../source/catalogue/record-writer';
import { toFacts } from '../source/polling/poll-result.service';
import { VersionChanges } from '../version/versions/version-changes';
import { KnownProducts } from './known-products';
import { MatchingRepository } from './matching/matching.repository';
import type { Planned } from './new-product';
import { ProductWriter } from './product-writer';

/** The publisher of what nobody publishes. */
const ADDED_BY_USERS = 'Added by users';

/** Whoever adds a product: a user, or the operator on the command line. */
export type Adder = Actor & { scopes: ReadonlySet<Scope> };

interface Given {
  name?: string;
  version?: string;
}

export interface Added {
  softwareId: string;
  created: boolean;
}

/** Adds a product with all that belongs to it, in one transaction. */
@Injectable()
export class ProductAdder {
  constructor(
    private readonly database: Database,
    private readonly known: KnownProducts,
    private readonly added: MatchingRepository,
    private readonly products: ProductWriter,
    private readonly changes: VersionChanges,
    private readonly favorites: FavoriteService,
    private readonly config: Config,
  ) {}

  /**
   * Of two who add the same product at once, the second one gets that of the first.
   * @throws Problem too-many-requests, conflict, limit-reached, invalid-body
   */
  async add(caller: Adder, planned: Planned, given: Given): Promise<Added> {
    return this.once((sql) => this.write(sql, caller, planned, given));
  }

  /** A product that has no address, so that nobody can be asked for its versions. @throws as `add` */
  addNamed(caller: Adder, { name, version }: Given & { name: string }): Promise<Added> {
    return this.once(async (sql) => {
      if (caller.userId !== null) await lockUser(sql, caller.userId);
      const named = { from: unnamedIdentity(name), identity: null, name, url: null };
      const product = await this.products.create(sql, { ...named, publisher: ADDED_BY_USERS });
      const created = product.state === 'added';
      if (created) {
        await this.assertWithinLimit(sql, caller);
        await this.products.complete(sql, product.id);
        await audit(sql, caller, 'software.added', product.id, { type: 'name' });
      }
      if (version !== undefined) await this.track(sql, caller, product.id, version);
      return { softwareId: product.id, created };
    });
  }

  private async once(write: (sql: Transaction) => Promise<Added>): Promise<Added> {
    const added = await this.database.transaction(write).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return this.database.transaction(write);
    });
    if (added.created) this.changes.next();
    return added;
  }

  /** A product that is there: only the favorite is new. @throws Problem limit-reached, invalid-body */
  async keep(caller: Adder, softwareId: string, version: string | undefined): Promise<Added> {
    if (version !== undefined)
      await this.database.transaction(async (sql) => {
        if (caller.userId !== null) await lockUser(sql, caller.userId);
        await this.track(sql, caller, softwareId, version);
      });
    return { softwareId, created: false };
  }

  private async write(sql: Transaction, caller: Adder, planned: Planned, { name, version }: Given): Promise<Added> {
    if (caller.userId !== null) await lockUser(sql, caller.userId);
    const { type } = planned.resolved.source;
    const { identity, keys } = this.known.keysOf(planned.resolved.candidate);
    const [known, another] = await this.known.byKeys(sql, keys);
    if (another !== undefined) throw new Problem('conflict', 'Several products have this address: choose one of them.');
    const product =
      known === undefined
        ? await this.products.create(sql, {
            ...{ from: identity, identity, name: name ?? planned.name, url: planned.resolved.candidate.url },
            ...{ publisher: planned.publisher, ordering: planned.ordering },
            releases: planned.resolved.answer.releases.flatMap(toFacts),
          })
        : { id: known, state: 'same' as const };
    const created = product.state === 'added';
    if (created) {
      await this.assertWithinLimit(sql, caller);
      await this.products.complete(sql, product.id, planned.resolved);
      await audit(sql, caller, 'software.added', product.id, { identity, type });
    }
    if (version !== undefined) await this.track(sql, caller, product.id, version);
    return { softwareId: product.id, created };
  }

  private async track(sql: Transaction, caller: Adder, softwareId: string, version: string): Promise<void> {
    if (caller.userId === null) throw Problem.field('version', 'needs a user, whose favorite it is');
    await this.favorites.ensureWithin(sql, caller as UserActor, { software: softwareId, version });
  }

  /** Whoever may write the catalogue has no limit. @throws Problem too-many-requests */
  private async assertWithinLimit(sql: Transaction, { userId, scopes }: Adder): Promise<void> {
    if (userId === null || scopes.has('catalogue:write')) return;
    const { left, seconds } = await this.added.productsLeft(sql, userId);
    if (left > 0) return;
    const hours = Math.ceil(seconds / 3_600);
    throw new Problem(
      'too-many-requests',
      `A user adds ${this.config.productsPerDay} products in a day at most. Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}, or ask whoever may write the catalogue.`,
      [],
      { 'Retry-After': String(seconds) },
    );
  }
}
