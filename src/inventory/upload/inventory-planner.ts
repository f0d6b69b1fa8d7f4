import { Injectable } from '@nestjs/common';
import type { Component, Inventory } from 'inventory-reader';
import { TimeSlice } from 'small-parts';
import type { Owner } from '../../api/identity/actor';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { LoweringService } from './lowering.service';
import { decisionOn } from './component-key';
import { compare, type Ignored, type Plan, type Sorted } from './inventory-plan';
import { ComponentMatcher } from '../../lookup/matching/component-matcher';
import { NO_PRODUCT } from '../../lookup/matching/match';
import { ProductMaker } from '../../lookup/matching/product-maker';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import type { Decisions } from '../store/decision.repository';
import type { InventoryScope } from '../store/inventory.list';
import type { InventoryRow } from '../store/inventory.repository';

/** Formats that list the parts of something, and name that. */
const BILLS_OF_MATERIALS = new Set(['cyclonedx', 'spdx']);

const isImage = ({ purl }: Component) => /^pkg:(docker|oci)\//.test(purl ?? '');

/** `main`: the subject of a bill of materials, images and applications; in other files, the directly requested components. */
export function inScope({ format, components }: Inventory, scope: InventoryScope): Component[] {
  if (scope === 'all') return components;
  if (scope === 'direct' || !BILLS_OF_MATERIALS.has(format)) return components.filter(({ direct }) => direct !== false);
  return components.filter((one) => one.main === true || isImage(one));
}

/** Plans the changes of an upload. Writes nothing. */
@Injectable()
export class InventoryPlanner {
  constructor(
    private readonly database: Database,
    private readonly matcher: ComponentMatcher,
    private readonly maker: ProductMaker,
    private readonly favorites: FavoriteStateRepository,
    private readonly deployments: DeploymentRepository,
    private readonly lowering: LoweringService,
    private readonly config: Config,
  ) {}

  /** @param made components whose products this upload has created */
  async sort(
    given: Component[],
    isCreating: boolean,
    made: ReadonlySet<Component>,
    decisions: Decisions,
  ): Promise<Sorted> {
    const sorted: Sorted = { placed: [], creatable: [], unmatched: [], ambiguous: [], ignored: [], rejected: [] };
    const components = withoutIgnored(given, decisions, sorted.ignored);
    const decided = (one: Component) => decisionOn(decisions, one)?.softwareId ?? undefined;
    const matches = await this.matcher.match(this.database, components, decisions.size > 0 ? decided : undefined);
    const slice = new TimeSlice();
    for (const [at, component] of components.entries()) {
      if (slice.isOver) await slice.next();
      const match = matches[at]!;
      if (match.state === 'rejected') sorted.rejected.push({ where: component.where, reason: match.reason });
      else if (match.state === 'ambiguous') sorted.ambiguous.push({ component, candidates: match.candidates });
      else if (match.state === 'unmatched') {
        const isCreatable = isCreating && match.reason === NO_PRODUCT && component.version !== null;
        const refusal = isCreatable ? await this.maker.refusalOf(component) : match.reason;
        if (refusal === null) sorted.creatable.push(component);
        else {
          const isProduct = match.isProduct ?? false;
          sorted.unmatched.push({ component, reason: refusal, nearest: match.nearest, isProduct });
        }
      } else if (match.label === null) {
        const nearest = { id: match.softwareId, name: match.softwareName };
        sorted.unmatched.push({ component, reason: 'the file does not say its version', nearest, isProduct: true });
      } else
        sorted.placed.push({
          component,
          softwareId: match.softwareId,
          software: match.softwareName,
          label: match.label,
          ...(match.series ? { series: match.series } : {}),
          isCreated: made.has(component),
        });
    }
    return sorted;
  }

  /** @param environment that the inventory will have */
  async compare(
    { userId }: Owner,
    inventory: InventoryRow | undefined,
    sorted: Sorted,
    environment: string | null,
  ): Promise<Plan> {
    const stored = inventory ? await this.deployments.ofInventory(this.database, inventory.id) : [];
    const placed = await this.lowering.settleSeries(userId, sorted.placed);
    const softwareIds = [...new Set(placed.map(({ softwareId }) => softwareId))];
    const favorites = await this.favorites.idsOfSoftware(this.database, userId, softwareIds);
    const places = this.config.favoritesPerUser - (await this.favorites.count(this.database, userId));
    const plan = await compare({ ...sorted, placed }, stored, favorites, places);
    plan.lowered = await this.lowering.lowered(userId, plan, environment);
    return plan;
  }
}

function withoutIgnored(components: Component[], decisions: Decisions, ignored: Ignored[]): Component[] {
  if (decisions.size === 0) return components;
  return components.filter((component) => {
    const decision = decisionOn(decisions, component);
    const isIgnored = decision !== undefined && decision.softwareId === null;
    if (isIgnored) ignored.push({ component, decision: decision.id });
    return !isIgnored;
  });
}
