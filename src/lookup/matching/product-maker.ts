import { Injectable } from '@nestjs/common';
import { type Component, parsePurl } from 'inventory-reader';
import { foldName } from 'small-parts';
import { followedTag, madeIdentity, type MadeOf, productKeys, sourceOf, writtenVersion } from 'address-reader';
import { audit } from '../../access/audit/audit.repository';
import type { Actor } from '../../api/identity/actor';
import { SettingsError } from '../../common/settings/settings';
import { Database, type Transaction } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { isDuplicateKey } from '../../database/errors';
import { pagesOf } from '../../database/rows';
import { SoftwareTermRepository } from '../../software/search/software-term.repository';
import { SoftwareImporter } from '../../software/software-importer';
import { DEFAULT_ORDERING, type OrderingRow } from '../../software/software.repository';
import { SoftwareSourceService } from '../../source/polling/software-source.service';
import { SourceSettings } from '../../source/polling/source-settings';
import { SourceRegistry } from '../../source/sources/source-registry';
import { ComponentMatcher } from './component-matcher';
import { LabelReader } from './label-reader';
import { keyText, MatchingRepository } from './matching.repository';
import { lockUser } from '../../access/user/user.repository';

/** The result for a component without a known product. */
export type Made = { softwareId: string; label: string | null } | { reason: string };

/** A product to be created. */
interface Plan {
  component: Component;
  identity: string;
  made: MadeOf;
}

/** Products that one transaction creates. */
const PAGE = 100;
/** As the columns of a catalogue record. */
const MAX_TEXT = 255;
const MAX_IDENTITY = 200;

const unsettable = ({ type }: MadeOf, { message }: SettingsError) => `its source ${type} cannot be set: ${message}`;

/** Creates the product of a component, with its publisher and its source, from the package URL. */
@Injectable()
export class ProductMaker {
  constructor(
    private readonly database: Database,
    private readonly matcher: ComponentMatcher,
    private readonly repository: MatchingRepository,
    private readonly registry: SourceRegistry,
    private readonly software: SoftwareImporter,
    private readonly sources: SoftwareSourceService,
    private readonly settings: SourceSettings,
    private readonly terms: SoftwareTermRepository,
  ) {}

  /**
   * In a transaction of its own. A product that another transaction has created meanwhile is used. Its source is polled like any other.
   * @param isLimited whether the caller may not write the catalogue, and adds so many products in a day only
   */
  async make(caller: Actor, component: Component, isLimited = false): Promise<Made> {
    const plan = this.planOf(component);
    if ('reason' in plan) return plan;
    const { made } = plan;
    try {
      await this.once(caller, [plan], isLimited);
    } catch (error) {
      if (error instanceof SettingsError) return { reason: unsettable(made, error) };
      throw error;
    }
    const [match] = await this.matcher.match(this.database, [component]);
    if (match!.state === 'matched') return { softwareId: match!.softwareId, label: match!.label };
    return { reason: match!.state === 'ambiguous' ? 'several products have its package URL' : match!.reason };
  }

  /** The same for many, a page of them in each transaction; the matcher then finds the products. */
  async makeAll(caller: Actor, components: Component[], isLimited: boolean): Promise<void> {
    const plans = new Map<string, Plan>();
    for (const component of components) {
      const plan = this.planOf(component);
      if (!('reason' in plan) && !plans.has(plan.identity)) plans.set(plan.identity, plan);
    }
    for (const page of pagesOf([...plans.values()], PAGE)) {
      try {
        await this.once(caller, page, isLimited);
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        // Its source cannot be set: create the others without it.
        for (const { component } of page) await this.make(caller, component, isLimited);
      }
    }
  }

  /** How many more products a user may add today. */
  async productsLeft(userId: string): Promise<number> {
    return (await this.repository.productsLeft(this.database, userId)).left;
  }

  /** Why no product can be created from it, as `make` would say; null = one can. */
  async refusalOf(component: Component): Promise<string | null> {
    const plan = this.planOf(component);
    if ('reason' in plan) return plan.reason;
    const { type, settings } = plan.made;
    try {
      await this.settings.accept('', { type, settings, interval: null }, undefined);
      return null;
    } catch (error) {
      if (error instanceof SettingsError) return unsettable(plan.made, error);
      throw error;
    }
  }

  private planOf(component: Component): Plan | { reason: string } {
    if (component.purl === null) return { reason: 'it has no package URL, which would say where its releases are' };
    const purl = parsePurl(component.purl);
    const made = sourceOf(purl, component);
    if (made === null) return { reason: `no source has the releases of ${purl.type} packages` };
    const identity = madeIdentity(purl, followedTag(component));
    if (identity.length > MAX_IDENTITY || made.name.length > MAX_TEXT) return { reason: 'its package URL is too long' };
    const reason = this.unreadable(component, made);
    return reason === null ? { component, identity, made } : { reason };
  }

  /** A product is not made for a version that it could not have. */
  private unreadable(component: Component, made: MadeOf): string | null {
    const written = writtenVersion(component);
    if (written === null) return null;
    const labels = new LabelReader();
    const product = { id: '', name: made.name, latest: null, ...this.orderingOf(made) };
    const read = labels.choose(written, product, labels.read(written, product), []);
    return 'reason' in read ? read.reason : null;
  }

  private orderingOf({ type, tagPattern, scheme }: MadeOf): OrderingRow {
    const ofSource = this.registry.require(type).scheme ?? 'generic';
    return { ...DEFAULT_ORDERING, scheme: scheme ?? ofSource, tag_pattern: tagPattern };
  }

  /** Of two transactions that create the same product, the second one finds it. */
  private async once(caller: Actor, plans: Plan[], isLimited: boolean): Promise<void> {
    const write = (sql: Transaction) => this.write(sql, caller, plans, isLimited);
    await this.database.transaction(write).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return this.database.transaction(write);
    });
  }

  /** Of each identity one. Those that a product has by now, and those that another one makes meanwhile, are left as they are. */
  private async write(sql: Transaction, caller: Actor, given: Plan[], isLimited: boolean): Promise<void> {
    const most = isLimited ? await this.leftFor(sql, caller) : given.length;
    const keys = given.map(({ component }) => productKeys(component).flat());
    const known = await this.repository.products(sql, keys.flat());
    // A key of a new product makes another new product with that key unnecessary.
    const taken = new Set(known.keys());
    const free = given.filter((_one, at) => {
      const texts = keys[at]!.map(keyText);
      const isFree = !texts.some((text) => taken.has(text));
      if (isFree) for (const text of texts) taken.add(text);
      return isFree;
    });
    const plans = free.slice(0, most);
    if (plans.length === 0) return;
    const now = await databaseNow(sql);
    const publishers = new Map(
      plans.map((plan) => [foldName(this.publisherOf(plan)), { name: this.publisherOf(plan), from: plan.identity }]),
    );
    const facts = plans.map((plan) => ({
      ...{ identity: plan.identity, name: plan.made.name, ordering: this.orderingOf(plan.made) },
      publisher: publishers.get(foldName(this.publisherOf(plan)))!,
    }));
    const { software } = await this.software.import(sql, facts, now);
    const added: string[] = [];
    for (const [at, { id, state }] of software.entries()) {
      const { identity, made } = plans[at]!;
      if (state !== 'added') continue; // another transaction has created it while this one waited for the publisher
      await this.sources.set(sql, id, { type: made.type, settings: made.settings, interval: null });
      await audit(sql, caller, isLimited ? 'software.added' : 'software.created', id, { identity, type: made.type });
      added.push(id);
    }
    await this.terms.refresh(sql, added);
  }

  private async leftFor(sql: Transaction, { userId }: Actor): Promise<number> {
    if (userId === null) return Infinity;
    await lockUser(sql, userId);
    return (await this.repository.productsLeft(sql, userId)).left;
  }

  private publisherOf({ made }: Plan): string {
    return made.publisher || this.registry.require(made.type).title;
  }
}
